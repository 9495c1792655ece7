package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.Partition;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.TsoClock;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The pages of {@code information_schema}; a user sees rows about what it has privileges on. */
final class InformationSchema {
  private static final String CATALOG = "internal";

  private final StatementContext context;

  InformationSchema(StatementContext context) {
    this.context = context;
  }

  /** Names of the pages there are. */
  static List<String> pages() {
    return List.of(
        "backends",
        "columns",
        "frontends",
        "key_column_usage",
        "partitions",
        "referential_constraints",
        "schemata",
        "session_variables",
        "statistics",
        "table_constraints",
        "table_properties",
        "tables",
        "tso_status",
        "views");
  }

  /** The page of that name in any case; empty if there is none. */
  Optional<ListScan> page(String name) {
    TypedRows rows =
        switch (name.toLowerCase(Locale.ROOT)) {
          case "schemata" -> schemata();
          case "tables" -> tables();
          case "columns" -> columns();
          case "partitions" -> partitions();
          case "table_properties" -> tableProperties();
          case "tso_status" -> tsoStatus();
          case "views" -> views();
          case "frontends" -> frontEnds();
          case "backends" -> backEnds();
          case "session_variables" -> sessionVariables();
          case "statistics" -> new TypedRows().texts("TABLE_SCHEMA", "TABLE_NAME", "INDEX_NAME");
          case "key_column_usage", "table_constraints", "referential_constraints" ->
              new TypedRows().texts("CONSTRAINT_SCHEMA", "CONSTRAINT_NAME", "TABLE_NAME");
          default -> null;
        };
    return Optional.ofNullable(rows).map(TypedRows::scan);
  }

  private List<Table> visibleTables() {
    List<Table> result = new ArrayList<>();
    for (String database : context.catalog().databases()) {
      result.addAll(ShowNames.visibleTables(context, database));
    }
    return result;
  }

  private LocalDateTime local(Instant time) {
    return LocalDateTime.ofInstant(time.truncatedTo(ChronoUnit.SECONDS), context.zone());
  }

  private TypedRows schemata() {
    TypedRows rows =
        new TypedRows()
            .texts(
                "CATALOG_NAME",
                "SCHEMA_NAME",
                "DEFAULT_CHARACTER_SET_NAME",
                "DEFAULT_COLLATION_NAME",
                "SQL_PATH");
    for (String database : ShowNames.visibleDatabases(context)) {
      rows.add(CATALOG, database, "utf8", "utf8_general_ci", null);
    }
    return rows;
  }

  private TypedRows tables() {
    TypedRows rows =
        new TypedRows()
            .texts("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "TABLE_TYPE", "ENGINE")
            .numbers("VERSION")
            .texts("ROW_FORMAT")
            .numbers(
                "TABLE_ROWS",
                "AVG_ROW_LENGTH",
                "DATA_LENGTH",
                "MAX_DATA_LENGTH",
                "INDEX_LENGTH",
                "DATA_FREE",
                "AUTO_INCREMENT")
            .times("CREATE_TIME", "UPDATE_TIME", "CHECK_TIME")
            .texts("TABLE_COLLATION")
            .numbers("CHECKSUM")
            .texts("CREATE_OPTIONS", "TABLE_COMMENT");
    for (Table table : visibleTables()) {
      LocalDateTime created = local(table.createdAt());
      rows.add(
          CATALOG,
          table.database(),
          table.name(),
          "BASE TABLE",
          "Doris",
          null,
          null,
          TableRows.count(table),
          0L,
          0L,
          null,
          null,
          null,
          null,
          created,
          local(Instant.ofEpochMilli(TsoClock.physical(table.visibleTso()))),
          null,
          "utf-8",
          null,
          null,
          table.comment());
    }
    for (String database : context.catalog().databases()) {
      for (Views.View view : context.services().views().in(database)) {
        rows.add(
            CATALOG,
            database,
            view.name(),
            "VIEW",
            "View",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            "");
      }
    }
    return rows;
  }

  private TypedRows columns() {
    TypedRows rows =
        new TypedRows()
            .texts("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "COLUMN_NAME")
            .numbers("ORDINAL_POSITION")
            .texts("COLUMN_DEFAULT", "IS_NULLABLE", "DATA_TYPE")
            .numbers(
                "CHARACTER_MAXIMUM_LENGTH",
                "CHARACTER_OCTET_LENGTH",
                "NUMERIC_PRECISION",
                "NUMERIC_SCALE",
                "DATETIME_PRECISION")
            .texts(
                "CHARACTER_SET_NAME",
                "COLLATION_NAME",
                "COLUMN_TYPE",
                "COLUMN_KEY",
                "EXTRA",
                "PRIVILEGES",
                "COLUMN_COMMENT")
            .numbers("COLUMN_SIZE", "DECIMAL_DIGITS")
            .texts("GENERATION_EXPRESSION")
            .numbers("SRS_ID");
    for (Table table : visibleTables()) {
      long position = 1;
      for (Column column : table.schema().columns()) {
        addColumn(rows, table, column, position++);
      }
    }
    return rows;
  }

  private static void addColumn(TypedRows rows, Table table, Column column, long position) {
    DorisType type = column.type();
    boolean text = type.kind() == DorisType.Kind.VARCHAR || type.kind() == DorisType.Kind.CHAR;
    boolean decimal = type.kind() == DorisType.Kind.DECIMAL;
    boolean time = type.kind() == DorisType.Kind.DATETIME;
    Long length = text ? Long.valueOf(type.length()) : null;
    rows.add(
        CATALOG,
        table.database(),
        table.name(),
        column.name(),
        position,
        ShowTable.defaultText(column),
        column.nullable() ? "YES" : "NO",
        type.sql().replaceAll("[(<].*", ""),
        length,
        length,
        decimal ? Long.valueOf(type.length()) : null,
        decimal ? Long.valueOf(type.scale()) : null,
        time ? Long.valueOf(Math.max(0, type.length())) : null,
        null,
        null,
        type.sql(),
        column.key() ? table.keys().model().name().substring(0, 3) : "",
        "",
        "",
        column.definition().comment(),
        null,
        decimal ? Long.valueOf(type.scale()) : null,
        null,
        null);
  }

  private TypedRows partitions() {
    TypedRows rows =
        new TypedRows()
            .numbers("PARTITION_ID")
            .texts(
                "TABLE_CATALOG",
                "TABLE_SCHEMA",
                "TABLE_NAME",
                "PARTITION_NAME",
                "PARTITION_METHOD",
                "PARTITION_EXPRESSION",
                "PARTITION_DESCRIPTION")
            .numbers("TABLE_ROWS")
            .times("CREATE_TIME");
    for (Table table : visibleTables()) {
      for (Partition partition : table.partitions()) {
        rows.add(
            partition.id(),
            CATALOG,
            table.database(),
            table.name(),
            partition.name(),
            table.partitioning().kind().name(),
            String.join(", ", table.partitioning().columns()),
            PartitionText.values(partition.item()),
            TableRows.count(partition),
            local(table.createdAt()));
      }
    }
    return rows;
  }

  private TypedRows tableProperties() {
    TypedRows rows =
        new TypedRows()
            .texts(
                "TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "PROPERTY_NAME", "PROPERTY_VALUE");
    for (Table table : visibleTables()) {
      table
          .properties()
          .forEach((key, value) -> rows.add(CATALOG, table.database(), table.name(), key, value));
    }
    return rows;
  }

  private TypedRows tsoStatus() {
    TypedRows rows =
        new TypedRows()
            .numbers(
                "WINDOW_END_PHYSICAL_TIME",
                "CURRENT_TSO",
                "CURRENT_TSO_PHYSICAL_TIME",
                "CURRENT_TSO_LOGICAL_COUNTER",
                "COMMITTED_TSO",
                "COMMITTED_TSO_PHYSICAL_TIME");
    TsoClock clock = context.catalog().clock();
    long current = clock.current();
    boolean cloud = context.services().settings().deployment() == EngineSettings.Deployment.CLOUD;
    Long committed = cloud ? Long.valueOf(context.committedTso()) : null;
    rows.add(
        clock.windowEndMillis(),
        current,
        TsoClock.physical(current),
        TsoClock.counter(current),
        committed,
        committed == null ? null : Long.valueOf(TsoClock.physical(committed)));
    return rows;
  }

  private TypedRows views() {
    TypedRows rows =
        new TypedRows().texts("TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "VIEW_DEFINITION");
    for (String database : context.catalog().databases()) {
      for (Views.View view : context.services().views().in(database)) {
        rows.add(CATALOG, database, view.name(), view.query());
      }
    }
    return rows;
  }

  private TypedRows frontEnds() {
    TypedRows rows =
        new TypedRows()
            .texts("Name", "Host")
            .numbers("HttpPort", "QueryPort", "ArrowFlightSqlPort")
            .texts("IsMaster", "Alive");
    for (FrontEndNode node : context.services().topology().frontEnds()) {
      rows.add(
          node.name(),
          node.host(),
          (long) node.httpPort(),
          (long) node.queryPort(),
          (long) node.flightPort(),
          String.valueOf(node.master()),
          "true");
    }
    return rows;
  }

  private TypedRows backEnds() {
    TypedRows rows =
        new TypedRows()
            .numbers("BackendId")
            .texts("Host")
            .numbers("BePort", "ArrowFlightSqlPort")
            .texts("Alive");
    for (BackEndNode node : context.services().topology().backEnds()) {
      rows.add(node.id(), node.host(), (long) node.thriftPort(), (long) node.flightPort(), "true");
    }
    return rows;
  }

  private TypedRows sessionVariables() {
    TypedRows rows =
        new TypedRows().texts("VARIABLE_NAME", "VARIABLE_VALUE", "DEFAULT_VALUE", "CHANGED");
    var defaults = context.variables().all(null);
    context
        .variables()
        .all(context.session())
        .forEach(
            (name, value) -> {
              String fallback = defaults.getOrDefault(name, "");
              rows.add(name, value, fallback, value.equals(fallback) ? "0" : "1");
            });
    return rows;
  }
}
