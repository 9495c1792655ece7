package io.dorischangelog.client.scan;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides how much time one window spans while a reader catches up, so that a day of backlog is not
 * sorted by the server in one query and progress is not lost with it. Begins with a minute, doubles
 * while windows are quick, halves when one takes long. Thread-safe.
 */
final class WindowSizer {
  private static final Duration FIRST = Duration.ofSeconds(60);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Duration QUICK = Duration.ofSeconds(2);
  private static final Duration SLOW = Duration.ofSeconds(10);

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

  /** Learns how long a whole window took. */
  synchronized void took(ChangeWindow window, Duration elapsed) {
    boolean whole = !Duration.between(window.start(), window.end()).minus(span).isNegative();
    if (elapsed.compareTo(QUICK) < 0 && whole) {
      span = shorter(span.multipliedBy(2));
    } else if (elapsed.compareTo(SLOW) > 0) {
      span = longer(Duration.ofSeconds(span.toSeconds() / 2));
    }
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
