package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.internal.decode.RowPositions.Constant;
import io.dorischangelog.client.internal.decode.RowPositions.Counting;
import org.jspecify.annotations.Nullable;

/** The positions behind the rows of one batch, asked for in ascending order of rows. */
final class PositionWalk {

  private final @Nullable ChangeLog log;
  private final int rowCount;
  private final RowPositions start;
  private final BatchEnd end;
  private final @Nullable RowCount count;

  PositionWalk(@Nullable ChangeLog log, int rowCount, RowPositions start, BatchEnd end) {
    this.log = log;
    this.rowCount = rowCount;
    this.start = start;
    this.end = end;
    this.count =
        start instanceof Counting counting && log != null ? new RowCount(log, counting) : null;
  }

  /** Whether the row is known to be the last of its transaction. */
  boolean endsTransaction(int row) {
    if (row == rowCount - 1) {
      return !(end instanceof BatchEnd.Open);
    }
    return count != null && log != null && log.tso(row + 1) != log.tso(row);
  }

  /** The position behind a row; -1 stands for the place in front of the first one. */
  Position after(int row) {
    if (row == rowCount - 1 && end instanceof BatchEnd.Window window) {
      return window.end();
    }
    if (start instanceof Constant constant) {
      return constant.position();
    }
    Counting counting = following(row);
    return Position.of(counting.tso(), counting.rows(), counting.context());
  }

  /** Where counting goes on behind a row. */
  Counting following(int row) {
    Counting counting = (Counting) start;
    if (row < 0 || log == null || count == null) {
      return counting;
    }
    long rows = endsTransaction(row) ? Position.ALL : count.at(row);
    return new Counting(log.tso(row), rows, counting.context());
  }
}
