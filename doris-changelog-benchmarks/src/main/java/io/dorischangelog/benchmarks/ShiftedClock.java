package io.dorischangelog.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The system's clock, behind by a while at first: tables have to be older than their changes.
 * Thread-safe.
 */
final class ShiftedClock implements InstantSource {
  private volatile Duration behind;

  ShiftedClock(Duration behind) {
    this.behind = behind;
  }

  /** Goes to the present, at once. */
  void catchUp() {
    behind = Duration.ZERO;
  }

  @Override
  public Instant instant() {
    return Instant.now().minus(behind);
  }
}
