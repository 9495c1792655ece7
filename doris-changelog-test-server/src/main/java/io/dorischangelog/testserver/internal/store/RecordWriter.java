package io.dorischangelog.testserver.internal.store;

import java.time.Instant;
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
    byte[] after = image(row);
    boolean update = row.existed() && (history || !row.wroteWhole);
    update &= layout.schema().hasValueColumns();
    byte[] before = history && update ? original(row) : null;
    record(row, update ? LogRecord.UPDATE : LogRecord.INSERT, before, after);
    row.tablet.put(row.key, new RowVersion(row.key, after, tso, row.sequence, false));
  }

  private void writeDeleted(PendingRow row) {
    byte[] before = row.existed() && history ? original(row) : null;
    if (row.existed() || !row.inserted) {
      record(row, LogRecord.DELETE, before, before == null ? keyAndDefaults(row) : image(row));
    }
    if (data.hasSequence()) {
      row.tablet.put(row.key, new RowVersion(row.key, image(row), tso, row.sequence, true));
    } else {
      row.tablet.remove(row.key);
    }
  }

  /** The row as the transaction leaves it; the very bytes of the original where it is that. */
  private byte[] image(PendingRow row) {
    if (row.values != null) {
      return data.encode(row.values, layout.schema());
    }
    byte[] original = original(row);
    if (original == null) {
      throw new IllegalStateException("a row that was never written has no image");
    }
    return original;
  }

  private static byte @Nullable [] original(PendingRow row) {
    return row.original == null ? null : row.original.image;
  }

  /** What a delete without a before image shows: the key, and elsewhere the defaults. */
  private byte[] keyAndDefaults(PendingRow row) {
    Instant now = Instant.ofEpochMilli(TsoClock.physical(tso));
    @Nullable Object[] shown = data.decode(image(row), layout.schema());
    for (int i = 0; i < shown.length; i++) {
      Column column = layout.schema().columns().get(i);
      if (!column.key()) {
        shown[i] = DefaultValues.at(column.definition(), now);
      }
    }
    return data.encode(shown, layout.schema());
  }

  private void record(PendingRow row, int op, byte @Nullable [] before, byte[] after) {
    if (data.log().enabled()) {
      row.tablet.record(new LogRecord(tso, data.nextLsn(), op, row.key, before, after));
    }
  }
}
