package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.sql.Show;
import io.dorischangelog.testserver.internal.sql.SqlParser;
import io.dorischangelog.testserver.internal.sql.TableName;
import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.ColumnDefault;
import io.dorischangelog.testserver.internal.store.Distribution;
import io.dorischangelog.testserver.internal.store.KeyModel;
import io.dorischangelog.testserver.internal.store.Partition;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Tablet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SHOW CREATE TABLE, DESC and others about one table. */
final class ShowTable {
  private final StatementContext context;

  ShowTable(StatementContext context) {
    this.context = context;
  }

  TextRows rows(Show show) {
    TableName name = show.table().orElseThrow();
    Optional<Views.View> view =
        context.services().views().find(context.database(name), name.table());
    if (view.isPresent()) {
      return viewRows(show, view.get());
    } else if (isInformationSchema(name)) {
      return pageRows(name);
    }
    Table table = table(name);
    return switch (show.kind()) {
      case CREATE_TABLE -> createTable(table);
      case DESCRIBE -> describe(table);
      case COLUMNS -> columns(table, show.full());
      case PARTITIONS -> partitions(table);
      case TABLETS -> tablets(table, show.partitions());
      default -> index();
    };
  }

  private boolean isInformationSchema(TableName name) {
    return context.database(name).equalsIgnoreCase(StatementContext.INFORMATION_SCHEMA);
  }

  private Table table(TableName name) {
    String database = context.database(name);
    if (!context.services().accounts().sees(context.user(), database, name.table())) {
      throw Errors.tableAccessDenied("SHOW", context.user(), database, name.table());
    }
    if (!context.catalog().hasDatabase(database)) {
      throw Errors.unknownDatabase(database);
    }
    return context
        .catalog()
        .find(database, name.table())
        .orElseThrow(
            () ->
                new DorisException(
                    1051,
                    "42S02",
                    "ERR_UNKNOWN_TABLE",
                    "Unknown table '" + name.table() + "' in " + database));
  }

  private static TextRows createTable(Table table) {
    TextRows rows = new TextRows("Table", "Create Table");
    rows.add(table.name(), new CreateStatement(table).text());
    return rows;
  }

  private TextRows viewRows(Show show, Views.View view) {
    if (show.kind() == Show.Kind.CREATE_TABLE) {
      TextRows rows =
          new TextRows("View", "Create View", "character_set_client", "collation_connection");
      rows.add(
          view.name(),
          "CREATE VIEW `" + view.name() + "` AS " + view.query() + ";",
          "utf8mb4",
          "utf8mb4_0900_bin");
      return rows;
    }
    Query query = (Query) SqlParser.parse(view.query());
    return typeRows(new QueryExecutor(context).execute(query).columns());
  }

  private TextRows pageRows(TableName name) {
    return typeRows(
        new InformationSchema(context)
            .page(name.table())
            .orElseThrow(
                () -> Errors.unknownTable(StatementContext.INFORMATION_SCHEMA, name.table()))
            .columns());
  }

  private static TextRows typeRows(List<ResultColumn> columns) {
    TextRows rows = new TextRows("Field", "Type", "Null", "Key", "Default", "Extra");
    for (ResultColumn column : columns) {
      rows.add(column.label(), column.type().sql(), "Yes", "false", null, "");
    }
    return rows;
  }

  private TextRows describe(Table table) {
    TextRows rows = new TextRows("Field", "Type", "Null", "Key", "Default", "Extra");
    for (Column column : table.schema().columns()) {
      rows.add(
          column.name(),
          column.type().sql(),
          column.nullable() ? "Yes" : "No",
          column.key(),
          defaultText(column),
          extra(column));
    }
    if (context.isOn(SystemVariables.SHOW_HIDDEN_COLUMNS)) {
      List<ResultColumn> all =
          table.currentRows(io.dorischangelog.testserver.internal.store.Selection.ALL).columns();
      for (ResultColumn hidden : all.subList(table.schema().columns().size(), all.size())) {
        rows.add(hidden.label(), hidden.type().sql(), "Yes", false, null, "NONE");
      }
    }
    return rows;
  }

  static @Nullable String defaultText(Column column) {
    ColumnDefault value = column.definition().defaultValue();
    return value == null ? null : value.text();
  }

  private static String extra(Column column) {
    return column.key() ? "" : "NONE";
  }

  private static TextRows columns(Table table, boolean full) {
    TextRows rows =
        full
            ? new TextRows(
                "Field",
                "Type",
                "Collation",
                "Null",
                "Key",
                "Default",
                "Extra",
                "Privileges",
                "Comment")
            : new TextRows("Field", "Type", "Null", "Key", "Default", "Extra");
    for (Column column : table.schema().columns()) {
      String nullable = column.nullable() ? "YES" : "NO";
      String key = column.key() ? "YES" : "NO";
      if (full) {
        rows.add(
            column.name(),
            column.type().sql(),
            "",
            nullable,
            key,
            defaultText(column),
            extra(column),
            "",
            column.definition().comment());
      } else {
        rows.add(
            column.name(), column.type().sql(), nullable, key, defaultText(column), extra(column));
      }
    }
    return rows;
  }

  private TextRows partitions(Table table) {
    TextRows rows =
        new TextRows(
            "PartitionId",
            "PartitionName",
            "VisibleVersion",
            "VisibleVersionTime",
            "State",
            "PartitionKey",
            "Range",
            "DistributionKey",
            "Buckets",
            "ReplicationNum",
            "StorageMedium",
            "CooldownTime",
            "RemoteStoragePolicy",
            "LastConsistencyCheckTime",
            "DataSize",
            "IsInMemory",
            "ReplicaAllocation",
            "IsMutable",
            "SyncWithBaseTables",
            "UnsyncTables",
            "CommittedVersion",
            "RowCount");
    Distribution distribution = table.distribution();
    for (Partition partition : table.partitions()) {
      rows.add(
          partition.id(),
          partition.name(),
          partition.version(),
          SecondText.format(table.createdAt(), context.zone()),
          "NORMAL",
          String.join(", ", table.partitioning().columns()),
          PartitionText.range(partition.item()),
          distribution.columns().isEmpty() ? "RANDOM" : String.join(", ", distribution.columns()),
          distribution.buckets(),
          1,
          "HDD",
          "9999-12-31 23:59:59",
          "",
          null,
          "0.000 ",
          "false",
          "tag.location.default: 1",
          "true",
          "true",
          null,
          partition.version(),
          TableRows.count(partition));
    }
    return rows;
  }

  private TextRows tablets(Table table, List<String> named) {
    TextRows rows =
        new TextRows(
            "TabletId",
            "ReplicaId",
            "BackendId",
            "SchemaHash",
            "Version",
            "LstSuccessVersion",
            "LstFailedVersion",
            "LstFailedTime",
            "LocalDataSize",
            "RemoteDataSize",
            "RowCount",
            "State",
            "LstConsistencyCheckTime",
            "CheckVersion",
            "VisibleVersionCount",
            "VersionCount",
            "QueryHits",
            "PathHash",
            "Path",
            "MetaUrl",
            "CompactionStatus");
    List<BackEndNode> backEnds = context.services().topology().backEnds();
    for (Partition partition : table.partitions(named)) {
      for (Tablet tablet : partition.tablets()) {
        BackEndNode backEnd = backEnds.get(tablet.backEnd() % backEnds.size());
        rows.add(
            tablet.id(),
            tablet.id() + 1,
            backEnd.id(),
            0,
            partition.version(),
            partition.version(),
            -1,
            null,
            0,
            0,
            tablet.rows(),
            "NORMAL",
            null,
            -1,
            1,
            1,
            0,
            -1,
            "",
            "",
            "");
      }
    }
    return rows;
  }

  private static TextRows index() {
    return new TextRows(
        "Table",
        "Non_unique",
        "Key_name",
        "Seq_in_index",
        "Column_name",
        "Collation",
        "Cardinality",
        "Sub_part",
        "Packed",
        "Null",
        "Index_type",
        "Comment",
        "Properties");
  }

  /** Words of a key model as SHOW CREATE TABLE and the schema endpoint print them. */
  static String modelWord(KeyModel model) {
    return model.name().toUpperCase(Locale.ROOT) + " KEY";
  }
}
