package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;

/** How the rows of a batch get their positions. */
public sealed interface RowPositions {

  /** Every row but a window's last has the same position: snapshots and {@code min_delta}. */
  static RowPositions constant(Position position) {
    return new Constant(position);
  }

  /**
   * Rows are counted within their transaction.
   *
   * @param tso the transaction of the last row handed out before, or one below the first of the
   *     window when there was none
   * @param rows how many rows of it were handed out before
   * @param context what the positions share
   */
  static RowPositions counting(long tso, long rows, PositionContext context) {
    return new Counting(tso, rows, context);
  }

  /** See {@link #constant}. */
  record Constant(Position position) implements RowPositions {}

  /** See {@link #counting}. */
  record Counting(long tso, long rows, PositionContext context) implements RowPositions {}
}
