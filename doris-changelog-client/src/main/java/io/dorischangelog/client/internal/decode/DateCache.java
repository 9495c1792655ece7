package io.dorischangelog.client.internal.decode;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The dates used last. Rows near each other often have the same date: then they share the object,
 * and the calendar is computed once. For one thread.
 */
final class DateCache {

  private static final int SLOTS = 16;

  private final long[] days = new long[SLOTS];
  private final @Nullable LocalDate[] dates = new LocalDate[SLOTS];

  LocalDate ofEpochDay(long epochDay) {
    int slot = (int) epochDay & (SLOTS - 1);
    LocalDate date = dates[slot];
    if (date == null || days[slot] != epochDay) {
      date = LocalDate.ofEpochDay(epochDay);
      dates[slot] = date;
      days[slot] = epochDay;
    }
    return date;
  }
}
