package io.dorischangelog.client.scan;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the text of an option means. Every method throws {@link IllegalArgumentException} with the
 * text and what would be understood.
 */
final class OptionText {
  private static final Pattern WITH_UNIT = Pattern.compile("(\\d+)\\s*([a-zµ]*)");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private OptionText() {}

  /** {@code 10s}, {@code 5 min}, {@code 1h}, {@code 500ms}; without a unit milliseconds. */
  static Duration duration(String text) {
    Matcher parts = WITH_UNIT.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no duration such as 10s or 5min");
    }
    ChronoUnit unit =
        switch (parts.group(2)) {
          case "", "ms", "milli", "millis", "millisecond", "milliseconds" -> ChronoUnit.MILLIS;
          case "s", "sec", "secs", "second", "seconds" -> ChronoUnit.SECONDS;
          case "m", "min", "mins", "minute", "minutes" -> ChronoUnit.MINUTES;
          case "h", "hour", "hours" -> ChronoUnit.HOURS;
          case "d", "day", "days" -> ChronoUnit.DAYS;
          default ->
              throw new IllegalArgumentException(
                  "'" + text + "' has an unknown unit; allowed are ms, s, min, h and d");
        };
    return Duration.of(number(parts.group(1), text), unit);
  }

  /** {@code 64mb}, {@code 8 gb}, {@code 512kb}; without a unit bytes. Units are powers of 1024. */
  static long bytes(String text) {
    Matcher parts = WITH_UNIT.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no size such as 64mb or 8gb");
    }
    long unit =
        switch (parts.group(2)) {
          case "", "b", "bytes" -> 1L;
          case "k", "kb", "kib", "kibibytes" -> 1L << 10;
          case "m", "mb", "mib", "mebibytes" -> 1L << 20;
          case "g", "gb", "gib", "gibibytes" -> 1L << 30;
          case "t", "tb", "tib", "tebibytes" -> 1L << 40;
          default ->
              throw new IllegalArgumentException(
                  "'" + text + "' has an unknown unit; allowed are b, kb, mb, gb and tb");
        };
    return Math.multiplyExact(number(parts.group(1), text), unit);
  }

  /** A whole number. */
  static int integer(String text) {
    return Math.toIntExact(number(text.trim(), text));
  }

  private static long number(String digits, String text) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no whole number", e);
    }
  }

  /** {@code true} or {@code false}, in any case. */
  static boolean bool(String text) {
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
    };
  }

  /** {@code advertised=reachable}, separated by commas. */
  static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split(",", -1)) {
      String[] sides = pair.trim().split("=", -1);
      if (sides.length != 2) {
        throw new IllegalArgumentException(
            "'" + pair.trim() + "' is no pair advertised=reachable of two host:port");
      }
      pairs.put(sides[0].trim(), sides[1].trim());
    }
    return pairs;
  }

  /** A moment as a local time, which the zone's clocks must show exactly once. */
  static Instant time(String text, ZoneId zone) {
    LocalDateTime local = local(text.trim());
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
    if (offsets.size() != 1) {
      throw new IllegalArgumentException(
          "'"
              + text
              + (offsets.isEmpty() ? "' does not exist in " : "' exists twice in ")
              + zone
              + ", where clocks are changed in that hour; give another time, or one of UTC with"
              + " source.scan.time-zone");
    }
    return local.toInstant(offsets.get(0));
  }

  private static LocalDateTime local(String text) {
    try {
      return LocalDateTime.parse(text, TIME);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'" + text + "' is no time like yyyy-MM-dd HH:mm:ss", e);
    }
  }
}
