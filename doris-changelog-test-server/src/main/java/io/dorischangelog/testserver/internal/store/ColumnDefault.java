package io.dorischangelog.testserver.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * The DEFAULT clause of a column.
 *
 * @param text what SHOW CREATE TABLE prints, such as {@code 7}, {@code NULL} or {@code
 *     CURRENT_TIMESTAMP}; null for DEFAULT NULL
 * @param now whether the value is the time of the write
 */
public record ColumnDefault(@Nullable String text, boolean now) {

  /** A literal, given as text without quotes; null means DEFAULT NULL. */
  public static ColumnDefault literal(@Nullable String text) {
    return new ColumnDefault(text, false);
  }

  /** CURRENT_TIMESTAMP or CURRENT_DATE, by the text. */
  public static ColumnDefault currentTime(String text) {
    return new ColumnDefault(text, true);
  }
}
