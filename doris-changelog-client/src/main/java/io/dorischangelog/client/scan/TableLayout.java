package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.UnsupportedTypeException;
import io.dorischangelog.client.internal.filter.RowFilter;
import java.util.List;
import java.util.Optional;

/**
 * What is read of a table as it looked at one moment: its columns, those selected, the condition on
 * them.
 *
 * @param snapshotSchema the selected columns as snapshot rows have them
 * @param changeSchema the selected columns as changes have them
 */
record TableLayout(
    TableDescription table,
    TableSchema snapshotSchema,
    TableSchema changeSchema,
    Optional<RowFilter.Bound> filter) {

  /**
   * Fits the options to a table.
   *
   * @throws IllegalArgumentException naming selected or filtered columns that are not there
   */
  static TableLayout of(TableDescription table, ScanOptions options) {
    List<String> names = table.columns().stream().map(Column::name).toList();
    List<Column> selected = select(table, options.columns());
    TableSchema changes = table.changeSchema(selected, options.incrementType());
    return new TableLayout(
        table,
        TableSchema.of(changes.semantics(), selected),
        changes,
        options.rowFilter().map(filter -> filter.bind(names)));
  }

  private static List<Column> select(TableDescription table, List<String> names) {
    if (names.isEmpty()) {
      return table.columns();
    }
    TableSchema all = TableSchema.of(Semantics.FULL, table.columns());
    return names.stream().map(all::column).toList();
  }

  /**
   * Makes sure that every selected column can be read, before anything is.
   *
   * @throws UnsupportedTypeException naming the first that cannot
   */
  void requireReadable() {
    for (Column column : snapshotSchema.columns()) {
      if (!column.type().isSupported()) {
        throw new UnsupportedTypeException(
            ErrorContext.of(table.id()), column.name(), column.type().toString());
      }
    }
  }

  /** Whether a query made for the other layout reads what one made for this layout does. */
  boolean readsLike(TableLayout other) {
    return snapshotSchema.equals(other.snapshotSchema) && table.keys().equals(other.table.keys());
  }
}
