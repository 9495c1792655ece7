package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.TableSchema;
import org.jspecify.annotations.Nullable;

/** Makes changes of the rows of one batch, in ascending order. For one thread. */
final class ChangeMaker {

  private final TableSchema schema;
  private final ColumnReaders readers;
  private final @Nullable ChangeLog log;
  private final PositionWalk positions;
  private final boolean replayed;
  private final Change.Builder builder = Change.builder();

  ChangeMaker(
      ColumnReaders readers, @Nullable ChangeLog log, PositionWalk positions, boolean replayed) {
    this.schema = readers.schema();
    this.readers = readers;
    this.log = log;
    this.positions = positions;
    this.replayed = replayed;
  }

  ChangeKind kind(int row) {
    return log == null ? ChangeKind.SNAPSHOT : log.kind(row);
  }

  /** The readers that are right for a row. */
  ColumnReader[] readers(int row) {
    return log != null && log.isKeyOnly(row) ? readers.keysOnly() : readers.all();
  }

  /** The values of one row. */
  @Nullable Object[] values(int row) {
    ColumnReader[] columns = readers(row);
    @Nullable Object[] values = new Object[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i].getObject(row);
    }
    return values;
  }

  /**
   * The values of some rows, read column by column, which is faster than row by row.
   *
   * @throws BadCell if a value of any of them cannot be read
   */
  @Nullable Object[][] values(int first, int count) {
    ColumnReader[] columns = readers.all();
    @Nullable Object[][] rows = new Object[count][columns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i].readColumn(rows, i, first);
    }
    if (log != null && log.hasKeyOnlyRows()) {
      for (int i = 0; i < count; i++) {
        if (log.isKeyOnly(first + i)) {
          readers.keepKeys(rows[i]);
        }
      }
    }
    return rows;
  }

  /**
   * The change of a row.
   *
   * @param values of the row; become part of the change
   */
  Change change(int row, @Nullable Object[] values) {
    builder
        .kind(kind(row))
        .row(Row.wrap(schema, values))
        .position(positions.after(row))
        .endsTransaction(positions.endsTransaction(row))
        .replayed(replayed);
    if (log != null) {
      builder.log(log.tso(row), log.lsn(row));
    }
    return builder.build();
  }
}
