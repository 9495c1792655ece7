package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.scan.SnapshotSplit;
import org.apache.flink.api.connector.source.SourceSplit;

/** What one reader reads: a part of the snapshot, or all the changes behind a position. */
public sealed interface DorisSplit extends SourceSplit {

  /**
   * A part of the snapshot. It has no place inside: what was not read to its end is read again.
   *
   * @param part which part
   * @param finished kept in a reader's state so that the enumerator can be told again after a
   *     restore; there is nothing left to read
   */
  record Snapshot(SnapshotSplit part, boolean finished) implements DorisSplit {
    @Override
    public String splitId() {
      return "snapshot-" + part.index();
    }
  }

  /**
   * The changes behind a position. There is one such split, because rows of one key must stay in
   * order.
   *
   * @param position behind the last row handed on; with the window that was begun in {@code
   *     min_delta}
   */
  record Changes(Position position) implements DorisSplit {
    static final String ID = "changes";

    @Override
    public String splitId() {
      return ID;
    }
  }
}
