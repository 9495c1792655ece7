package io.dorischangelog.testserver.internal.type;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Conversion of values by Doris' rules. The Java classes are those of {@link DorisType.Kind}. */
public final class Values {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private Values() {}

  /**
   * Casts a value to a type, as an INSERT in strict mode does: text that is too long, numbers out
   * of range and what is no value of the type are refused; fractions are rounded.
   *
   * @param value a value of any kind, a text, a {@code List} or {@code Map} of such, or null
   * @return the value in the type's Java class, null for null
   * @throws DorisException if it does not fit or is no value of the type
   */
  public static @Nullable Object cast(@Nullable Object value, DorisType type) {
    return value == null ? null : present(value, type);
  }

  private static Object present(Object value, DorisType type) {
    return switch (type.kind()) {
      case BOOLEAN -> NumberCast.toBoolean(value);
      case TINYINT -> NumberCast.toInteger(value, type, Byte.SIZE).byteValueExact();
      case SMALLINT -> NumberCast.toInteger(value, type, Short.SIZE).shortValueExact();
      case INT -> NumberCast.toInteger(value, type, Integer.SIZE).intValueExact();
      case BIGINT -> NumberCast.toInteger(value, type, Long.SIZE).longValueExact();
      case LARGEINT -> NumberCast.toInteger(value, type, 128);
      case FLOAT -> (float) NumberCast.toDouble(value, type);
      case DOUBLE -> NumberCast.toDouble(value, type);
      case DECIMAL -> NumberCast.toDecimal(value, type);
      case DATE -> TimeCast.toDate(value);
      case DATETIME -> TimeCast.toDateTime(value, type);
      case TIMESTAMP_NS -> TimeCast.toNanoseconds(value, type);
      case TIMESTAMPTZ -> TimeCast.toInstant(value, type);
      case TIME -> TimeCast.toTime(value, type);
      case CHAR, VARCHAR, STRING -> TextCast.toText(value, type);
      case JSON, VARIANT -> TextCast.toJson(value, type);
      case IPV4 -> value instanceof Integer ? value : Addresses.parseV4(value.toString());
      case IPV6 -> value instanceof BigInteger ? value : Addresses.parseV6(value.toString());
      case UUID -> value instanceof UUID ? value : TextCast.toUuid(value, type);
      case NULL -> throw DorisException.of("Can not cast " + value + " to type NULL_TYPE");
      default -> ObjectCast.cast(value, type);
    };
  }

  /** A TIMESTAMP_NS value in nanoseconds since 1970, read as if in UTC. */
  public static long nanoseconds(LocalDateTime value) {
    // May overflow on its way at both ends of the range, and comes back.
    return value.toEpochSecond(ZoneOffset.UTC) * NANOS_PER_SECOND
        + value.get(ChronoField.NANO_OF_SECOND);
  }

  /** The value as the MySQL protocol and SHOW print it; null stays null, as do objects. */
  public static @Nullable String format(@Nullable Object value, DorisType type) {
    return value == null ? null : ValueText.format(value, type);
  }

  /**
   * Order of two values of one type, neither null: numbers by value, text by its UTF-8 bytes.
   *
   * @throws DorisException if the type has no order
   */
  public static int compare(Object left, Object right, DorisType type) {
    return ValueOrder.compare(left, right, type);
  }

  /** Equality of two values of one type, at any depth; null equals null. */
  public static boolean equal(@Nullable Object left, @Nullable Object right, DorisType type) {
    if (left == null || right == null) {
      return left == right;
    }
    return switch (type.kind()) {
      case VARBINARY, QUANTILE_STATE -> Arrays.equals((byte[]) left, (byte[]) right);
      case DECIMAL, FLOAT, DOUBLE -> ValueOrder.compare(left, right, type) == 0;
      case BITMAP -> List.copyOf((Set<?>) left).equals(List.copyOf((Set<?>) right));
      case ARRAY, STRUCT -> equalLists((List<?>) left, (List<?>) right, type);
      case MAP -> equalMaps((Map<?, ?>) left, (Map<?, ?>) right, type);
      default -> Objects.equals(left, right);
    };
  }

  private static boolean equalLists(List<?> left, List<?> right, DorisType type) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      DorisType child = type.children().get(type.kind() == DorisType.Kind.ARRAY ? 0 : i);
      if (!equal(left.get(i), right.get(i), child)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalMaps(Map<?, ?> left, Map<?, ?> right, DorisType type) {
    Iterator<? extends Map.Entry<?, ?>> others = right.entrySet().iterator();
    for (Map.Entry<?, ?> entry : left.entrySet()) {
      if (!others.hasNext()) {
        return false;
      }
      Map.Entry<?, ?> other = others.next();
      if (!equal(entry.getKey(), other.getKey(), type.children().get(0))
          || !equal(entry.getValue(), other.getValue(), type.children().get(1))) {
        return false;
      }
    }
    return !others.hasNext();
  }
}
