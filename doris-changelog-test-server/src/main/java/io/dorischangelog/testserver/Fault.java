package io.dorischangelog.testserver;

import java.time.Duration;

/** A fault that was ordered from {@link Faults}. Thread-safe. */
public interface Fault {

  /** How many calls it has struck so far. */
  int hits();

  /**
   * Waits until it has struck a number of calls, in real time.
   *
   * @return false if the time ran out first
   * @throws InterruptedException if the waiting thread is interrupted
   */
  boolean awaitHits(int count, Duration atMost) throws InterruptedException;

  /** Lets the calls go on that {@link FaultRule#hang()} holds, and all later ones. */
  void release();

  /** Takes the fault back: it strikes no more, and the calls that it holds go on. */
  void remove();
}
