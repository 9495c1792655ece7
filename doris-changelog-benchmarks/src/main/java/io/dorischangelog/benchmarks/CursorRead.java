package io.dorischangelog.benchmarks;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;

/**
 * Reads every value of a batch row by row with the cursor's primitive getters, asking each nullable
 * column whether it is null first.
 */
final class CursorRead implements BatchRead<ChangeBatch> {
  private final byte[] text = new byte[BenchmarkTable.NAME_BYTES];

  @Override
  public long read(ChangeBatch batch) {
    return rows(batch.cursor());
  }

  /** Reads what is left of a cursor. */
  long rows(ChangeCursor row) {
    long sum = 0;
    while (row.next()) {
      sum += row.tso() + row.lsn() + (row.kind() == ChangeKind.INSERT ? 0 : 1);
      sum += row(row);
    }
    return sum;
  }

  private long row(ChangeCursor row) {
    long sum = row.getLong(BenchmarkTable.ID);
    if (!row.isNull(BenchmarkTable.K)) {
      sum += row.getInt(BenchmarkTable.K);
    }
    if (!row.isNull(BenchmarkTable.NAME)) {
      sum += row.copyBytes(BenchmarkTable.NAME, text, 0) + text[0];
    }
    if (!row.isNull(BenchmarkTable.AMOUNT)) {
      sum += row.getUnscaledLong(BenchmarkTable.AMOUNT);
    }
    if (!row.isNull(BenchmarkTable.TS)) {
      sum += row.getEpochMicros(BenchmarkTable.TS);
    }
    if (!row.isNull(BenchmarkTable.D)) {
      sum += row.getEpochDay(BenchmarkTable.D);
    }
    if (!row.isNull(BenchmarkTable.FLAG)) {
      sum += row.getBoolean(BenchmarkTable.FLAG) ? 1 : 0;
    }
    if (!row.isNull(BenchmarkTable.V)) {
      sum += Double.doubleToRawLongBits(row.getDouble(BenchmarkTable.V));
    }
    return sum;
  }
}
