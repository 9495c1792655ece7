package io.dorischangelog.testserver.internal.store;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Turns the outcome of a transaction for one key into its record and its row. */
final class RecordWriter {
  private final TableData data;
  private final RowLayout layout;
  private final long tso;
  private final boolean history;

  RecordWriter(TableData data, RowLayout layout, long tso) {
    this.data = data;
    this.layout = layout;
    this.tso = tso;
    // A table of key columns only takes the plain path (documented).
    this.history = data.log().history() && layout.schema().hasValueColumns();
  }

  void write(PendingRow row) {
    if (row.live) {
      writeLive(row);
    } else {
      writeDeleted(row);
    }
  }

  private void writeLive(PendingRow row) {
    byte[] after = data.encode(row.values, layout.schema());
    boolean update = row.existed() && (history || !row.wroteWhole);
    update &= layout.schema().hasValueColumns();
    byte[] before = history && update ? image(row) : null;
    record(row, update ? LogRecord.UPDATE : LogRecord.INSERT, before, after);
    row.tablet.put(row.key, new RowVersion(row.key, after, tso, row.sequence, false));
  }

  private void writeDeleted(PendingRow row) {
    byte[] before = row.existed() && history ? image(row) : null;
    if (row.existed() || !row.inserted) {
      record(row, LogRecord.DELETE, before, deleteImage(row, before));
    }
    if (data.hasSequence()) {
      byte[] image = data.encode(row.values, layout.schema());
      row.tablet.put(row.key, new RowVersion(row.key, image, tso, row.sequence, true));
    } else {
      row.tablet.remove(row.key);
    }
  }

  /** With history the old row, shared where nothing differs; else the key and the defaults. */
  private byte[] deleteImage(PendingRow row, byte @Nullable [] before) {
    if (before == null) {
      return data.encode(keyAndDefaults(row.values), layout.schema());
    }
    byte[] after = data.encode(row.values, layout.schema());
    return Arrays.equals(before, after) ? before : after;
  }

  private @Nullable Object[] keyAndDefaults(@Nullable Object[] values) {
    Instant now = Instant.ofEpochMilli(TsoClock.physical(tso));
    @Nullable Object[] row = values.clone();
    for (int i = 0; i < row.length; i++) {
      Column column = layout.schema().columns().get(i);
      if (!column.key()) {
        row[i] = DefaultValues.at(column.definition(), now);
      }
    }
    return row;
  }

  private static byte @Nullable [] image(PendingRow row) {
    return row.original == null ? null : row.original.image;
  }

  private void record(PendingRow row, int op, byte @Nullable [] before, byte[] after) {
    if (data.log().enabled()) {
      row.tablet.record(new LogRecord(tso, data.nextLsn(), op, row.key, before, after));
    }
  }
}
