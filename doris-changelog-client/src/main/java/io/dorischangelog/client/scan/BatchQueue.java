package io.dorischangelog.client.scan;

import io.dorischangelog.client.ChangeBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hands batches from a pump to the reading thread. What it holds is limited by the {@link
 * FetchGate} that a pump passes before it asks for more. All fields but {@code urgent} are guarded
 * by the lock.
 */
final class BatchQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<ChangeBatch> batches = new ArrayDeque<>();
  private final Runnable whenUrgent;
  private volatile boolean urgent;
  private boolean ended;
  private boolean shut;
  private @Nullable Throwable failure;

  /**
   * @param whenUrgent told, without the lock, when the reading thread waits for a batch, and when
   *     the queue is shut
   */
  BatchQueue(Runnable whenUrgent) {
    this.whenUrgent = whenUrgent;
  }

  /**
   * Adds a batch.
   *
   * @return false if the queue was shut; the batch is closed then
   */
  boolean put(ChangeBatch batch) {
    boolean taken = false;
    lock.lock(); // Not interruptibly: a cancelled pump must still get to close its batch.
    try {
      if (!shut) {
        batches.add(batch);
        urgent = false;
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

  /** Whether the reading thread has found no batch here, or the queue was shut. */
  boolean isUrgent() {
    return urgent;
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
    ChangeBatch ready = poll(Duration.ZERO);
    if (ready != null || isAtEnd()) {
      return ready;
    }
    if (!urgent) {
      urgent = true;
      whenUrgent.run();
    }
    return poll(atMost);
  }

  private @Nullable ChangeBatch poll(Duration atMost) throws InterruptedException {
    long nanos = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (batches.isEmpty() && !ended && !shut && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      return batches.poll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no more batches come.
   *
   * @return whether all of them had come, also if the queue was shut since
   */
  boolean awaitAll() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!ended && !shut) {
        changed.await();
      }
      return ended && failure == null;
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
    List<ChangeBatch> dropped;
    lock.lock();
    try {
      shut = true;
      urgent = true;
      dropped = List.copyOf(batches);
      batches.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    dropped.forEach(ChangeBatch::close);
    whenUrgent.run();
  }
}
