package io.dorischangelog.client;

import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangeWindow;
import io.dorischangelog.client.scan.ChangelogScan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Plans windows on a thread of its own, because planning waits for the server and the reading
 * thread must stay free to be woken up; and opens them ahead of it: the next window is planned when
 * the one before has been received whole, while that is still being handed out. In {@code
 * min_delta} nothing is opened ahead, because each window must be saved before its first row.
 *
 * <p>For the reading thread; {@link #close()} may come from any.
 */
final class WindowFeed implements AutoCloseable {
  private final ChangelogScan scan;
  private final TableId table;
  private final Instant limit;
  private final Duration pollInterval;
  private final boolean opensAhead;
  private final ExecutorService executor;
  private @Nullable FeedRun run;

  /** When the last plan was asked for. */
  private volatile long lastPlanNanos;

  /** Whether that plan reached the server's present. */
  private volatile boolean atPresent;

  /**
   * @param limit exclusive end of the read; {@link Instant#MAX} for none
   */
  WindowFeed(ChangelogScan scan, TableId table, Instant limit, ReaderSettings settings) {
    this.scan = scan;
    this.table = table;
    this.limit = limit;
    this.pollInterval = settings.pollInterval();
    this.opensAhead = settings.incrementType() != IncrementType.MIN_DELTA;
    this.executor =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "doris-changelog-plan-" + table);
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Whether nothing is left to read behind a position. */
  boolean isOver(Position position) {
    return !position.nextStart().isBefore(limit);
  }

  /** Whether windows are being planned, or are there to be taken. */
  boolean isRunning() {
    return run != null;
  }

  /** Begins with the window behind a position. */
  void start(Position from) {
    begin(Optional.empty(), from);
  }

  /** Begins with the window behind a stream, as soon as that has been received whole. */
  void startBehind(ChangeStream open, Position from) {
    if (opensAhead) {
      begin(Optional.of(open), from);
    }
  }

  private void begin(Optional<ChangeStream> open, Position from) {
    FeedRun begun = new FeedRun();
    try {
      begun.runOn(executor, () -> feed(begun, open, from));
    } catch (RejectedExecutionException e) {
      throw new ReaderClosedException(ErrorContext.of(table), "The reader was closed");
    }
    run = begun;
  }

  /**
   * Waits for the next window.
   *
   * @return empty if it did not come in time
   * @throws ChangelogException if it could not be planned
   */
  Optional<FeedRun.Planned> take(Duration atMost) throws InterruptedException {
    FeedRun running = run;
    if (running == null) {
      throw new IllegalStateException("start() comes first");
    }
    Optional<FeedRun.Planned> next = running.take(atMost);
    if (next.isPresent() && !opensAhead) {
      run = null;
    }
    return next;
  }

  /** Forgets what was begun; windows that were opened ahead are closed. */
  void stop() {
    FeedRun running = run;
    run = null;
    if (running != null) {
      running.drop();
    }
  }

  /** The read goes on elsewhere: the next plan is not one more look at the same place. */
  void moved() {
    stop();
    atPresent = false;
  }

  private void feed(FeedRun feeding, Optional<ChangeStream> first, Position from) {
    try {
      Position at = from;
      Optional<ChangeStream> open = first;
      while (!feeding.isDropped()) {
        if (open.isPresent()) {
          Optional<Position> end = open.get().awaitReceived();
          if (end.isEmpty()) {
            return; // Whoever reads that stream learns why, and begins again.
          }
          at = end.get();
          open = Optional.empty();
        }
        if (isOver(at)) {
          return;
        }
        feeding.awaitPlace();
        open = next(feeding, at);
        if (!opensAhead && feeding.hasWindow()) {
          return;
        }
      }
    } catch (InterruptedException e) {
      feeding.end(null); // Dropped, or the reader was closed.
    } catch (ChangelogException e) {
      feeding.end(e);
    } catch (RuntimeException | Error e) {
      feeding.end(e);
    }
  }

  /** Plans one window and opens it; empty where there was none, or it is not to be opened here. */
  private Optional<ChangeStream> next(FeedRun feeding, Position at) throws InterruptedException {
    awaitPoll(feeding);
    Optional<ChangeWindow> window = scan.planWindow(at, limit);
    atPresent = window.isEmpty() || window.get().reachesPresent();
    if (window.isEmpty()) {
      return Optional.empty();
    }
    Optional<ChangeStream> opened =
        opensAhead ? Optional.of(scan.read(window.get(), at)) : Optional.empty();
    feeding.add(new FeedRun.Planned(window.get(), opened));
    return opened;
  }

  private void awaitPoll(FeedRun feeding) throws InterruptedException {
    if (atPresent) {
      feeding.pauseUntil(lastPlanNanos + pollInterval.toNanos());
    }
    lastPlanNanos = System.nanoTime();
  }

  /** Ends the thread; streams end with the scan. */
  @Override
  public void close() {
    executor.shutdownNow();
  }
}
