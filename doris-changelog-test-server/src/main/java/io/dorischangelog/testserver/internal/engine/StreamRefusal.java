package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Ddl;
import io.dorischangelog.testserver.internal.store.KeyModel;
import io.dorischangelog.testserver.internal.store.Table;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Why a table stream is not created: for Doris' reasons in Doris' words (recorded), and where Doris
 * would create it because the stand-in has none.
 */
final class StreamRefusal {
  private static final String TYPE = "type";
  private static final String INITIAL_ROWS = "show_initial_rows";

  private final StatementContext context;

  StreamRefusal(StatementContext context) {
    this.context = context;
  }

  /**
   * The refusal.
   *
   * @param database where the stream would be
   */
  DorisException of(Ddl.CreateStream create, String database) {
    if (create.orReplace()) {
      return DorisException.of("table stream do not support replace currently");
    }
    String name = create.stream().table();
    boolean taken =
        context.catalog().find(database, name).isPresent()
            || context.services().views().find(database, name).isPresent();
    if (taken && !create.ifNotExists()) {
      return DorisException.of("Table '" + name + "' already exists");
    }
    checkProperties(create.properties());
    return ofBase(create);
  }

  private static void checkProperties(Map<String, String> properties) {
    Map<String, String> unknown = new TreeMap<>(properties);
    unknown.keySet().removeAll(Set.of(TYPE, INITIAL_ROWS));
    if (!unknown.isEmpty()) {
      throw DorisException.of("Unknown properties: " + unknown);
    }
    if (!type(properties).matches("MIN_DELTA|APPEND_ONLY|DETAIL")) {
      throw DorisException.of("not supported type: " + properties.get(TYPE));
    }
    if (!properties.getOrDefault(INITIAL_ROWS, "true").matches("(?i)true|false")) {
      throw DorisException.of(INITIAL_ROWS + " must be `true` or `false`");
    }
  }

  private static String type(Map<String, String> properties) {
    return properties.getOrDefault(TYPE, "MIN_DELTA").toUpperCase(Locale.ROOT);
  }

  private DorisException ofBase(Ddl.CreateStream create) {
    String database = create.table().database();
    String inDatabase =
        database != null
            ? database
            : context.session().database().orElseThrow(Errors::noDatabaseSelected);
    if (context.services().views().find(inDatabase, create.table().table()).isPresent()) {
      return DorisException.of(
          "View " + create.table().table() + " is not supported for create table stream");
    }
    Table table = context.table(create.table(), Privilege.SELECT, "SELECT");
    if (!table.changelogEnabled()) {
      return context.catalog().texts().streamNeedsLog();
    } else if (type(create.properties()).equals("MIN_DELTA")
        && table.keys().model() == KeyModel.UNIQUE
        && !table.needHistoricalValue()) {
      return context.catalog().texts().streamNeedsHistory();
    }
    return DorisException.of(
        "Table streams are not supported by this stand-in; read changes with @incr");
  }
}
