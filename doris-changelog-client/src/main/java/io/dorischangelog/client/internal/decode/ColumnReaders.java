package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.TableSchema;
import org.jspecify.annotations.Nullable;

/** The readers of one batch's columns, in the order of the schema. */
final class ColumnReaders {

  private final TableSchema schema;
  private final ColumnReader[] all;
  private final ColumnReader[] keysOnly;

  ColumnReaders(TableSchema schema, ColumnReader[] readers) {
    this.schema = schema;
    this.all = readers;
    this.keysOnly = readers.clone();
    for (int i = 0; i < keysOnly.length; i++) {
      if (!schema.column(i).key()) {
        keysOnly[i] = new NullReader(readers[i].column, readers[i].valueCount);
      }
    }
  }

  TableSchema schema() {
    return schema;
  }

  /** For rows of which every column means something. */
  ColumnReader[] all() {
    return all;
  }

  /**
   * For deletes without historical values: what the server puts into the other columns (null, or
   * the column's default; recorded) is no value the row ever had.
   */
  ColumnReader[] keysOnly() {
    return keysOnly;
  }

  /** Drops from a row's values what {@link #keysOnly()} would not have read. */
  void keepKeys(@Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = schema.column(i).key() ? values[i] : null;
    }
  }
}
