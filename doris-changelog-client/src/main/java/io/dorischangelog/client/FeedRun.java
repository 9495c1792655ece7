package io.dorischangelog.client;

import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangeWindow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The windows that a {@link WindowFeed} has planned in one go, from one place on, and the reading
 * thread has not taken yet. All fields are guarded by the lock. Thread-safe.
 */
final class FeedRun {
  /** Windows ahead of the one that is handed out; their rows share the scan's byte budget. */
  private static final int MOST_AHEAD = 2;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Planned> windows = new ArrayDeque<>();
  private @Nullable Throwable failure;
  private @Nullable Future<?> task;
  private boolean dropped;

  /**
   * A window.
   *
   * @param stream its rows, if it was opened already
   */
  record Planned(ChangeWindow window, Optional<ChangeStream> stream) {}

  void runOn(ExecutorService executor, Runnable feeding) {
    lock.lock();
    try {
      task = executor.submit(feeding);
    } finally {
      lock.unlock();
    }
  }

  boolean isDropped() {
    lock.lock();
    try {
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  boolean hasWindow() {
    lock.lock();
    try {
      return !windows.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until another window may be planned. */
  void awaitPlace() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!dropped && windows.size() >= MOST_AHEAD) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a moment of {@link System#nanoTime()}, or until the run is dropped. */
  void pauseUntil(long nanoTime) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanoTime - System.nanoTime();
      while (!dropped && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Adds a window; if nobody wants it any more, its stream is closed. */
  void add(Planned next) {
    boolean wanted;
    lock.lock();
    try {
      wanted = !dropped;
      if (wanted) {
        windows.add(next);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
    if (!wanted) {
      next.stream().ifPresent(ChangeStream::close);
    }
  }

  /**
   * No more windows come.
   *
   * @param cause thrown to the reading thread behind the last window; null for none
   */
  void end(@Nullable Throwable cause) {
    lock.lock();
    try {
      failure = cause;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the next window.
   *
   * @return empty if none came in time
   */
  Optional<Planned> take(Duration atMost) throws InterruptedException {
    long nanos = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (windows.isEmpty() && failure == null && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      Planned next = windows.poll();
      if (next == null && failure != null) {
        throw rethrown(failure);
      }
      changed.signalAll();
      return Optional.ofNullable(next);
    } finally {
      lock.unlock();
    }
  }

  private static ChangelogException rethrown(Throwable cause) {
    if (cause instanceof ChangelogException known) {
      return known;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("planning the next window failed", cause);
  }

  /** Ends the run; what was opened and not taken is closed. */
  void drop() {
    List<Planned> untaken;
    Future<?> running;
    lock.lock();
    try {
      dropped = true;
      untaken = List.copyOf(windows);
      windows.clear();
      running = task;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (running != null) {
      running.cancel(true);
    }
    untaken.forEach(next -> next.stream().ifPresent(ChangeStream::cancel));
    untaken.forEach(next -> next.stream().ifPresent(ChangeStream::close));
  }
}
