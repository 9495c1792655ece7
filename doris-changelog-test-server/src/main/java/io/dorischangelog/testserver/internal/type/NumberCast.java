package io.dorischangelog.testserver.internal.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.Locale;

/** Casts to BOOLEAN and to numbers. */
final class NumberCast {
  private static final DorisType BOOLEAN = DorisType.of(DorisType.Kind.BOOLEAN);

  private NumberCast() {}

  static boolean toBoolean(Object value) {
    if (value instanceof Boolean bool) {
      return bool;
    }
    if (value instanceof Number) {
      return toExact(value, BOOLEAN).signum() != 0;
    }
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "1", "true", "t", "yes", "on" -> true;
      case "0", "false", "f", "no", "off" -> false;
      default -> throw CastErrors.invalid(value, BOOLEAN, null);
    };
  }

  /** An integer of so many bits; a fraction is cut off. */
  static BigInteger toInteger(Object value, DorisType type, int bits) {
    BigInteger number = toExact(value, type).toBigInteger();
    if (number.bitLength() >= bits) {
      throw CastErrors.outOfRange(value, type);
    }
    return number;
  }

  static BigDecimal toDecimal(Object value, DorisType type) {
    BigDecimal rounded = toExact(value, type).setScale(type.scale(), RoundingMode.HALF_UP);
    if (rounded.precision() > type.length()) {
      throw CastErrors.outOfRange(value, type);
    }
    return rounded;
  }

  static double toDouble(Object value, DorisType type) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "infinity", "+inf", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> signed(toExact(value, type), value.toString());
    };
  }

  /** Keeps the sign of a negative zero. */
  private static double signed(BigDecimal exact, String text) {
    return exact.signum() == 0 && text.strip().startsWith("-") ? -0.0 : exact.doubleValue();
  }

  private static BigDecimal toExact(Object value, DorisType type) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (value instanceof Boolean bool) {
      return bool ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof LocalDate date) {
      return BigDecimal.valueOf(
          date.getYear() * 10_000L + date.getMonthValue() * 100L + date.getDayOfMonth());
    }
    try {
      return new BigDecimal(value.toString().strip());
    } catch (NumberFormatException e) {
      throw CastErrors.invalid(value, type, e);
    }
  }
}
