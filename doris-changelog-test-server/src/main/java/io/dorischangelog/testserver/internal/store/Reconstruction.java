package io.dorischangelog.testserver.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows of a tablet as they were at a TSO, worked back from the rows now. */
final class Reconstruction {
  private final AppendList.View<LogRecord> log;
  private final List<RowVersion> now;
  private final long tso;
  private final long behind;

  Reconstruction(TabletStore tablet, long tso) {
    this.log = tablet.log();
    this.now = tablet.rows();
    this.tso = tso;
    this.behind = tso == Long.MAX_VALUE ? tso : tso + 1;
  }

  /** In the order of the keys. */
  List<RowVersion> rows() {
    Map<RowKey, RowVersion> rows = new TreeMap<>();
    for (RowVersion row : now) {
      if (row.key != null && row.tso <= tso) {
        rows.put(row.key, row);
      }
    }
    Map<RowKey, LogRecord> firstAfter = firstAfter();
    Map<RowKey, Long> writtenAt = writtenAt(firstAfter);
    firstAfter.forEach(
        (key, record) -> {
          byte[] image = record.before;
          if (image == null) {
            rows.remove(key);
          } else {
            rows.put(key, restored(key, image, writtenAt.get(key)));
          }
        });
    return new ArrayList<>(rows.values());
  }

  private static RowVersion restored(RowKey key, byte[] image, @Nullable Long writtenAt) {
    return new RowVersion(key, image, writtenAt == null ? 0 : writtenAt, null, false);
  }

  /** The first record of each key behind the TSO: its before image is the row at the TSO. */
  private Map<RowKey, LogRecord> firstAfter() {
    Map<RowKey, LogRecord> records = new TreeMap<>();
    for (LogRecord record : LogSlice.of(log, behind, Long.MAX_VALUE)) {
      if (record.key != null) {
        records.putIfAbsent(record.key, record);
      }
    }
    return records;
  }

  private Map<RowKey, Long> writtenAt(Map<RowKey, LogRecord> wanted) {
    Map<RowKey, Long> times = new TreeMap<>();
    if (!wanted.isEmpty()) {
      for (LogRecord record : LogSlice.of(log, Long.MIN_VALUE, behind)) {
        if (record.key != null && wanted.containsKey(record.key)) {
          times.put(record.key, record.tso);
        }
      }
    }
    return times;
  }
}
