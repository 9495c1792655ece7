package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Folds the records of a window to at most one net change for each key. Only the first and the last
 * record of a key count (derived); an update that ends where it began is dropped, unless a value
 * column cannot be compared or the image at the start was all NULL (derived).
 */
final class MinDelta {
  private final TableSchema schema;
  private final RowDecoder decoder;
  private final boolean comparable;
  private final Map<RowKey, Fold> folds = new TreeMap<>();

  MinDelta(TableSchema schema, RowCodec codec) {
    this.schema = schema;
    this.decoder = new RowDecoder(codec, schema, null);
    this.comparable =
        schema.columns().stream()
            .filter(column -> !column.key())
            .allMatch(column -> comparable(column.type()));
  }

  private static boolean comparable(DorisType type) {
    return switch (type.kind()) {
      case FLOAT, DOUBLE, HLL, BITMAP, QUANTILE_STATE, VARIANT -> false;
      default -> type.children().stream().allMatch(MinDelta::comparable);
    };
  }

  /** Takes the next record; those of one key come in commit order. */
  void add(LogRecord record) {
    RowKey key = record.key;
    if (key == null) {
      throw new IllegalArgumentException("a record without a key cannot be folded");
    }
    folds.computeIfAbsent(key, first -> new Fold(record)).last = record;
  }

  /** The net changes in the order of the keys. */
  List<ChangeEvent> events() {
    List<ChangeEvent> events = new ArrayList<>();
    folds.values().forEach(fold -> emit(fold, events));
    return events;
  }

  private void emit(Fold fold, List<ChangeEvent> events) {
    LogRecord first = fold.first;
    LogRecord last = fold.last;
    boolean existed = first.op != LogRecord.INSERT;
    boolean exists = last.op != LogRecord.DELETE;
    if (!existed && exists) {
      events.add(ChangeEvent.of(last, ChangeEvent.AFTER, ChangeEvent.APPEND));
    } else if (existed && !exists) {
      events.add(event(first, ChangeEvent.DELETE, last.tso, last.lsn));
    } else if (existed && !unchanged(first, last)) {
      events.add(event(first, ChangeEvent.UPDATE_BEFORE, first.tso, last.lsn));
      events.add(ChangeEvent.of(last, ChangeEvent.AFTER, ChangeEvent.UPDATE_AFTER));
    }
  }

  private static ChangeEvent event(LogRecord first, int op, long tso, long lsn) {
    return new ChangeEvent(first, ChangeEvent.BEFORE, op, tso, lsn);
  }

  private boolean unchanged(LogRecord first, LogRecord last) {
    if (!comparable || first.before == null) {
      return false;
    }
    @Nullable Object[] before = decoder.decode(first.before);
    @Nullable Object[] after = decoder.decode(last.after);
    boolean allNull = true;
    for (int i = 0; i < before.length; i++) {
      Column column = schema.columns().get(i);
      if (!column.key()) {
        allNull &= before[i] == null;
        if (!Values.equal(before[i], after[i], column.type())) {
          return false;
        }
      }
    }
    return !allNull;
  }

  private static final class Fold {
    final LogRecord first;
    LogRecord last;

    Fold(LogRecord first) {
      this.first = first;
      this.last = first;
    }
  }
}
