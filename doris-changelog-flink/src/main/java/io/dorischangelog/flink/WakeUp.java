package io.dorischangelog.flink;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Ends a wait of the fetching thread, the present one or the next. Thread-safe. */
final class WakeUp {
  private final Semaphore calls = new Semaphore(0);

  void set() {
    calls.release();
  }

  /**
   * Waits.
   *
   * @return whether the wait was ended before its time
   */
  boolean await(Duration time) {
    try {
      boolean woken = calls.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS);
      calls.drainPermits();
      return woken;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted, which ends the reader", e);
    }
  }

  /** Whether somebody asked to end the wait; asks once. */
  boolean take() {
    return calls.drainPermits() > 0;
  }
}
