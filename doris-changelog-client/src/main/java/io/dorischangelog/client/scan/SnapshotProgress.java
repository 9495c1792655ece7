package io.dorischangelog.client.scan;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How far this scan is with a snapshot, for the listener. Thread-safe. */
final class SnapshotProgress {
  private final ScanEvents events;
  private final Set<Integer> done = new HashSet<>();
  private @Nullable Instant time;
  private long rows;

  SnapshotProgress(ScanEvents events) {
    this.events = events;
  }

  /** A snapshot was planned, perhaps once more. */
  synchronized void started(SnapshotPlan plan) {
    begin(plan.time());
    events.tell(to -> to.snapshotStarted(plan.time(), plan.exact(), plan.splits().size()));
  }

  private void begin(Instant snapshot) {
    time = snapshot;
    done.clear();
    rows = 0;
  }

  /** Rows of a split arrived. */
  synchronized void arrived(SnapshotSplit split, long newRows) {
    requireCurrent(split);
    rows += newRows;
    tell(split);
  }

  /** All rows of a split arrived. */
  synchronized void completed(SnapshotSplit split) {
    requireCurrent(split);
    done.add(split.index());
    tell(split);
    if (done.size() == split.count()) {
      long all = rows;
      events.tell(to -> to.snapshotDone(split.time(), all));
    }
  }

  /** Splits may have been planned by another scan, in another process. */
  private void requireCurrent(SnapshotSplit split) {
    if (!split.time().equals(time)) {
      begin(split.time());
    }
  }

  private void tell(SnapshotSplit split) {
    long sum = rows;
    int finished = done.size();
    events.tell(to -> to.snapshotProgress(sum, finished, split.count()));
  }
}
