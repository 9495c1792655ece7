package io.dorischangelog.testserver.internal.type;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What values look like in text results. */
final class ValueText {
  private ValueText() {}

  /** Null for objects, which text results show as NULL. */
  static @Nullable String format(Object value, DorisType type) {
    return switch (type.kind()) {
      case BOOLEAN -> (Boolean) value ? "1" : "0";
      case FLOAT -> floating((Float) value, Float.toString((Float) value));
      case DOUBLE -> floating((Double) value, Double.toString((Double) value));
      case DECIMAL -> ((BigDecimal) value).toPlainString();
      case DATE -> date((LocalDate) value);
      case DATETIME -> dateTime((LocalDateTime) value, type.length());
      case TIMESTAMP_NS -> dateTime((LocalDateTime) value, 9);
      case TIMESTAMPTZ ->
          dateTime(LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC), type.length())
              + "+00:00";
      case TIME -> time((Duration) value, type.length());
      case IPV4 -> Addresses.formatV4((Integer) value);
      case IPV6 -> Ipv6Text.print(value);
      case VARBINARY -> "0x" + HexFormat.of().withUpperCase().formatHex((byte[]) value);
      case BITMAP, HLL, QUANTILE_STATE -> null;
      case ARRAY -> array((List<?>) value, type.children().get(0));
      case MAP -> map((Map<?, ?>) value, type);
      case STRUCT -> struct((List<?>) value, type);
      default -> value.toString();
    };
  }

  /** The shortest digits that give the number back, plain between 1e-5 and 1e16. */
  static String floating(double value, String shortest) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal digits = new BigDecimal(shortest).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= -5 && exponent < 16) {
      return digits.toPlainString();
    }
    String mantissa = digits.movePointLeft(exponent).toPlainString();
    return String.format(
        Locale.ROOT, "%se%s%02d", mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  private static String date(LocalDate date) {
    return String.format(
        Locale.ROOT, "%04d-%02d-%02d", date.getYear(), date.getMonthValue(), date.getDayOfMonth());
  }

  static String dateTime(LocalDateTime value, int digits) {
    return date(value.toLocalDate())
        + String.format(
            Locale.ROOT, " %02d:%02d:%02d", value.getHour(), value.getMinute(), value.getSecond())
        + fraction(value.getNano(), digits);
  }

  static String time(Duration value, int digits) {
    Duration size = value.abs();
    return String.format(
            Locale.ROOT,
            "%s%02d:%02d:%02d",
            value.isNegative() ? "-" : "",
            size.toHours(),
            size.toMinutesPart(),
            size.toSecondsPart())
        + fraction(size.toNanosPart(), digits);
  }

  private static String fraction(int nanos, int digits) {
    return digits <= 0 ? "" : "." + String.format(Locale.ROOT, "%09d", nanos).substring(0, digits);
  }

  private static String array(List<?> values, DorisType element) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < values.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(nested(values.get(i), element));
    }
    return text.append("]").toString();
  }

  private static String map(Map<?, ?> entries, DorisType type) {
    StringBuilder text = new StringBuilder("{");
    for (Iterator<? extends Map.Entry<?, ?>> i = entries.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<?, ?> entry = i.next();
      text.append(nested(entry.getKey(), type.children().get(0)))
          .append(":")
          .append(nested(entry.getValue(), type.children().get(1)))
          .append(i.hasNext() ? ", " : "");
    }
    return text.append("}").toString();
  }

  private static String struct(List<?> fields, DorisType type) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < fields.size(); i++) {
      text.append(i == 0 ? "\"" : ", \"")
          .append(type.fieldNames().get(i))
          .append("\":")
          .append(nested(fields.get(i), type.children().get(i)));
    }
    return text.append("}").toString();
  }

  /** Text and times stand in quotes inside nested values. */
  private static String nested(@Nullable Object value, DorisType type) {
    String text = value == null ? null : format(value, type);
    if (text == null) {
      return "null";
    }
    return switch (type.kind()) {
      case CHAR,
          VARCHAR,
          STRING,
          DATE,
          DATETIME,
          TIMESTAMP_NS,
          TIMESTAMPTZ,
          TIME,
          IPV4,
          IPV6,
          UUID,
          VARBINARY ->
          "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
      default -> text;
    };
  }
}
