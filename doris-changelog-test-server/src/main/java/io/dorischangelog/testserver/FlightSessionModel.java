package io.dorischangelog.testserver;

import java.time.Duration;
import java.util.Objects;

/**
 * How long Flight sessions live, and what happens when there are too many: two generations of
 * servers differ in it. Times go by the server's clock.
 *
 * @param evicting whether one log-in too many ends the oldest session instead of being refused
 * @param maxSessions sessions of one front end
 * @param lifetime age at which a token expires however much it was used; only where {@code
 *     evicting}; in the other model sessions end after {@code wait_timeout} seconds without a call
 */
public record FlightSessionModel(boolean evicting, int maxSessions, Duration lifetime) {
  public FlightSessionModel {
    Objects.requireNonNull(lifetime, "lifetime");
    if (maxSessions < 1) {
      throw new IllegalArgumentException("maxSessions must be 1 or more, but was " + maxSessions);
    }
    if (lifetime.isNegative() || lifetime.isZero()) {
      throw new IllegalArgumentException("lifetime must be positive, but was " + lifetime);
    }
  }

  /**
   * The newer model: sessions are connections. A log-in over the limit is refused with
   * RESOURCE_EXHAUSTED; an idle session ends after its {@code wait_timeout} (8 hours by default).
   */
  public static FlightSessionModel pool(int maxSessions) {
    return new FlightSessionModel(false, maxSessions, Duration.ofDays(36_500));
  }

  /** The older model: a cache of tokens, each valid for a fixed time from its log-in on. */
  public static FlightSessionModel tokenCache(int size, Duration lifetime) {
    return new FlightSessionModel(true, size, lifetime);
  }
}
