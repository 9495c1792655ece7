package io.dorischangelog.testserver.internal.engine;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Optional;

/**
 * Times as {@code yyyy-MM-dd HH:mm:ss} in a zone: no fraction, no offset, no other form. A time in
 * a gap of the zone moves forward, one in an overlap is the earlier instant (java.time's rules).
 */
final class SecondText {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private SecondText() {}

  static Optional<Instant> parse(String text, ZoneId zone) {
    try {
      return Optional.of(LocalDateTime.parse(text, FORMAT).atZone(zone).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  static String format(Instant time, ZoneId zone) {
    return FORMAT.format(time.atZone(zone));
  }
}
