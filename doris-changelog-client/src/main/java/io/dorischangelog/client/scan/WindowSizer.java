package io.dorischangelog.client.scan;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides how much time one window spans while a reader catches up, so that a day of backlog is not
 * sorted by the server in one query and progress is not lost with it. Begins with a minute, doubles
 * while windows are quick and small, halves when one takes long or is large. Thread-safe.
 */
final class WindowSizer {
  private static final Duration FIRST = Duration.ofSeconds(60);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Duration QUICK = Duration.ofSeconds(2);
  private static final Duration SLOW = Duration.ofSeconds(10);
  private static final long SMALL_BYTES = 128L << 20;
  private static final long LARGE_BYTES = 512L << 20;

  private final Optional<Duration> limit;
  private final boolean cuts;
  private Duration span;

  /**
   * @param limit the longest span allowed by the user
   * @param foldsWindow whether rows depend on the bounds, so that only the user may cut
   */
  WindowSizer(Optional<Duration> limit, boolean foldsWindow) {
    this.limit = limit;
    this.cuts = !foldsWindow || limit.isPresent();
    this.span = foldsWindow ? limit.orElse(LONGEST) : shorter(FIRST);
  }

  /** The end of a window that begins at {@code start}, at most {@code now}. */
  synchronized Instant end(Instant start, Instant now) {
    Instant full = start.plus(span);
    return cuts && full.isBefore(now) ? full : now;
  }

  /**
   * Learns from a window that was read to its end.
   *
   * @param work time of the server and the way from it; what the consumer takes says nothing
   * @param bytes that its rows took in memory
   */
  synchronized void took(ChangeWindow window, Duration work, long bytes) {
    boolean whole = !length(window).minus(span).isNegative();
    if (work.compareTo(SLOW) > 0 || bytes > LARGE_BYTES) {
      halve(span);
    } else if (work.compareTo(QUICK) < 0 && bytes < SMALL_BYTES && whole) {
      span = shorter(span.multipliedBy(2));
    }
  }

  /** Learns that a window was too much for one query. */
  synchronized void tooLarge(ChangeWindow window) {
    halve(length(window).compareTo(span) < 0 ? length(window) : span);
  }

  private void halve(Duration tooLong) {
    span = longer(Duration.ofSeconds(tooLong.toSeconds() / 2));
  }

  private static Duration length(ChangeWindow window) {
    return Duration.between(window.start(), window.end());
  }

  private Duration shorter(Duration wanted) {
    Duration longest = limit.orElse(LONGEST);
    return wanted.compareTo(longest) > 0 ? longest : wanted;
  }

  private static Duration longer(Duration wanted) {
    Duration second = Duration.ofSeconds(1);
    return wanted.compareTo(second) < 0 ? second : wanted;
  }
}
