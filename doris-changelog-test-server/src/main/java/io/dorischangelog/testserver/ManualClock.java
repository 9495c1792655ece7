package io.dorischangelog.testserver;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that stands still until a test moves it, so that tests of windows, retention and waiting
 * need no sleeping. Safe for use by any number of threads.
 */
public final class ManualClock implements InstantSource {
  private volatile Instant now;

  /**
   * A clock that stands at a given time.
   *
   * @param start what the clock shows until it is moved; not null
   */
  public ManualClock(Instant start) {
    now = start;
  }

  /**
   * A clock that starts at a time given as text.
   *
   * @param start ISO-8601 text such as {@code 2026-11-30T10:00:00Z}
   * @throws java.time.format.DateTimeParseException if the text is something else
   */
  public static ManualClock at(String start) {
    return new ManualClock(Instant.parse(start));
  }

  @Override
  public Instant instant() {
    return now;
  }

  /**
   * Sets the time. An earlier time than now is allowed: it plays a server clock that was put back.
   */
  public synchronized void set(Instant instant) {
    now = instant;
  }

  /**
   * Moves the clock.
   *
   * @param step how far; negative moves it back
   * @return the new time
   */
  public synchronized Instant advance(Duration step) {
    now = now.plus(step);
    return now;
  }

  /** Shows the time, for failure messages. */
  @Override
  public String toString() {
    return "ManualClock[" + now + "]";
  }
}
