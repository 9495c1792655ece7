package io.dorischangelog.client;

import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReadInterruptedException;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangeWindow;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.SnapshotPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Goes from split to split and from window to window. For the reading thread; {@link #close()} may
 * come from any.
 *
 * <p>Whatever waits for a server runs on another thread (a stream's pump, or the planner here), so
 * that the reading thread can always be woken up, interrupted or closed.
 */
final class ReadLoop implements AutoCloseable {
  /** How long the reading thread waits without looking whether it was woken up. */
  private static final Duration SLICE = Duration.ofMillis(20);

  private final ChangelogScan scan;
  private final ReadingThread thread;
  private final Progress progress;
  private final Duration pollInterval;
  private final Instant limit;
  private final ExecutorService planner;
  private final IncrementType incrementType;
  private @Nullable SnapshotPlan snapshot;
  private final boolean readsChanges;
  private int nextSplit;
  private Position position;
  private @Nullable ChangeStream stream;
  private @Nullable ChangeWindow window;
  private @Nullable Future<Optional<ChangeWindow>> planning;
  private @Nullable ChangelogException fatal;
  private long lastPlanNanos;
  private long windowStartNanos;
  private boolean atPresent;

  /** Rows of the current split or window were handed out. */
  private boolean begun;

  private boolean finished;

  /**
   * @param start where to begin, with the snapshot to read first
   * @param progress told of positions that must be durable before rows are handed out
   */
  ReadLoop(
      ChangelogScan scan,
      ReadingThread thread,
      Progress progress,
      StartPoint start,
      ReaderSettings settings) {
    this.scan = scan;
    this.thread = thread;
    this.progress = progress;
    this.snapshot = start.snapshot().orElse(null);
    this.position = start.position();
    this.pollInterval = settings.pollInterval();
    this.incrementType = settings.incrementType();
    this.readsChanges = settings.scanMode().hasChanges();
    this.limit = settings.scanMode().end().orElse(Instant.MAX);
    this.planner =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread planning =
                  new Thread(task, "doris-changelog-plan-" + start.position().table());
              planning.setDaemon(true);
              return planning;
            });
  }

  /**
   * Waits for the next thing to hand out.
   *
   * @param deadlineNanos of {@link System#nanoTime()}
   * @return {@link Fetched.Nothing} when the deadline passed
   * @throws ReaderClosedException if the reader was closed
   */
  Fetched next(long deadlineNanos) {
    while (true) {
      requireUsable();
      if (thread.takeWakeup()) {
        return Fetched.WOKEN_UP;
      }
      if (finished) {
        return Fetched.FINISHED;
      }
      Duration left = remaining(deadlineNanos);
      Optional<Fetched> found = step(left.compareTo(SLICE) < 0 ? left : SLICE);
      if (found.isPresent()) {
        return found.get();
      }
      if (remaining(deadlineNanos).isZero()) {
        return Fetched.NOTHING;
      }
    }
  }

  private void requireUsable() {
    if (thread.isClosed()) {
      throw closed();
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new ReadInterruptedException(errors(), null);
    }
    if (fatal != null) {
      throw fatal;
    }
  }

  private Optional<Fetched> step(Duration slice) {
    try {
      if (stream != null) {
        return fromStream(stream, slice);
      }
      if (snapshot != null) {
        openSplit(snapshot);
        return Optional.empty();
      }
      if (window != null) {
        // A retryable error ended its stream: the same window goes on behind the last row.
        stream = scan.read(window, position, begun);
        return Optional.empty();
      }
      if (isOver()) {
        finished = true;
        return Optional.of(Fetched.FINISHED);
      }
      return planned(slice);
    } catch (ChangelogException e) {
      abandon(e);
      throw thread.isClosed() ? closed() : e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReadInterruptedException(errors(), e);
    }
  }

  private boolean isOver() {
    return !readsChanges || !position.nextStart().isBefore(limit);
  }

  private Optional<Fetched> fromStream(ChangeStream open, Duration slice) {
    return switch (open.next(slice)) {
      case BATCH -> {
        ChangeBatch batch = open.batch();
        begun = true;
        position = batch.end();
        yield Optional.of(new Fetched.Rows(batch));
      }
      case NOT_YET -> Optional.empty();
      case END -> completed(open);
    };
  }

  private Optional<Fetched> completed(ChangeStream open) {
    Position end = open.end();
    closeStream();
    begun = false;
    SnapshotPlan plan = snapshot;
    if (plan != null) {
      nextSplit++;
      if (nextSplit < plan.splits().size()) {
        return Optional.empty();
      }
      snapshot = null;
      end = Position.endOfWindow(plan.time(), scan.context());
    } else if (window != null) {
      scan.finished(window, Duration.ofNanos(System.nanoTime() - windowStartNanos));
      window = null;
    }
    position = end;
    return Optional.of(new Fetched.Completed(end));
  }

  private void openSplit(SnapshotPlan plan) {
    position = Position.snapshot(plan.time(), scan.context());
    stream = scan.read(plan.splits().get(nextSplit), begun);
  }

  private Optional<Fetched> planned(Duration slice) throws InterruptedException {
    Future<Optional<ChangeWindow>> plan = planning;
    if (plan == null) {
      return planWhenDue(slice);
    }
    try {
      Optional<ChangeWindow> next = plan.get(slice.toNanos(), TimeUnit.NANOSECONDS);
      planning = null;
      atPresent = next.isEmpty() || next.get().reachesPresent();
      next.ifPresent(this::openWindow);
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (CancellationException e) {
      throw closed();
    } catch (ExecutionException e) {
      planning = null;
      throw rethrown(e);
    }
  }

  private Optional<Fetched> planWhenDue(Duration slice) throws InterruptedException {
    Duration due =
        atPresent ? pollInterval.minusNanos(System.nanoTime() - lastPlanNanos) : Duration.ZERO;
    if (due.compareTo(Duration.ZERO) > 0) {
      thread.pause(due.compareTo(slice) < 0 ? due : slice);
      return Optional.empty();
    }
    lastPlanNanos = System.nanoTime();
    Position from = position;
    try {
      planning = planner.submit(() -> scan.planWindow(from, limit));
    } catch (RejectedExecutionException e) {
      throw closed();
    }
    return Optional.empty();
  }

  private void openWindow(ChangeWindow next) {
    if (incrementType == IncrementType.MIN_DELTA && position.openWindow().isEmpty()) {
      Position begun = position.withOpenWindow(next.start(), next.end());
      progress.gate(begun); // First: if this fails, the next call must try it again.
      position = begun;
    }
    window = next;
    windowStartNanos = System.nanoTime();
    stream = scan.read(next, position);
  }

  private static ChangelogException rethrown(ExecutionException e) {
    if (e.getCause() instanceof ChangelogException known) {
      return known;
    }
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("planning the next window failed", e.getCause());
  }

  /** After an error the next call begins again behind the last row handed out, or fails again. */
  private void abandon(ChangelogException e) {
    closeStream();
    if (!e.isRetryable()) {
      fatal = e;
    }
  }

  /** Goes on behind another position. */
  void seek(Position target) {
    closeStream();
    planning = null;
    begun = false;
    window = null;
    snapshot = null;
    finished = false;
    atPresent = false;
    position = target;
  }

  private void closeStream() {
    ChangeStream open = stream;
    stream = null;
    if (open != null) {
      open.close();
    }
  }

  private ReaderClosedException closed() {
    return new ReaderClosedException(errors(), "The reader was closed");
  }

  private ErrorContext errors() {
    return ErrorContext.of(position.table());
  }

  private static Duration remaining(long deadlineNanos) {
    long left = deadlineNanos - System.nanoTime();
    return left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }

  /** Ends the planner; streams end with the scan. */
  @Override
  public void close() {
    planner.shutdownNow();
  }
}
