package io.dorischangelog.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time read, and the others wake it up or close the reader. Entering and
 * leaving take no lock, because every row does both; what is not volatile or atomic is guarded by
 * the lock, the depth by being inside.
 */
final class ReadingThread {
  private static final long LOOK_AGAIN_MILLIS = 1;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
  private volatile @Nullable Thread last;
  private int depth;
  private boolean wakeup;
  private volatile boolean closed;

  /**
   * The calling thread begins to read.
   *
   * @throws IllegalStateException if another thread is reading
   */
  void enter() {
    Thread me = Thread.currentThread();
    Thread other = inside.get();
    if (other != me) {
      other = inside.compareAndExchange(null, me);
      if (other != null) {
        throw new IllegalStateException(
            "a ChangelogReader is for one thread, but thread '"
                + other.getName()
                + "' is reading while '"
                + me.getName()
                + "' calls; use one reader per thread (only wakeup, close, commit(Position)"
                + " and committed may come from others)");
      }
      last = me;
    }
    depth++;
  }

  void leave() {
    depth--;
    if (depth == 0) {
      inside.setRelease(null); // Without the fence of a volatile write, which costs more than it.
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
    return closed;
  }

  /**
   * Waits until no other thread is reading. It looks again and again, so that a thread that leaves
   * has nobody to tell.
   *
   * @return whether nobody else reads any more
   */
  boolean awaitOthersOutside(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    boolean interrupted = false;
    lock.lock();
    try {
      while (isAnotherInside() && deadline - System.nanoTime() > 0) {
        try {
          changed.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return !isAnotherInside();
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isAnotherInside() {
    Thread other = inside.get();
    return other != null && other != Thread.currentThread();
  }

  /**
   * Whether the calling thread is the one that read last. What it alone uses may then be used
   * without entering, by which a second thread that reads at the same moment may stay unnoticed for
   * a call or two.
   */
  boolean isLastReader() {
    return last == Thread.currentThread();
  }

  /** Whether the calling thread is the one that read last, or nobody has read yet. */
  boolean isMine() {
    Thread reader = last;
    return reader == null || reader == Thread.currentThread();
  }
}
