package io.dorischangelog.client;

import io.dorischangelog.client.offset.OffsetStore;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Saves what is left to save and closes the store, on a thread of its own, because a store may hang
 * (or hangs already, in a commit of another thread) and whoever closes a reader must not. A store
 * that answers late is closed then.
 */
final class StoreFarewell {
  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final Progress progress;
  private final FutureTask<Void> task;
  private final Thread thread;

  private StoreFarewell(Progress progress, OffsetStore store) {
    this.progress = progress;
    this.task =
        new FutureTask<>(
            () -> {
              Closing closing = new Closing();
              closing.run(progress::close);
              closing.run(store::close);
              closing.rethrow();
            },
            null);
    this.thread = new Thread(task, "doris-changelog-close");
    thread.setDaemon(true);
  }

  /** Begins. */
  static StoreFarewell of(Progress progress, OffsetStore store) {
    StoreFarewell farewell = new StoreFarewell(progress, store);
    farewell.thread.start();
    return farewell;
  }

  /**
   * Waits, not to be interrupted.
   *
   * @throws io.dorischangelog.client.error.OffsetStoreException if it takes longer
   */
  void await(Duration atMost) {
    Duration longest = atMost.compareTo(SHORTEST) < 0 ? SHORTEST : atMost;
    long deadline = System.nanoTime() + longest.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      throw progress.abandon(longest);
    } catch (ExecutionException e) {
      throw rethrown(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException rethrown(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException known
        ? known
        : new IllegalStateException("closing the offset store failed", e.getCause());
  }
}
