package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.Position;
import org.jspecify.annotations.Nullable;

/**
 * How far a split was handed on. Between two rows the cursor stands at the last one handed on, so
 * its position is only made when a checkpoint asks for it.
 */
final class SplitState {
  private final DorisSplit split;
  private @Nullable ChangeCursor cursor;
  private @Nullable Position position;

  SplitState(DorisSplit split) {
    this.split = split;
  }

  void handedOn(ChangeCursor atRow) {
    cursor = atRow;
  }

  void handedOn(Position upTo) {
    cursor = null;
    position = upTo;
  }

  /** The split as a checkpoint keeps it. */
  DorisSplit toSplit() {
    if (split instanceof DorisSplit.Snapshot) {
      return split;
    }
    if (cursor != null) {
      return new DorisSplit.Changes(cursor.position());
    }
    return position == null ? split : new DorisSplit.Changes(position);
  }
}
