package io.dorischangelog.client;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time read, and the others wake it up or close the reader. All fields are
 * guarded by the lock.
 */
final class ReadingThread {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable Thread inside;
  private @Nullable Thread last;
  private int depth;
  private boolean wakeup;
  private boolean closed;

  /**
   * The calling thread begins to read.
   *
   * @throws IllegalStateException if another thread is reading
   */
  void enter() {
    Thread me = Thread.currentThread();
    lock.lock();
    try {
      if (inside != null && inside != me) {
        throw new IllegalStateException(
            "a ChangelogReader is for one thread, but thread '"
                + inside.getName()
                + "' is reading while '"
                + me.getName()
                + "' calls; use one reader per thread (only wakeup, close, commit(Position)"
                + " and committed may come from others)");
      }
      inside = me;
      last = me;
      depth++;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      depth--;
      if (depth == 0) {
        inside = null;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits; returns early when woken up or closed. */
  void pause(Duration atMost) throws InterruptedException {
    long nanos = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (!wakeup && !closed && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }

  void wakeup() {
    lock.lock();
    try {
      wakeup = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether a wake-up is due; it counts once. */
  boolean takeWakeup() {
    lock.lock();
    try {
      boolean due = wakeup;
      wakeup = false;
      return due;
    } finally {
      lock.unlock();
    }
  }

  /** Closes; false if it was closed before. */
  boolean close() {
    lock.lock();
    try {
      boolean first = !closed;
      closed = true;
      changed.signalAll();
      return first;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no other thread is reading.
   *
   * @return whether nobody else reads any more
   */
  boolean awaitOthersOutside(Duration atMost) {
    long nanos = atMost.toNanos();
    boolean interrupted = false;
    lock.lock();
    try {
      while (inside != null && inside != Thread.currentThread() && nanos > 0) {
        try {
          nanos = changed.awaitNanos(nanos);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return inside == null || inside == Thread.currentThread();
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the calling thread is the one that read last, or nobody has read yet. */
  boolean isMine() {
    lock.lock();
    try {
      return last == null || last == Thread.currentThread();
    } finally {
      lock.unlock();
    }
  }
}
