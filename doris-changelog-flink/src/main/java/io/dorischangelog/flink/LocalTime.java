package io.dorischangelog.flink;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;

/** A moment written as a local time. */
final class LocalTime {
  private static final String PATTERN = "yyyy-MM-dd HH:mm:ss";
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private LocalTime() {}

  /**
   * The moment a text means.
   *
   * @throws IllegalArgumentException if it is no time, or one that the zone's clocks leave out or
   *     show twice
   */
  static Instant parse(String text, ZoneId zone) {
    LocalDateTime local = local(text);
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
      return LocalDateTime.parse(text, TEXT);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'" + text + "' is no time like " + PATTERN, e);
    }
  }
}
