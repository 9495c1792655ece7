package io.dorischangelog.client.error;

import io.dorischangelog.client.TableId;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a failure happened, as far as the place that found it knows. Every part may be missing.
 *
 * @param table the table being read, or null
 * @param window the window being read, as text with an inclusive start and an exclusive end, or
 *     null
 * @param mode the scan mode or increment type, or null
 */
public record ErrorContext(@Nullable TableId table, @Nullable String window, @Nullable String mode)
    implements Serializable {

  /** Nothing is known. */
  public static final ErrorContext NONE = new ErrorContext(null, null, null);

  /** A failure that concerns {@code table}. */
  public static ErrorContext of(TableId table) {
    return new ErrorContext(table, null, null);
  }

  /** The same place, while the window {@code [start, end)} was read. */
  public ErrorContext withWindow(Instant start, Instant end) {
    return new ErrorContext(table, "[" + start + ", " + end + ")", mode);
  }

  /** The same place, in this scan mode or increment type. */
  public ErrorContext withMode(String mode) {
    return new ErrorContext(table, window, mode);
  }

  /** What is appended to a message: empty, or the known parts in brackets after a blank. */
  String suffix() {
    List<String> parts = new ArrayList<>();
    if (table != null) {
      parts.add("table " + table);
    }
    if (window != null) {
      parts.add("window " + window);
    }
    if (mode != null) {
      parts.add("mode " + mode);
    }
    return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
  }
}
