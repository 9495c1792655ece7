package io.dorischangelog.client.internal.tso;

import java.time.Instant;

/**
 * Doris' 64-bit commit timestamp: milliseconds since the epoch in the high 46 bits, a counter in
 * the low 18 (source: Doris' TSO layout; all rows of one transaction share one TSO). Values before
 * the epoch are negative here; Doris never issues them, but a window bound may lie there.
 */
public final class Tso {

  /** Number of low bits that hold the counter. */
  public static final int COUNTER_BITS = 18;

  /** The largest counter within one millisecond. */
  public static final int MAX_COUNTER = (1 << COUNTER_BITS) - 1;

  /** The largest millisecond that fits, in the year 3084. */
  public static final long MAX_MILLIS = Long.MAX_VALUE >> COUNTER_BITS;

  /** The smallest millisecond that fits, in the year 855; one less than that has no TSO below. */
  public static final long MIN_MILLIS = (Long.MIN_VALUE >> COUNTER_BITS) + 1;

  private Tso() {}

  /**
   * The TSO of a millisecond and counter.
   *
   * @throws IllegalArgumentException if either is outside its bits
   */
  public static long compose(long epochMillis, int counter) {
    if (epochMillis < MIN_MILLIS || epochMillis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "time " + epochMillis + " ms is outside what a TSO can hold");
    }
    if (counter < 0 || counter > MAX_COUNTER) {
      throw new IllegalArgumentException(
          "TSO counter " + counter + " must be between 0 and " + MAX_COUNTER);
    }
    return (epochMillis << COUNTER_BITS) | counter;
  }

  /** The smallest TSO of the instant's millisecond: the inclusive start of a window there. */
  public static long firstAt(Instant instant) {
    return compose(instant.toEpochMilli(), 0);
  }

  /** The largest TSO before the instant's millisecond: the last one of a window that ends there. */
  public static long lastBefore(Instant instant) {
    return firstAt(instant) - 1;
  }

  /** The millisecond since the epoch, rounded down. */
  public static long physicalMillis(long tso) {
    return tso >> COUNTER_BITS;
  }

  /** The counter within the millisecond. */
  public static int counter(long tso) {
    return (int) (tso & MAX_COUNTER);
  }

  /** The instant of the TSO's millisecond. */
  public static Instant instant(long tso) {
    return Instant.ofEpochMilli(physicalMillis(tso));
  }
}
