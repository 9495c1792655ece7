package io.dorischangelog.client;

import java.util.Locale;

/** How the snapshot of {@code initial} mode meets the first change. */
public enum SnapshotConsistency {
  /**
   * {@link #EXACT} where the table can do it (historical values, or a duplicate-key table), {@link
   * #RELAXED} for unique tables without historical values.
   */
  AUTO,
  /** The table as of one moment; no row of the snapshot appears again in the changes. */
  EXACT,
  /** The current rows; those changed while the snapshot ran appear again in the changes. */
  RELAXED;

  /**
   * Reads an option text, in any case.
   *
   * @throws IllegalArgumentException if it names none of them
   */
  public static SnapshotConsistency parse(String text) {
    for (SnapshotConsistency consistency : values()) {
      if (consistency.name().equals(text.trim().toUpperCase(Locale.ROOT))) {
        return consistency;
      }
    }
    throw new IllegalArgumentException(
        "snapshot consistency '"
            + text
            + "' is not known; allowed values are auto, exact and relaxed");
  }
}
