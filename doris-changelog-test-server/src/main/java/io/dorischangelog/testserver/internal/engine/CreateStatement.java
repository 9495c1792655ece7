package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.ColumnDefault;
import io.dorischangelog.testserver.internal.store.Distribution;
import io.dorischangelog.testserver.internal.store.Partition;
import io.dorischangelog.testserver.internal.store.PartitionItem;
import io.dorischangelog.testserver.internal.store.Partitioning;
import io.dorischangelog.testserver.internal.store.Table;
import java.util.List;
import java.util.stream.Collectors;

/** The CREATE TABLE that SHOW CREATE TABLE prints for a table. */
record CreateStatement(Table table) {

  String text() {
    StringBuilder text = new StringBuilder("CREATE TABLE `" + table.name() + "` (\n");
    text.append(
        table.schema().columns().stream()
            .map(CreateStatement::column)
            .collect(Collectors.joining(",\n")));
    text.append("\n) ENGINE=OLAP\n");
    if (!table.keys().columns().isEmpty()) {
      text.append(ShowTable.modelWord(table.keys().model()));
      text.append("(" + names(table.keys().columns()) + ")\n");
    }
    if (!table.keys().clusterColumns().isEmpty()) {
      text.append("ORDER BY(" + names(table.keys().clusterColumns()) + ")\n");
    }
    if (!table.comment().isEmpty()) {
      text.append("COMMENT '" + table.comment().replace("'", "\\'") + "'\n");
    }
    return text + partitioning() + distribution() + properties();
  }

  private static String column(Column column) {
    ColumnDefault value = column.definition().defaultValue();
    String text = "  `" + column.name() + "` " + column.type().sql();
    text += column.nullable() ? " NULL" : " NOT NULL";
    if (value != null) {
      text += " DEFAULT " + defaultText(value);
    }
    String comment = column.definition().comment();
    return comment.isEmpty() ? text : text + " COMMENT \"" + comment.replace("\"", "\\\"") + "\"";
  }

  private static String defaultText(ColumnDefault value) {
    if (value.text() == null) {
      return "NULL";
    }
    return value.now() ? value.text() : "\"" + value.text().replace("\"", "\\\"") + "\"";
  }

  private static String names(List<String> columns) {
    return columns.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  private String partitioning() {
    Partitioning partitioning = table.partitioning();
    if (partitioning.kind() == Partitioning.Kind.NONE) {
      return "";
    }
    boolean range = partitioning.kind() == Partitioning.Kind.RANGE;
    String keys = names(partitioning.columns());
    if (partitioning.auto() && range) {
      keys = "date_trunc(" + keys + ", '" + partitioning.autoUnit() + "')";
    }
    return (partitioning.auto() ? "AUTO " : "")
        + "PARTITION BY "
        + partitioning.kind()
        + (partitioning.auto() && range ? " " : "(")
        + keys
        + (partitioning.auto() && range ? "" : ")")
        + "\n("
        + table.partitions().stream()
            .filter(partition -> !(partition.item() instanceof PartitionItem.All))
            .map(CreateStatement::partition)
            .collect(Collectors.joining(",\n"))
        + ")\n";
  }

  private static String partition(Partition partition) {
    return "PARTITION " + partition.name() + " " + PartitionText.values(partition.item());
  }

  private String distribution() {
    Distribution distribution = table.distribution();
    String by =
        distribution.columns().isEmpty() ? "RANDOM" : "HASH(" + names(distribution.columns()) + ")";
    return "DISTRIBUTED BY " + by + " BUCKETS " + distribution.buckets() + "\n";
  }

  private String properties() {
    return table.properties().entrySet().stream()
        .map(entry -> "\"" + entry.getKey() + "\" = \"" + entry.getValue() + "\"")
        .collect(Collectors.joining(",\n", "PROPERTIES (\n", "\n);"));
  }
}
