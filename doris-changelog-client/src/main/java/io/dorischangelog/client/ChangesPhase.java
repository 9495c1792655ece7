package io.dorischangelog.client;

import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangeWindow;
import io.dorischangelog.client.scan.ChangelogScan;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads changes, window after window, from a position on. */
final class ChangesPhase implements ReadPhase {
  private final ChangelogScan scan;
  private final ReadingThread thread;
  private final Progress progress;
  private final WindowPlanner planner;
  private final Duration pollInterval;
  private final boolean foldsWindows;
  private Position position;
  private @Nullable ChangeWindow window;
  private @Nullable ChangeStream stream;
  private long lastPlanNanos;
  private long windowStartNanos;
  private boolean atPresent;

  /** Rows of the current window were handed out. */
  private boolean begun;

  /**
   * @param progress told of positions that must be durable before rows are handed out
   * @param start behind everything that is already done
   */
  ChangesPhase(
      ChangelogScan scan,
      ReadingThread thread,
      Progress progress,
      WindowPlanner planner,
      ReaderSettings settings,
      Position start) {
    this.scan = scan;
    this.thread = thread;
    this.progress = progress;
    this.planner = planner;
    this.pollInterval = settings.pollInterval();
    this.foldsWindows = settings.incrementType() == IncrementType.MIN_DELTA;
    this.position = start;
  }

  @Override
  public Optional<Fetched> step(Duration slice) throws InterruptedException {
    if (stream != null) {
      return fromStream(stream, slice);
    }
    if (window != null) {
      // A retryable error ended its stream: the same window goes on behind the last row.
      stream = scan.read(window, position, begun);
      return Optional.empty();
    }
    if (planner.isOver(position)) {
      return Optional.of(Fetched.FINISHED);
    }
    if (planner.isPlanning()) {
      openPlanned(slice);
    } else {
      planWhenDue(slice);
    }
    return Optional.empty();
  }

  private Optional<Fetched> fromStream(ChangeStream open, Duration slice)
      throws InterruptedException {
    return switch (open.next(slice)) {
      case BATCH -> {
        ChangeBatch batch = open.batch();
        begun = true;
        position = batch.end();
        yield Optional.of(new Fetched.Rows(batch));
      }
      case NOT_YET -> Optional.empty();
      case END -> Optional.of(completed(open));
    };
  }

  private Fetched completed(ChangeStream open) {
    position = open.end();
    closeStreams();
    begun = false;
    ChangeWindow done = window;
    window = null;
    if (done != null) {
      scan.finished(done, Duration.ofNanos(System.nanoTime() - windowStartNanos));
    }
    return new Fetched.Completed(position);
  }

  private void openPlanned(Duration slice) throws InterruptedException {
    if (planner.await(slice)) {
      Optional<ChangeWindow> planned = planner.take();
      atPresent = planned.isEmpty() || planned.get().reachesPresent();
      planned.ifPresent(this::openWindow);
    }
  }

  private void openWindow(ChangeWindow next) {
    if (foldsWindows && position.openWindow().isEmpty()) {
      Position opened = position.withOpenWindow(next.start(), next.end());
      progress.gate(opened); // First: if this fails, the next call must try it again.
      position = opened;
    }
    window = next;
    windowStartNanos = System.nanoTime();
    stream = scan.read(next, position);
  }

  private void planWhenDue(Duration slice) throws InterruptedException {
    Duration due =
        atPresent ? pollInterval.minusNanos(System.nanoTime() - lastPlanNanos) : Duration.ZERO;
    if (due.compareTo(Duration.ZERO) > 0) {
      thread.pause(due.compareTo(slice) < 0 ? due : slice);
    } else {
      lastPlanNanos = System.nanoTime();
      planner.begin(progress.resumed(position));
    }
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
