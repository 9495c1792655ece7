package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.internal.decode.RowPositions.Counting;

/**
 * Counts rows within their transaction while walking forwards over a batch. It looks at a row only
 * when asked for one at or behind it, so that who asks for no position pays nothing.
 */
final class RowCount {

  private final ChangeLog log;
  private int row = -1;
  private long tso;
  private long rows;

  RowCount(ChangeLog log, Counting start) {
    this.log = log;
    this.tso = start.tso();
    this.rows = start.rows();
  }

  /**
   * How many rows of its transaction are done with this row; {@link Position#ALL} for a row of a
   * transaction that was complete before the batch.
   *
   * @param upTo not below the row asked for before
   */
  long at(int upTo) {
    while (row < upTo) {
      row++;
      long next = log.tso(row);
      if (next != tso) {
        tso = next;
        rows = 1;
      } else if (rows != Position.ALL) {
        rows++;
      }
    }
    return rows;
  }
}
