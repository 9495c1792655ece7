package io.dorischangelog.testserver.internal.store;

import java.time.Instant;
import java.time.InstantSource;

/**
 * The commit clock: 46 bits of milliseconds since the epoch above an 18-bit counter. TSOs only
 * grow, also when the source of time steps back or the counter of a millisecond runs out.
 */
public final class TsoClock {
  /** Bits of the counter. */
  public static final int COUNTER_BITS = 18;

  /** Largest counter value. */
  public static final long MAX_COUNTER = (1L << COUNTER_BITS) - 1;

  private static final long WINDOW_MILLIS = 1000;

  private final InstantSource source;
  private long last; // guarded by this
  private long latestMillis; // guarded by this

  public TsoClock(InstantSource source) {
    this.source = source;
  }

  /** The first TSO of a millisecond plus a counter. */
  public static long compose(long epochMillis, long counter) {
    return (epochMillis << COUNTER_BITS) | (counter & MAX_COUNTER);
  }

  /** Milliseconds since the epoch. */
  public static long physical(long tso) {
    return tso >>> COUNTER_BITS;
  }

  public static long counter(long tso) {
    return tso & MAX_COUNTER;
  }

  /** A TSO greater than all that were issued and not below any that was shown. */
  public long next() {
    return reserve(1);
  }

  /**
   * Issues several consecutive TSOs at once.
   *
   * @return the first of them
   */
  public synchronized long reserve(long count) {
    long first = Math.max(compose(tick(), 0), last + 1);
    last = first + count - 1;
    return first;
  }

  /** The TSO as it stands: moves with time, never back, and issues none. */
  public synchronized long current() {
    return Math.max(last, compose(tick(), 0));
  }

  /** The source's time, held where it steps back. */
  private long tick() {
    latestMillis = Math.max(latestMillis, source.millis());
    return latestMillis;
  }

  /** End of the leased window, in milliseconds: always ahead of {@link #current()}. */
  public long windowEndMillis() {
    return physical(current()) + WINDOW_MILLIS;
  }

  /** Wall time of the stand-in, which may step back. */
  public Instant now() {
    return source.instant();
  }
}
