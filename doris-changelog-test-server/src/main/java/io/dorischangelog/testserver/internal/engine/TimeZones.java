package io.dorischangelog.testserver.internal.engine;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Time zones by the rules of {@code SET time_zone}: offsets, region ids and a few short names. */
final class TimeZones {
  private static final Pattern OFFSET = Pattern.compile("([+-])?(\\d{1,2}):(\\d{2})");
  private static final int LEAST_MINUTES = -12 * 60;
  private static final int MOST_MINUTES = 14 * 60;

  /** CST means China here, whatever Java thinks of it. */
  private static final Map<String, String> ALIASES =
      Map.of("CST", "Asia/Shanghai", "PRC", "Asia/Shanghai");

  private TimeZones() {}

  /**
   * The spelling in which the variable keeps a zone: {@code +8:00} becomes {@code +08:00}.
   *
   * @throws DorisException 1298 if it is none
   */
  static String standardForm(String value) {
    Matcher offset = OFFSET.matcher(value);
    if (offset.matches()) {
      return offsetForm(value, offset);
    }
    zone(value);
    return value;
  }

  private static String offsetForm(String value, Matcher offset) {
    int minutes = Integer.parseInt(offset.group(2)) * 60 + Integer.parseInt(offset.group(3));
    boolean negative = "-".equals(offset.group(1));
    int signed = negative ? -minutes : minutes;
    boolean wrongMinutes = Integer.parseInt(offset.group(3)) > 59;
    if (wrongMinutes || signed < LEAST_MINUTES || signed > MOST_MINUTES) {
      throw Errors.unknownTimeZone(value);
    }
    return String.format(
        Locale.ROOT, "%s%02d:%02d", negative ? "-" : "+", minutes / 60, minutes % 60);
  }

  /** The zone of a value that is in standard form. */
  static ZoneId zone(String value) {
    String name = ALIASES.getOrDefault(value.toUpperCase(Locale.ROOT), value);
    try {
      return OFFSET.matcher(name).matches()
          ? ZoneOffset.of(name)
          : ZoneId.of(name, ZoneId.SHORT_IDS);
    } catch (DateTimeException e) {
      throw Errors.unknownTimeZone(value);
    }
  }
}
