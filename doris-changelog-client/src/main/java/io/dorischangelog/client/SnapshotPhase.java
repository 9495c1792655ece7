package io.dorischangelog.client;

import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.SnapshotPlan;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the splits of a snapshot, one after the other. */
final class SnapshotPhase implements ReadPhase {
  private final ChangelogScan scan;
  private final SnapshotPlan plan;
  private int nextSplit;
  private @Nullable ChangeStream stream;

  /** Rows of the current split were handed out. */
  private boolean begun;

  SnapshotPhase(ChangelogScan scan, SnapshotPlan plan) {
    this.scan = scan;
    this.plan = plan;
  }

  @Override
  public Optional<Fetched> step(Duration slice) throws InterruptedException {
    ChangeStream open = stream;
    if (open == null) {
      stream = scan.read(plan.splits().get(nextSplit), begun);
      return Optional.empty();
    }
    return switch (open.next(slice)) {
      case BATCH -> {
        begun = true;
        yield Optional.of(new Fetched.Rows(open.batch()));
      }
      case NOT_YET -> Optional.empty();
      case END -> completed();
    };
  }

  private Optional<Fetched> completed() {
    closeStreams();
    begun = false;
    nextSplit++;
    return nextSplit < plan.splits().size()
        ? Optional.empty()
        : Optional.of(new Fetched.Completed(Position.endOfWindow(plan.time(), scan.context())));
  }

  @Override
  public void closeStreams() {
    ChangeStream open = stream;
    stream = null;
    if (open != null) {
      open.close();
    }
  }
}
