package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Relation;
import io.dorischangelog.testserver.internal.sql.TableName;
import io.dorischangelog.testserver.internal.store.Selection;
import io.dorischangelog.testserver.internal.store.Table;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The table function over stored records, named like the feature: {@code binlog("table" = "t", "db"
 * = "d", "partition" = "p", "tablet" = "1")}. All its columns are visible to a star.
 */
final class RawRecordsFunction {
  private static final Set<String> KEYS = Set.of("table", "db", "partition", "tablet");

  private final StatementContext context;

  RawRecordsFunction(StatementContext context) {
    this.context = context;
  }

  Source source(Relation.Function call) {
    String word = context.services().settings().names().word();
    if (!call.name().equals(word)) {
      throw DorisException.of("Could not find table function " + call.name());
    }
    Map<String, String> properties = call.properties();
    Set<String> unknown = new TreeSet<>(properties.keySet());
    unknown.removeAll(KEYS);
    if (!unknown.isEmpty() || !properties.containsKey("table")) {
      throw DorisException.of(
          word
              + "() takes \"table\" and perhaps \"db\", \"partition\", \"tablet\"; given: "
              + new TreeSet<>(properties.keySet()));
    }
    TableName name = new TableName(properties.get("db"), properties.getOrDefault("table", ""));
    Table table = context.table(name, Privilege.SELECT, "SELECT");
    if (!table.changelogEnabled()) {
      throw DorisException.of(word + "() requires " + word + " enabled on table " + name.table());
    }
    var scan = table.rawRecords(selection(properties));
    return Source.of(table.name(), scan, scan.columns().size());
  }

  private static Selection selection(Map<String, String> properties) {
    String partition = properties.getOrDefault("partition", "");
    String tablet = properties.getOrDefault("tablet", "");
    try {
      return new Selection(
          partition.isEmpty() ? Set.of() : Set.of(partition),
          tablet.isEmpty() ? Set.of() : Set.of(Long.parseLong(tablet)));
    } catch (NumberFormatException e) {
      throw DorisException.of("invalid tablet: " + tablet);
    }
  }
}
