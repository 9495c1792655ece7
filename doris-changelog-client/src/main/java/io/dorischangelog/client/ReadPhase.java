package io.dorischangelog.client;

import java.time.Duration;
import java.util.Optional;

/** One part of a read: the snapshot, or the changes behind it. For the reading thread. */
sealed interface ReadPhase permits SnapshotPhase, ChangesPhase {

  /**
   * Does one thing, or waits for one.
   *
   * @param slice longest wait
   * @return what there is to hand out; empty: call again
   */
  Optional<Fetched> step(Duration slice) throws InterruptedException;

  /** Ends its streams; the next step goes on behind the last row that was handed out. */
  void closeStreams();
}
