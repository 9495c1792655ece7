package io.dorischangelog.testserver.internal.type;

import io.dorischangelog.testserver.internal.engine.DorisException;
import org.jspecify.annotations.Nullable;

/** Refusals of the casts. */
final class CastErrors {
  private CastErrors() {}

  static DorisException outOfRange(Object value, DorisType type) {
    return DorisException.of("Number out of range[" + value + "]. type: " + type.sql());
  }

  static DorisException invalid(Object value, DorisType type, @Nullable Throwable cause) {
    return new DorisException(
        1105,
        "HY000",
        "ERR_UNKNOWN_ERROR",
        "Invalid " + type.sql() + " value: " + text(value),
        cause);
  }

  /** Long values are cut. */
  private static String text(Object value) {
    String text = value instanceof byte[] ? "(bytes)" : value.toString();
    return text.length() <= 64 ? text : text.substring(0, 64) + "...";
  }
}
