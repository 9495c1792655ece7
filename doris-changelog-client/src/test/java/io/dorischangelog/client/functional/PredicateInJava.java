package io.dorischangelog.client.functional;

import io.dorischangelog.client.Row;
import io.dorischangelog.client.scan.ColumnPredicate;
import io.dorischangelog.client.scan.ColumnPredicate.Comparison;
import io.dorischangelog.client.scan.ColumnPredicate.In;
import io.dorischangelog.client.scan.ColumnPredicate.IsNull;
import io.dorischangelog.client.scan.ColumnPredicate.Junction;
import io.dorischangelog.client.scan.ColumnPredicate.Not;
import io.dorischangelog.client.scan.ColumnPredicate.Operator;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a condition says of a row, worked out from the row's Java values. */
final class PredicateInJava {
  private PredicateInJava() {}

  /** Whether the condition is true, and not only not false. */
  static boolean isTrue(ColumnPredicate predicate, Row row) {
    return Boolean.TRUE.equals(holds(predicate, row));
  }

  /** SQL's three values: true, false, and null for neither. */
  private static @Nullable Boolean holds(ColumnPredicate predicate, Row row) {
    if (predicate instanceof Comparison c) {
      return compare(row.getObject(c.column()), c.operator(), c.value());
    } else if (predicate instanceof In in) {
      return row.getObject(in.column()) == null
          ? null
          : in.values().stream()
              .anyMatch(
                  value ->
                      Boolean.TRUE.equals(
                          compare(row.getObject(in.column()), Operator.EQUAL, value)));
    } else if (predicate instanceof IsNull test) {
      return (row.getObject(test.column()) == null) == test.expected();
    } else if (predicate instanceof Not not) {
      Boolean held = holds(not.condition(), row);
      return held == null ? null : !held;
    }
    Junction junction = (Junction) predicate;
    List<@Nullable Boolean> parts = new ArrayList<>();
    junction.parts().forEach(part -> parts.add(holds(part, row)));
    boolean deciding = !junction.all();
    return parts.contains(deciding) ? (Boolean) deciding : parts.contains(null) ? null : !deciding;
  }

  private static @Nullable Boolean compare(@Nullable Object cell, Operator operator, Object value) {
    if (cell == null) {
      return null;
    }
    int order = order(cell, value);
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  private static int order(Object cell, Object value) {
    if (cell instanceof Number) {
      return new BigDecimal(cell.toString()).compareTo(new BigDecimal(value.toString()));
    } else if (cell instanceof String text) {
      return Arrays.compareUnsigned(bytes(text), bytes((String) value));
    } else if (cell instanceof LocalDate day) {
      return day.compareTo((LocalDate) value);
    } else if (cell instanceof LocalDateTime time) {
      return time.compareTo((LocalDateTime) value);
    }
    return Boolean.compare((Boolean) cell, (Boolean) value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
