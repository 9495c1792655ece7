package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** What a column gets when a write does not name it. */
final class DefaultValues {
  private DefaultValues() {}

  /**
   * The default at an instant; the wall clock of CURRENT_TIMESTAMP is UTC.
   *
   * @return null where there is no default
   */
  static @Nullable Object at(ColumnDefinition column, Instant now) {
    ColumnDefault clause = column.defaultValue();
    if (clause == null || clause.text() == null) {
      return null;
    }
    if (!clause.now()) {
      return Values.cast(clause.text(), column.type());
    }
    return column.type().kind() == DorisType.Kind.TIMESTAMPTZ
        ? Values.cast(now, column.type())
        : Values.cast(LocalDateTime.ofInstant(now, ZoneOffset.UTC), column.type());
  }

  /** Refuses a write that leaves out a column which has neither a default nor may be NULL. */
  static void requireOmittable(ColumnDefinition column) {
    if (!column.nullable() && column.defaultValue() == null && !column.autoIncrement()) {
      throw DorisException.of("Column has no default value, column=" + column.name());
    }
  }

  static void requireValid(ColumnDefinition column, @Nullable Object value) {
    if (value == null && !column.nullable()) {
      throw DorisException.of(
          "Insert has filtered data in strict mode. first_error_msg: column_name["
              + column.name()
              + "], null value for not null column, type="
              + column.type().kind());
    }
  }
}
