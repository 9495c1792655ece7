package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.internal.filter.RowFilter;
import java.util.List;
import java.util.Optional;

/**
 * What is read of a table as it looked at one moment: its columns, those selected, the condition on
 * them.
 */
record TableLayout(
    TableDescription table, List<Column> selected, Optional<RowFilter.Bound> filter) {

  /**
   * Fits the options to a table.
   *
   * @throws IllegalArgumentException naming selected or filtered columns that are not there
   */
  static TableLayout of(TableDescription table, ScanOptions options) {
    List<String> names = table.columns().stream().map(Column::name).toList();
    return new TableLayout(
        table,
        select(table, options.columns()),
        options.rowFilter().map(filter -> filter.bind(names)));
  }

  private static List<Column> select(TableDescription table, List<String> names) {
    if (names.isEmpty()) {
      return table.columns();
    }
    TableSchema all = TableSchema.of(Semantics.FULL, table.columns());
    return names.stream().map(all::column).toList();
  }

  /** The columns of snapshot rows. */
  TableSchema snapshotSchema(Semantics semantics) {
    return TableSchema.of(semantics, selected);
  }
}
