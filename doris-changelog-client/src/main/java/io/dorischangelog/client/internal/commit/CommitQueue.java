package io.dorischangelog.client.internal.commit;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.client.offset.OffsetStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Saves positions to a slow store on a thread of its own. Only the newest position waits; a save
 * that fails for a passing reason is tried again; what fails for good comes out of the next {@link
 * #submit} or {@link #close}. Thread-safe.
 *
 * <p>The store's own {@code save} stays synchronous: saves that must be durable before rows are
 * handed out go to the store directly, before the queue is made.
 */
public final class CommitQueue implements AutoCloseable {

  /**
   * How patient the queue is.
   *
   * @param tries how often one position is tried before the failure is reported
   * @param delay how long to wait between two tries
   * @param atClose how long {@link CommitQueue#close} waits for the last save
   */
  public record Patience(int tries, Duration delay, Duration atClose) {}

  private final OffsetStore store;
  private final String consumer;
  private final TableId table;
  private final Patience patience;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Optional<Position> committed; // guarded by lock
  private @Nullable Position waiting; // guarded by lock
  private @Nullable OffsetStoreException failure; // guarded by lock
  private boolean closing; // guarded by lock

  /**
   * Starts the thread, a daemon.
   *
   * @param stored what the store holds now
   */
  public CommitQueue(
      OffsetStore store,
      String consumer,
      TableId table,
      Optional<Position> stored,
      Patience patience) {
    this.store = store;
    this.consumer = consumer;
    this.table = table;
    this.committed = stored;
    this.patience = patience;
    this.thread = new Thread(this::run, "doris-changelog-commit-" + consumer);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Hands over a position to be saved; one that still waits is forgotten for it.
   *
   * @throws OffsetStoreException if an earlier save failed for good; the position is queued all the
   *     same if that failure was a passing one
   */
  public void submit(Position position) {
    lock.lock();
    try {
      OffsetStoreException failed = failure;
      if (failed == null || failed.isRetryable()) {
        failure = null;
        waiting = position;
        changed.signalAll();
      }
      if (failed != null) {
        throw failed;
      }
    } finally {
      lock.unlock();
    }
  }

  /** The newest position that is known to be durable. */
  public Optional<Position> committed() {
    lock.lock();
    try {
      return committed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the last save and ends the thread. Does not close the store. Idempotent.
   *
   * @throws OffsetStoreException if the last position could not be saved, or not in time
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    awaitEnd();
    lock.lock();
    try {
      OffsetStoreException failed = failure;
      failure = null;
      if (failed != null) {
        throw failed;
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitEnd() {
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(Math.max(1, patience.atClose().toMillis()));
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (thread.isAlive()) {
      reportUnfinished();
      thread.interrupt();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void reportUnfinished() {
    lock.lock();
    try {
      if (failure == null) {
        failure =
            new OffsetStoreException(
                Reason.UNAVAILABLE,
                "The last offset of consumer '"
                    + consumer
                    + "' was not saved within "
                    + patience.atClose()
                    + "; the next start repeats the changes after "
                    + committed.map(Position::toString).orElse("the configured start"),
                table,
                null);
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      for (Position next = take(); next != null; next = take()) {
        save(next);
      }
    } catch (InterruptedException e) {
      // Only close() interrupts, after it gave up waiting; it has told the caller.
      Thread.currentThread().interrupt();
    } catch (Error e) {
      fail(
          new OffsetStoreException(
              Reason.MISCONFIGURED, "The thread that saves offsets died: " + e, table, e));
      throw e;
    }
  }

  private @Nullable Position take() throws InterruptedException {
    lock.lock();
    try {
      while (waiting == null && !closing) {
        changed.await();
      }
      Position next = waiting;
      waiting = null;
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void save(Position first) throws InterruptedException {
    Position position = first;
    for (int attempt = 1; ; attempt++) {
      OffsetStoreException failed = tried(position);
      if (failed == null) {
        return;
      }
      if (!failed.isRetryable() || attempt >= patience.tries()) {
        fail(failed);
        return;
      }
      position = newest(position);
    }
  }

  private @Nullable OffsetStoreException tried(Position position) {
    try {
      store.save(consumer, table, position, committed());
    } catch (OffsetStoreException e) {
      return e;
    } catch (RuntimeException e) {
      return new OffsetStoreException(
          Reason.MISCONFIGURED, "The offset store failed: " + e, table, e);
    }
    lock.lock();
    try {
      committed = Optional.of(position);
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void fail(OffsetStoreException failed) {
    lock.lock();
    try {
      failure = failure == null ? failed : failure;
    } finally {
      lock.unlock();
    }
  }

  /** Waits before the next try, and takes what came meanwhile instead of the older one. */
  private Position newest(Position tried) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.delay().toNanos();
      while (left > 0 && !closing) {
        left = changed.awaitNanos(left);
      }
      Position newer = waiting;
      waiting = null;
      return newer == null ? tried : newer;
    } finally {
      lock.unlock();
    }
  }

  /** For tests: whether the thread is gone within a time. */
  boolean endsWithin(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(thread, time.toNanos());
    return !thread.isAlive();
  }
}
