package io.dorischangelog.testserver.internal.type;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Order of values. */
final class ValueOrder {
  private ValueOrder() {}

  static int compare(Object left, Object right, DorisType type) {
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
      case TINYINT, SMALLINT, INT, BIGINT ->
          Long.compare(((Number) left).longValue(), ((Number) right).longValue());
      case LARGEINT, IPV6 -> ((BigInteger) left).compareTo((BigInteger) right);
      case IPV4 -> Integer.compareUnsigned((Integer) left, (Integer) right);
      // Doris: NaN is above all, -0 equals 0.
      case FLOAT, DOUBLE -> floating(((Number) left).doubleValue(), ((Number) right).doubleValue());
      case DECIMAL -> ((BigDecimal) left).compareTo((BigDecimal) right);
      case DATE -> ((LocalDate) left).compareTo((LocalDate) right);
      case DATETIME, TIMESTAMP_NS -> ((LocalDateTime) left).compareTo((LocalDateTime) right);
      case TIMESTAMPTZ -> ((Instant) left).compareTo((Instant) right);
      case TIME -> ((Duration) left).compareTo((Duration) right);
      case CHAR, VARCHAR, STRING -> Arrays.compareUnsigned(bytes(left), bytes(right));
      case UUID -> uuids((UUID) left, (UUID) right);
      case VARBINARY -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
      case ARRAY -> arrays((List<?>) left, (List<?>) right, type.children().get(0));
      default -> throw DorisException.of("Doesn't support comparison of type " + type.sql());
    };
  }

  /** By their bytes; Java's own order takes the halves as signed. */
  private static int uuids(UUID left, UUID right) {
    int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
    return high == 0
        ? Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits())
        : high;
  }

  private static byte[] bytes(Object text) {
    return ((String) text).getBytes(StandardCharsets.UTF_8);
  }

  private static int floating(double left, double right) {
    return Double.compare(left == 0 ? 0.0 : left, right == 0 ? 0.0 : right);
  }

  private static int arrays(List<?> left, List<?> right, DorisType element) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = nullable(left.get(i), right.get(i), element);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int nullable(@Nullable Object left, @Nullable Object right, DorisType type) {
    if (left == null || right == null) {
      return Boolean.compare(left != null, right != null);
    }
    return compare(left, right, type);
  }
}
