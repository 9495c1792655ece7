package io.dorischangelog.client.offset;

import io.dorischangelog.client.internal.text.ZoneName;
import io.dorischangelog.client.internal.tso.Tso;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * DATETIME text in the zone of a Doris server, as the offset table has it. An hour that comes twice
 * is read as its first time, so that nothing is lost; an hour that does not exist is no time at
 * all.
 */
final class ServerZone {

  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final Instant EARLIEST =
      Instant.ofEpochMilli(Tso.MIN_MILLIS).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
  private static final Instant LATEST =
      Instant.ofEpochMilli(Tso.MAX_MILLIS).truncatedTo(ChronoUnit.SECONDS);

  private final ZoneId zone;

  private ServerZone(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * The zone of that name.
   *
   * @throws IllegalArgumentException if the name is not one of a zone, or of several
   */
  static ServerZone named(String name) {
    return new ServerZone(ZoneName.parse(name));
  }

  /** The text of a whole second. */
  String format(Instant second) {
    return TEXT.format(second.atZone(zone));
  }

  /**
   * The second a text means; fractions are cut off, and what lies before all time a position can
   * have becomes the earliest one. The text {@code 0} is the epoch, as in Doris' own queries.
   *
   * @return empty if the text is no time in this zone, or lies too far ahead for any position
   */
  Optional<Instant> parse(String text) {
    if (text.equals("0")) {
      return Optional.of(Instant.EPOCH);
    }
    try {
      LocalDateTime local = LocalDateTime.parse(text.replaceFirst("\\.\\d{1,9}$", ""), TEXT);
      List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
      return offsets.isEmpty()
          ? Optional.empty()
          : Optional.of(local.toInstant(offsets.get(0)))
              .map(instant -> instant.isBefore(EARLIEST) ? EARLIEST : instant)
              .filter(instant -> instant.isBefore(LATEST));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
