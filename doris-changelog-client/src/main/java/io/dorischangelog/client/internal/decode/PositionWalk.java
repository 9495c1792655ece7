package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.internal.decode.RowPositions.Constant;
import io.dorischangelog.client.internal.decode.RowPositions.Counting;
import org.jspecify.annotations.Nullable;

/**
 * The positions behind the rows of one batch, asked for in ascending order of rows. Rows are looked
 * at only when a position at or behind them is asked for, so that who asks for none pays nothing.
 */
final class PositionWalk {

  private final @Nullable ChangeLog log;
  private final int lastRow;
  private final RowPositions start;
  private final BatchEnd end;
  private final boolean counts;

  /** Where the walk is, how many rows of the transaction {@code tso} are done there. */
  private int row = -1;

  private long tso;
  private long rows;

  /** The transaction of the row after it; of the last row, that row's own. */
  private long nextTso;

  PositionWalk(@Nullable ChangeLog log, int rowCount, RowPositions start, BatchEnd end) {
    this.log = log;
    this.lastRow = rowCount - 1;
    this.start = start;
    this.end = end;
    this.counts = log != null && lastRow >= 0 && start instanceof Counting;
    if (counts && start instanceof Counting counting && log != null) {
      this.tso = counting.tso();
      this.rows = counting.rows();
      this.nextTso = log.tso(0);
    }
  }

  /** Whether the row is known to be the last of its transaction. */
  boolean endsTransaction(int row) {
    if (row == lastRow) {
      return !(end instanceof BatchEnd.Open);
    }
    if (!counts) {
      return false;
    }
    walk(row);
    return nextTso != tso;
  }

  /** The position behind a row. */
  Position after(int row) {
    if (row == lastRow && end instanceof BatchEnd.Window window) {
      return window.end();
    }
    if (counts && start instanceof Counting counting) {
      walk(row);
      long done = endsTransaction(row) ? Position.ALL : rows;
      return Position.of(tso, done, counting.context());
    }
    return at(start);
  }

  /**
   * Counts the rows up to one. {@link Position#ALL} of them are done with a row of a transaction
   * that was complete before the batch.
   */
  private void walk(int upTo) {
    while (row < upTo && log != null) {
      row++;
      if (nextTso != tso) {
        tso = nextTso;
        rows = 1;
      } else {
        rows = plus(rows, 1);
      }
      nextTso = row == lastRow ? tso : log.tso(row + 1);
    }
  }

  /** Where counting goes on behind the last row, found without a walk over all of them. */
  RowPositions behind() {
    if (!counts || log == null || !(start instanceof Counting before)) {
      return start;
    }
    long last = log.tso(lastRow);
    int first = lastRow;
    while (first > 0 && log.tso(first - 1) == last) {
      first--;
    }
    long here = lastRow - first + 1L;
    boolean goesOn = first == 0 && before.tso() == last;
    long counted = goesOn ? plus(before.rows(), here) : here;
    return new Counting(last, endsTransaction(lastRow) ? Position.ALL : counted, before.context());
  }

  private static long plus(long rows, long more) {
    return rows == Position.ALL ? Position.ALL : rows + more;
  }

  /** The position at a place where counting goes on. */
  static Position at(RowPositions place) {
    if (place instanceof Constant constant) {
      return constant.position();
    }
    Counting counting = (Counting) place;
    return Position.of(counting.tso(), counting.rows(), counting.context());
  }
}
