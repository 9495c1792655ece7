package io.dorischangelog.testserver.internal.store;

import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Walks raw records: visible columns, before columns if the log has them, TSO, LSN and op. */
final class RawCursor implements RowCursor {
  private final Iterator<LogRecord> records;
  private final RowDecoder decoder;
  private final int visible;
  private final int[] beforeColumns;
  private @Nullable LogRecord record;
  private @Nullable Object @Nullable [] after;
  private @Nullable Object @Nullable [] before;

  RawCursor(Iterator<LogRecord> records, RowCodec codec, TableSchema schema, boolean history) {
    this.records = records;
    this.decoder = new RowDecoder(codec, schema, null);
    List<Column> columns = schema.columns();
    this.visible = columns.size();
    this.beforeColumns =
        history
            ? IntStream.range(0, visible).filter(i -> !columns.get(i).key()).toArray()
            : new int[0];
  }

  @Override
  public boolean advance() {
    after = null;
    before = null;
    record = records.hasNext() ? records.next() : null;
    return record != null;
  }

  @Override
  public @Nullable Object value(int column) {
    LogRecord current = record;
    if (current == null) {
      throw new IllegalStateException("no row; advance first");
    }
    if (column < visible) {
      if (after == null) {
        after = decoder.decode(current.after);
      }
      return after[column];
    }
    int rest = column - visible;
    if (rest < beforeColumns.length) {
      return before(current, beforeColumns[rest]);
    }
    return switch (rest - beforeColumns.length) {
      case 0 -> current.tso;
      case 1 -> current.lsn;
      default -> (long) current.op;
    };
  }

  private @Nullable Object before(LogRecord current, int column) {
    if (current.before == null) {
      return null;
    }
    if (before == null) {
      before = decoder.decode(current.before);
    }
    return before[column];
  }
}
