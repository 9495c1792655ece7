package io.dorischangelog.testserver.internal.store;

import java.time.Instant;
import java.time.InstantSource;

/** Time that moves when a test says so. */
final class ManualTime implements InstantSource {
  private volatile Instant now = Instant.parse("2026-10-01T10:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  void advanceMillis(long millis) {
    now = now.plusMillis(millis);
  }
}
