package io.dorischangelog.flink;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangeWindow;
import io.dorischangelog.client.scan.ChangelogScan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the changes, window by window, and waits between two looks at an idle table. */
final class ChangesFetch implements SplitFetch {
  private final SharedScan scan;
  private final OpenBatches batches;
  private final SourceMetrics metrics;
  private final Duration pollInterval;
  private final Instant limit;
  private final boolean folds;
  private Position position;
  private @Nullable ChangeWindow window;
  private @Nullable ChangeStream stream;
  private boolean atPresent;
  private long lastPlanNanos;

  ChangesFetch(
      DorisSplit.Changes split,
      SourceSettings settings,
      SharedScan scan,
      OpenBatches batches,
      SourceMetrics metrics) {
    this.scan = scan;
    this.batches = batches;
    this.metrics = metrics;
    this.pollInterval = settings.pollInterval();
    this.limit = settings.mode().end().orElse(Instant.MAX);
    this.folds = settings.scanOptions().incrementType() == IncrementType.MIN_DELTA;
    this.position = split.position();
    metrics.fetchedUpTo(position);
  }

  @Override
  public FetchedRows fetch(WakeUp wakeUp) {
    ChangeStream open = stream;
    if (open != null) {
      return fromStream(open, wakeUp);
    }
    if (!position.nextStart().isBefore(limit)) {
      return FetchedRows.finished(DorisSplit.Changes.ID);
    }
    Duration due = pollInterval.minusNanos(System.nanoTime() - lastPlanNanos);
    if (atPresent && due.compareTo(Duration.ZERO) > 0 && wakeUp.await(due)) {
      return FetchedRows.none();
    }
    plan(scan.get());
    return FetchedRows.none();
  }

  private void plan(ChangelogScan open) {
    lastPlanNanos = System.nanoTime();
    Optional<ChangeWindow> next = open.planWindow(position, limit);
    atPresent = next.isEmpty() || next.get().reachesPresent();
    next.ifPresent(found -> begin(found, open));
  }

  private void begin(ChangeWindow next, ChangelogScan open) {
    if (folds && position.openWindow().isEmpty()) {
      // From its first row on a checkpoint must name these bounds, because the rows hang on them.
      position = position.withOpenWindow(next.start(), next.end());
    }
    window = next;
    stream = open.read(next, position);
  }

  private FetchedRows fromStream(ChangeStream open, WakeUp wakeUp) {
    return switch (SnapshotFetch.next(open, wakeUp)) {
      case BATCH -> batches.rows(DorisSplit.Changes.ID, open.batch());
      case NOT_YET -> FetchedRows.none();
      case END -> windowEnded(open);
    };
  }

  private FetchedRows windowEnded(ChangeStream open) {
    position = open.end();
    close();
    ChangeWindow ended = window;
    if (ended == null) {
      throw new IllegalStateException("a stream of changes without a window");
    }
    window = null;
    metrics.fetchedUpTo(position);
    Fetched.Progress progress = new Fetched.Progress(position, ended.end());
    return FetchedRows.of(DorisSplit.Changes.ID, progress);
  }

  @Override
  public void close() {
    ChangeStream open = stream;
    stream = null;
    if (open != null) {
      open.close();
    }
  }
}
