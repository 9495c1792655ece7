package io.dorischangelog.client;

import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.scan.ChangeWindow;
import io.dorischangelog.client.scan.ChangelogScan;
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
 * Plans windows on a thread of its own, because planning waits for the server and the reading
 * thread must stay free to be woken up. For the reading thread; {@link #close()} may come from any.
 */
final class WindowPlanner implements AutoCloseable {
  private final ChangelogScan scan;
  private final TableId table;
  private final Instant limit;
  private final ExecutorService executor;
  private @Nullable Future<Optional<ChangeWindow>> planning;

  /**
   * @param limit exclusive end of the read; {@link Instant#MAX} for none
   */
  WindowPlanner(ChangelogScan scan, TableId table, Instant limit) {
    this.scan = scan;
    this.table = table;
    this.limit = limit;
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

  boolean isPlanning() {
    return planning != null;
  }

  /** Begins to plan the window behind a position. */
  void begin(Position from) {
    try {
      planning = executor.submit(() -> scan.planWindow(from, limit));
    } catch (RejectedExecutionException e) {
      throw closed();
    }
  }

  /** Forgets the plan that was begun. */
  void forget() {
    planning = null;
  }

  /**
   * Waits for the plan that was begun.
   *
   * @return whether it is there to be {@linkplain #take() taken}, or has failed
   */
  boolean await(Duration atMost) throws InterruptedException {
    try {
      begun().get(atMost.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (CancellationException | ExecutionException e) {
      return true;
    }
  }

  /**
   * The plan that was begun and is there.
   *
   * @return empty: there is no window to read yet
   */
  Optional<ChangeWindow> take() throws InterruptedException {
    Future<Optional<ChangeWindow>> plan = begun();
    planning = null;
    try {
      return plan.get();
    } catch (CancellationException e) {
      throw closed();
    } catch (ExecutionException e) {
      throw rethrown(e);
    }
  }

  private Future<Optional<ChangeWindow>> begun() {
    Future<Optional<ChangeWindow>> plan = planning;
    if (plan == null) {
      throw new IllegalStateException("begin() comes first");
    }
    return plan;
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

  private ReaderClosedException closed() {
    return new ReaderClosedException(ErrorContext.of(table), "The reader was closed");
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
