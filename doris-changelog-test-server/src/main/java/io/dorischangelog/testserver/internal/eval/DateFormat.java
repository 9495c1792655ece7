package io.dorischangelog.testserver.internal.eval;

import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Formats times by patterns with percent signs, as DATE_FORMAT and FROM_UNIXTIME take them. */
final class DateFormat {
  private DateFormat() {}

  /** The formatted time; some pattern words of Java are understood as the formats they mean. */
  static String format(LocalDateTime time, String pattern) {
    String format = percentForm(pattern);
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c == '%' && i + 1 < format.length()) {
        result.append(field(time, format.charAt(++i)));
      } else {
        result.append(c);
      }
    }
    return result.toString();
  }

  private static String percentForm(String pattern) {
    return switch (pattern) {
      case "yyyyMMdd" -> "%Y%m%d";
      case "yyyy-MM-dd" -> "%Y-%m-%d";
      case "yyyy-MM-dd HH:mm:ss" -> "%Y-%m-%d %H:%i:%s";
      default -> pattern;
    };
  }

  private static String field(LocalDateTime time, char letter) {
    return switch (letter) {
      case 'Y' -> padded(time.getYear(), 4);
      case 'y' -> padded(time.getYear() % 100, 2);
      case 'm' -> padded(time.getMonthValue(), 2);
      case 'c' -> String.valueOf(time.getMonthValue());
      case 'd' -> padded(time.getDayOfMonth(), 2);
      case 'e' -> String.valueOf(time.getDayOfMonth());
      case 'H' -> padded(time.getHour(), 2);
      case 'k' -> String.valueOf(time.getHour());
      case 'h', 'I' -> padded((time.getHour() + 11) % 12 + 1, 2);
      case 'i' -> padded(time.getMinute(), 2);
      case 's', 'S' -> padded(time.getSecond(), 2);
      case 'f' -> padded(time.get(ChronoField.MICRO_OF_SECOND), 6);
      case 'p' -> time.getHour() < 12 ? "AM" : "PM";
      case 'j' -> padded(time.getDayOfYear(), 3);
      case 'w' -> String.valueOf(time.getDayOfWeek().getValue() % 7);
      case 'T' -> format(time, "%H:%i:%s");
      case 'r' -> format(time, "%h:%i:%s %p");
      case 'M' -> time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      case 'b' -> time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
      case 'W' -> time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      case 'a' -> time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
      default -> String.valueOf(letter);
    };
  }

  private static String padded(int value, int digits) {
    String text = String.valueOf(value);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }
}
