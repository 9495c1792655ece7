package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.TableSchema;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Change} of each row of a batch. Values are read some rows at a time, column by
 * column, which is much faster than going from column to column in each row.
 */
final class ChangeIterator implements Iterator<Change> {

  private final ArrowChangeBatch batch;
  private final TableSchema schema;
  private final ColumnReaders readers;
  private final @Nullable ChangeLog log;
  private final PositionWalk positions;
  private final int rowCount;
  private final boolean replayed;
  private final int blockRows;
  private final Change.Builder builder = Change.builder();
  private @Nullable Object[][] block = {};

  /** The row after the last one handed out. */
  private int row;

  private int blockStart;
  private int blockEnd;

  ChangeIterator(
      ArrowChangeBatch batch,
      ColumnReaders readers,
      @Nullable ChangeLog log,
      PositionWalk positions) {
    this.batch = batch;
    this.schema = readers.schema();
    this.readers = readers;
    this.log = log;
    this.positions = positions;
    this.rowCount = batch.rowCount();
    this.replayed = batch.replayed();
    this.blockRows = ArrowChangeBatch.rowsAtOnce(batch.vectors());
  }

  @Override
  public boolean hasNext() {
    return row < rowCount;
  }

  @Override
  public Change next() {
    batch.requireOpen();
    int at = row;
    if (at >= rowCount) {
      throw new NoSuchElementException("the batch has " + rowCount + " rows");
    }
    if (at == blockEnd) {
      readBlock(at);
    }
    Change change = change(at, block[at - blockStart]);
    row = at + 1;
    return change;
  }

  private Change change(int at, @Nullable Object[] values) {
    builder
        .kind(log == null ? ChangeKind.SNAPSHOT : log.kind(at))
        .row(Row.wrap(schema, values))
        .position(positions.after(at))
        .endsTransaction(positions.endsTransaction(at))
        .replayed(replayed);
    if (log != null) {
      builder.log(log.tso(at), log.lsn(at));
    }
    return builder.build();
  }

  /** A cell that cannot be read must not keep back the rows in front of it. */
  private void readBlock(int first) {
    try {
      block = rows(first, Math.min(blockRows, rowCount - first));
    } catch (BadCell e) {
      block = new @Nullable Object[][] {row(first)};
    }
    blockStart = first;
    blockEnd = first + block.length;
  }

  private @Nullable Object[][] rows(int first, int count) {
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

  private @Nullable Object[] row(int at) {
    ColumnReader[] columns = log != null && log.isKeyOnly(at) ? readers.keysOnly() : readers.all();
    @Nullable Object[] values = new Object[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i].getObject(at);
    }
    return values;
  }
}
