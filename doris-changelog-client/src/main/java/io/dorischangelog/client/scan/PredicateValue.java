package io.dorischangelog.client.scan;

import io.dorischangelog.client.DorisType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Constants of a condition: how they are written, and with which columns they can be compared. */
final class PredicateValue {
  private static final int MICRO_DIGITS = 6;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, MICRO_DIGITS, true)
          .toFormatter(Locale.ROOT);
  private static final int LAST_YEAR = 9999;
  private static final int MAX_DIGITS = 38;
  private static final int LONGEST = 76;

  private static final BigInteger LARGEST = BigInteger.TEN.pow(LONGEST).subtract(BigInteger.ONE);

  /** Without the sign; so the smallest LARGEINT is none, because its opposite is none. */
  private static final int LARGEINT_BITS = 127;

  /** Digits of BIGINT, which a whole number of 64 bits is at most taken for. */
  private static final int LONG_DIGITS = 20;

  private PredicateValue() {}

  /** Refuses what cannot be written. */
  static void require(Object value) {
    if (!isPossible(value)) {
      throw new IllegalArgumentException(
          "A filter cannot compare with "
              + value
              + " ("
              + value.getClass().getSimpleName()
              + "): possible are BOOLEAN, whole and decimal numbers of up to 76 digits, texts,"
              + " dates of the years 1 to 9999, and such date-times in microseconds");
    }
  }

  /** Whether it can be written without doubt. */
  static boolean isPossible(Object value) {
    return isLong(value)
        || (value instanceof BigInteger number && number.abs().compareTo(LARGEST) <= 0)
        || value instanceof Boolean
        || value instanceof String
        || (value instanceof BigDecimal number && isShort(number))
        || (value instanceof LocalDate day && isYear(day.getYear()))
        || (value instanceof LocalDateTime time
            && isYear(time.getYear())
            && fractionDigits(time) <= MICRO_DIGITS);
  }

  private static boolean isWhole(Object value) {
    return isLong(value) || value instanceof BigInteger;
  }

  private static boolean isLong(Object value) {
    return value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long;
  }

  /** Doris has no longer ones, and {@code 1E+1000000} would be a million digits. */
  private static boolean isShort(BigDecimal number) {
    return number.precision() <= LONGEST && Math.abs(number.scale()) <= LONGEST;
  }

  private static boolean isYear(int year) {
    return year >= 1 && year <= LAST_YEAR;
  }

  /** A value that was let through, as a filter writes it. */
  static String text(Object value) {
    if (value instanceof Boolean yes) {
      return yes ? "TRUE" : "FALSE";
    } else if (value instanceof BigDecimal number) {
      return decimal(number);
    } else if (value instanceof String text) {
      return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    } else if (value instanceof LocalDate day) {
      return "DATE '" + DATE.format(day) + "'";
    } else if (value instanceof LocalDateTime time) {
      return "TIMESTAMP '" + TIME.format(time) + "'";
    }
    return value.toString();
  }

  /**
   * With a point even where nothing follows: Doris then takes it for a decimal with just these
   * digits, and not for an integer of some size that would have to be made one.
   */
  private static String decimal(BigDecimal number) {
    BigDecimal shortest = number.stripTrailingZeros();
    return shortest.scale() > 0 ? shortest.toPlainString() : shortest.toPlainString() + ".";
  }

  private static int fractionDigits(LocalDateTime time) {
    return Math.max(
        0,
        BigDecimal.valueOf(time.get(ChronoField.NANO_OF_SECOND), 9).stripTrailingZeros().scale());
  }

  /** See {@link ColumnPredicate#isExactFor}. */
  static boolean isExact(Object value, DorisType type, boolean order) {
    return switch (type.family()) {
      case BOOLEAN -> value instanceof Boolean && !order;
      case TINYINT, SMALLINT, INT, BIGINT, LARGEINT ->
          isWhole(value) && bits(value) <= LARGEINT_BITS;
      case DECIMAL -> isExactDecimal(value, type.precision(), type.scale());
      case DATE -> value instanceof LocalDate;
      case DATETIME ->
          value instanceof LocalDateTime time && fractionDigits(time) <= type.precision();
      case VARCHAR, STRING -> value instanceof String text && isPlain(text);
      case CHAR -> value instanceof String text && isPlain(text) && !order;
      default -> false;
    };
  }

  private static int bits(Object whole) {
    return new BigInteger(whole.toString()).abs().bitLength();
  }

  /** Where Doris need not give up digits to bring both into one type. */
  private static boolean isExactDecimal(Object value, int precision, int scale) {
    if (precision < 0 || precision > MAX_DIGITS) {
      return false;
    }
    if (value instanceof BigDecimal number) {
      BigDecimal shortest = number.stripTrailingZeros();
      return shortest.scale() <= scale
          && shortest.precision() - shortest.scale() <= precision - scale;
    }
    return isLong(value) && scale + LONG_DIGITS <= MAX_DIGITS;
  }

  private static boolean isPlain(String text) {
    CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
    return text.indexOf('\\') < 0 && text.indexOf('\0') < 0 && utf8.canEncode(text);
  }

  /** Whether the type has a NULL that is told apart in the same way by everybody. */
  static boolean canBeNull(DorisType type) {
    return switch (type.family()) {
      case BITMAP, HLL, QUANTILE_STATE, VARIANT, NULL, UNSUPPORTED -> false;
      default -> true;
    };
  }
}
