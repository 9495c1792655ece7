package io.dorischangelog.client.internal.text;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;

/** Names of time zones as Doris spells them. */
public final class ZoneName {

  /** Names Doris knows that Java does not, or takes for something else. */
  private static final Map<String, String> ALIASES =
      Map.of("CST", "Asia/Shanghai", "PRC", "Asia/Shanghai", "UTC", "UTC", "GMT", "UTC");

  private ZoneName() {}

  /**
   * The zone of that name.
   *
   * @throws IllegalArgumentException if the name is not one of a zone, or of several
   */
  public static ZoneId parse(String name) {
    String alias = ALIASES.get(name.toUpperCase(Locale.ROOT));
    try {
      return ZoneId.of(alias == null ? withTwoDigits(name) : alias);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("unknown time zone '" + name + "'", e);
    }
  }

  /** Doris prints some offsets as {@code +8:00}. */
  private static String withTwoDigits(String name) {
    return name.matches("[+-]\\d:\\d\\d") ? name.charAt(0) + "0" + name.substring(1) : name;
  }
}
