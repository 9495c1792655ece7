package io.dorischangelog.client;

import io.dorischangelog.client.error.UnreadableValueException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The conversions of {@link Row}: exact, or refused with column, type and value. */
final class Conversions {

  private static final int VALUE_CHARS_IN_A_MESSAGE = 100;

  /** Converts one value that is not null. */
  @FunctionalInterface
  interface Conversion {
    Object convert(Column column, Object value);
  }

  private static final Map<Class<?>, Conversion> BY_CLASS =
      Map.ofEntries(
          Map.entry(Boolean.class, Conversions::toBoolean),
          Map.entry(Byte.class, Conversions::toByte),
          Map.entry(Short.class, Conversions::toShort),
          Map.entry(Integer.class, Conversions::toInt),
          Map.entry(Long.class, Conversions::toLong),
          Map.entry(Float.class, Conversions::toFloat),
          Map.entry(Double.class, Conversions::toDouble),
          Map.entry(BigInteger.class, Conversions::toBigInteger),
          Map.entry(BigDecimal.class, Conversions::toBigDecimal),
          Map.entry(LocalDateTime.class, Conversions::toLocalDateTime),
          Map.entry(byte[].class, (column, value) -> exactly(byte[].class, column, value).clone()),
          same(Object.class),
          same(String.class),
          same(LocalDate.class),
          same(Instant.class),
          same(Duration.class),
          same(InetAddress.class),
          same(java.net.Inet4Address.class),
          same(java.net.Inet6Address.class),
          same(java.util.UUID.class),
          same(List.class),
          same(Map.class),
          same(Row.class));

  private static final Map<Class<?>, Class<?>> WRAPPERS =
      Map.of(
          boolean.class, Boolean.class,
          byte.class, Byte.class,
          short.class, Short.class,
          int.class, Integer.class,
          long.class, Long.class,
          float.class, Float.class,
          double.class, Double.class);

  private Conversions() {}

  private static Map.Entry<Class<?>, Conversion> same(Class<?> type) {
    return Map.entry(type, (column, value) -> exactly(type, column, value));
  }

  /** The wrapper of a primitive class, or the class itself. */
  static Class<?> boxed(Class<?> type) {
    Class<?> wrapper = WRAPPERS.get(type);
    return wrapper == null ? type : wrapper;
  }

  /** The conversion to a class; primitives count as their wrappers. */
  static Conversion to(Class<?> type) {
    Conversion conversion = BY_CLASS.get(boxed(type));
    if (conversion == null) {
      throw new IllegalArgumentException(
          "no column is ever of " + type + "; the value as it is comes from getObject");
    }
    return conversion;
  }

  static <T> T notNull(Column column, String target, @Nullable T value) {
    if (value == null) {
      throw refuse(column, target, "it is NULL; ask isNull first");
    }
    return value;
  }

  static boolean toBoolean(Column column, Object value) {
    return exactly(Boolean.class, column, value);
  }

  static byte toByte(Column column, Object value) {
    return (byte) integer(column, value, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  static short toShort(Column column, Object value) {
    return (short) integer(column, value, "short", Short.MIN_VALUE, Short.MAX_VALUE);
  }

  static int toInt(Column column, Object value) {
    return value instanceof Integer same
        ? same
        : (int) integer(column, value, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  static long toLong(Column column, Object value) {
    return value instanceof Long same
        ? same
        : integer(column, value, "long", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static long integer(Column column, Object value, String target, long min, long max) {
    if (isInteger(value)) {
      long number = ((Number) value).longValue();
      if (number >= min && number <= max) {
        return number;
      }
    } else if (value instanceof BigInteger || value instanceof BigDecimal) {
      BigInteger number = whole(column, value, target);
      if (number.bitLength() < Long.SIZE
          && number.longValue() >= min
          && number.longValue() <= max) {
        return number.longValue();
      }
    } else {
      throw wrongType(column, target);
    }
    throw refuse(column, target, "the value " + shown(value) + " does not fit");
  }

  static double toDouble(Column column, Object value) {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    BigDecimal number = decimal(column, value, "double");
    double result = number.doubleValue();
    if (Double.isInfinite(result) || new BigDecimal(result).compareTo(number) != 0) {
      throw refuse(column, "double", "the value " + shown(value) + " would be rounded");
    }
    return result;
  }

  static float toFloat(Column column, Object value) {
    if (value instanceof Float same) {
      return same;
    }
    double number = toDouble(column, value);
    float result = (float) number;
    if (!Double.isNaN(number) && Double.compare(result, number) != 0) {
      throw refuse(column, "float", "the value " + shown(value) + " would be rounded");
    }
    return result;
  }

  static BigInteger toBigInteger(Column column, Object value) {
    return whole(column, value, "BigInteger");
  }

  static BigDecimal toBigDecimal(Column column, Object value) {
    return decimal(column, value, "BigDecimal");
  }

  static LocalDateTime toLocalDateTime(Column column, Object value) {
    return value instanceof LocalDate date
        ? date.atStartOfDay()
        : exactly(LocalDateTime.class, column, value);
  }

  /** The value if it is of the class already. */
  static <T> T exactly(Class<T> type, Column column, Object value) {
    if (!type.isInstance(value)) {
      throw wrongType(column, type.getSimpleName());
    }
    return type.cast(value);
  }

  private static boolean isInteger(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }

  private static BigInteger whole(Column column, Object value, String target) {
    if (value instanceof BigInteger same) {
      return same;
    }
    BigDecimal number = decimal(column, value, target);
    if (number.signum() != 0 && number.stripTrailingZeros().scale() > 0) {
      throw refuse(column, target, "the value " + shown(value) + " has a fraction");
    }
    return number.toBigInteger();
  }

  private static BigDecimal decimal(Column column, Object value, String target) {
    if (value instanceof BigDecimal same) {
      return same;
    } else if (isInteger(value)) {
      return BigDecimal.valueOf(((Number) value).longValue());
    } else if (value instanceof BigInteger number) {
      return new BigDecimal(number);
    }
    throw wrongType(column, target);
  }

  private static UnreadableValueException wrongType(Column column, String target) {
    return refuse(column, target, "its values are of class " + column.javaType().getSimpleName());
  }

  private static UnreadableValueException refuse(Column column, String target, String why) {
    return UnreadableValueException.conversion(
        column.name(), column.type().toString(), target, why);
  }

  private static String shown(Object value) {
    String text = value.toString();
    return text.length() <= VALUE_CHARS_IN_A_MESSAGE
        ? text
        : text.substring(0, VALUE_CHARS_IN_A_MESSAGE) + "...";
  }
}
