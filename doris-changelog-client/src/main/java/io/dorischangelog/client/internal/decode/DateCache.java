package io.dorischangelog.client.internal.decode;

import java.time.LocalDate;
import java.util.Arrays;

/**
 * The dates used last. Rows near each other often have the same date: then they share the object,
 * and the calendar is computed once. For one thread.
 */
final class DateCache {

  private static final int SLOTS = 16;

  private final long[] days = new long[SLOTS];
  private final LocalDate[] dates = new LocalDate[SLOTS];

  DateCache() {
    Arrays.fill(dates, LocalDate.EPOCH);
  }

  LocalDate ofEpochDay(long epochDay) {
    int slot = (int) epochDay & (SLOTS - 1);
    if (days[slot] != epochDay) {
      dates[slot] = LocalDate.ofEpochDay(epochDay);
      days[slot] = epochDay;
    }
    return dates[slot];
  }
}
