package io.dorischangelog.testserver.internal.fault;

import io.dorischangelog.testserver.Fault;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** A fault that waits for its calls. */
public final class PlannedFault implements Fault {
  private final FaultPlan plan;
  private final FaultPoint point;
  private final Predicate<String> matches;
  private final FaultAction action;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition struck = lock.newCondition();
  private int toSkip; // guarded by lock
  private long remaining; // guarded by lock
  private int hits; // guarded by lock

  /**
   * Creates a fault that is not in the plan yet.
   *
   * @param toSkip matching calls that pass unharmed first
   * @param times calls that it then strikes
   */
  public PlannedFault(
      FaultPlan plan,
      FaultPoint point,
      Predicate<String> matches,
      int toSkip,
      long times,
      FaultAction action) {
    this.plan = plan;
    this.point = point;
    this.matches = matches;
    this.toSkip = toSkip;
    this.remaining = times;
    this.action = action;
  }

  FaultAction action() {
    return action;
  }

  boolean strikes(FaultPoint at, String text) {
    if (at != point || !matches.test(text)) {
      return false;
    }
    lock.lock();
    try {
      return takeTurn();
    } finally {
      lock.unlock();
    }
  }

  private boolean takeTurn() {
    if (toSkip > 0) {
      toSkip--;
      return false;
    }
    if (remaining == 0) {
      return false;
    }
    remaining--;
    hits++;
    struck.signalAll();
    return true;
  }

  @Override
  public int hits() {
    lock.lock();
    try {
      return hits;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean awaitHits(int count, Duration atMost) throws InterruptedException {
    long nanos = atMost.toNanos();
    lock.lock();
    try {
      while (hits < count) {
        if (nanos <= 0) {
          return false;
        }
        nanos = struck.awaitNanos(nanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void release() {
    if (action instanceof FaultAction.Delay delay) {
      delay.released().countDown();
    } else if (action instanceof FaultAction.Stall stall) {
      stall.released().countDown();
    }
  }

  @Override
  public void remove() {
    plan.remove(this);
  }
}
