package io.dorischangelog.client;

import java.util.Locale;

/** Which changes a window shows; the names are Doris' {@code incrementType}. */
public enum IncrementType {
  /** Every change, one by one: inserts, both images of updates, deletes. */
  DETAIL,
  /** The net change of each key over the window: unique tables with historical values only. */
  MIN_DELTA,
  /** Inserts only; later updates and deletes are not shown. */
  APPEND_ONLY;

  /** The option text: {@code detail}, {@code min_delta} or {@code append_only}. */
  public String optionValue() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads an option text, in any case.
   *
   * @throws IllegalArgumentException if it names no type
   */
  public static IncrementType parse(String text) {
    for (IncrementType type : values()) {
      if (type.optionValue().equals(text.trim().toLowerCase(Locale.ROOT))) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "increment type '"
            + text
            + "' is not known; allowed values are detail, min_delta and append_only");
  }
}
