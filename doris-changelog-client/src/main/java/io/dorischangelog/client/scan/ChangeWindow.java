package io.dorischangelog.client.scan;

import io.dorischangelog.client.internal.tso.Tso;
import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A stretch of a changelog: every change with {@code start <= commit time < end}.
 *
 * @param start inclusive, a whole second
 * @param end exclusive, a whole second after the start
 * @param reachesPresent whether the window ended at the server's present second when it was
 *     planned, so that the next one has to wait for new changes
 */
public record ChangeWindow(Instant start, Instant end, boolean reachesPresent)
    implements Serializable {

  /** A window that lies in the past. */
  public ChangeWindow(Instant start, Instant end) {
    this(start, end, false);
  }

  /**
   * @throws IllegalArgumentException if a bound has a fraction, or the start does not come first
   */
  public ChangeWindow {
    if (!isWholeSecond(start) || !isWholeSecond(end)) {
      throw new IllegalArgumentException(
          "window bounds must be whole seconds: [" + start + ", " + end + ")");
    }
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException(
          "a window must end after it starts: [" + start + ", " + end + ")");
    }
  }

  private static boolean isWholeSecond(Instant bound) {
    return bound.truncatedTo(ChronoUnit.SECONDS).equals(bound);
  }

  /** The smallest TSO inside. */
  long firstTso() {
    return Tso.firstAt(start);
  }

  /** The largest TSO inside. */
  long lastTso() {
    return Tso.lastBefore(end);
  }

  @Override
  public String toString() {
    return "[" + start + ", " + end + ")";
  }
}
