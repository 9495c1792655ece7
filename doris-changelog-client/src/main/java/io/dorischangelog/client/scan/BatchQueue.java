package io.dorischangelog.client.scan;

import io.dorischangelog.client.ChangeBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands batches from a pump to the reading thread. A pump that is ahead by more than the byte
 * budget waits, which stops the server through Flight's back-pressure. All fields are guarded by
 * the lock.
 */
final class BatchQueue {
  private final long budgetBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Sized> batches = new ArrayDeque<>();
  private long bytes;
  private boolean ended;
  private boolean shut;
  private @Nullable Throwable failure;

  private record Sized(ChangeBatch batch, long bytes) {}

  BatchQueue(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  /**
   * Adds a batch, waiting while the budget is used up; one batch always fits.
   *
   * @return false if the queue was shut; the batch is closed then
   */
  boolean put(ChangeBatch batch, long size) throws InterruptedException {
    boolean taken = false;
    lock.lock(); // Not interruptibly: a cancelled pump must still get to close its batch.
    try {
      while (!shut && !batches.isEmpty() && bytes + size > budgetBytes) {
        changed.await();
      }
      if (!shut) {
        batches.add(new Sized(batch, size));
        bytes += size;
        taken = true;
        changed.signalAll();
      }
      return taken;
    } finally {
      lock.unlock();
      if (!taken) {
        batch.close();
      }
    }
  }

  /** Says that all batches have been put. */
  void end() {
    finish(null);
  }

  /** Says that no more batches come, and why; those already put are handed out first. */
  void fail(Throwable cause) {
    finish(cause);
  }

  private void finish(@Nullable Throwable cause) {
    lock.lock();
    try {
      ended = true;
      failure = cause;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the next batch, the end or the failure.
   *
   * @return the batch, or null at the end and after the wait; {@link #isAtEnd()} tells which
   */
  @Nullable ChangeBatch take(Duration atMost) throws InterruptedException {
    long nanos = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (batches.isEmpty() && !ended && !shut && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      Sized next = batches.poll();
      if (next == null) {
        return null;
      }
      bytes -= next.bytes();
      changed.signalAll();
      return next.batch();
    } finally {
      lock.unlock();
    }
  }

  /** Whether everything was handed out. */
  boolean isAtEnd() {
    lock.lock();
    try {
      return ended && batches.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Why no more batches come, or null. */
  @Nullable Throwable failure() {
    lock.lock();
    try {
      return failure;
    } finally {
      lock.unlock();
    }
  }

  boolean isShut() {
    lock.lock();
    try {
      return shut;
    } finally {
      lock.unlock();
    }
  }

  /** Releases what was not taken and refuses what still comes. */
  void shut() {
    lock.lock();
    try {
      shut = true;
      batches.forEach(sized -> sized.batch().close());
      batches.clear();
      bytes = 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
