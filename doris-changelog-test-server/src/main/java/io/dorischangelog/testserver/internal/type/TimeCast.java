package io.dorischangelog.testserver.internal.type;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Casts to dates and times. Fractions are rounded half up to the digits of the type. */
final class TimeCast {
  private static final DorisType DATE = DorisType.of(DorisType.Kind.DATE);

  private static final Pattern TEXT =
      Pattern.compile(
          "(\\d{4})-(\\d{1,2})-(\\d{1,2})"
              + "(?:[ T](\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d+))?)?)?"
              + "\\s*(Z|UTC|[+-]\\d{2}:?\\d{2}|[A-Za-z]+/[A-Za-z_/]+)?");

  private static final Pattern DIGITS =
      Pattern.compile("(\\d{4})(\\d{2})(\\d{2})(?:(\\d{2})(\\d{2})(\\d{2})(?:\\.(\\d+))?)?()");

  private static final Pattern TIME =
      Pattern.compile("(-?)(\\d{1,3}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d+))?)?");

  private static final int MOST_DIGITS = 9;
  private static final LocalDateTime FIRST_NANOSECOND = nanosecond(Long.MIN_VALUE);
  private static final LocalDateTime LAST_NANOSECOND = nanosecond(Long.MAX_VALUE);

  private TimeCast() {}

  private static LocalDateTime nanosecond(long sinceEpoch) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(sinceEpoch, 1_000_000_000L),
        (int) Math.floorMod(sinceEpoch, 1_000_000_000L),
        ZoneOffset.UTC);
  }

  static LocalDate toDate(Object value) {
    if (value instanceof LocalDate date) {
      return checked(date, value, DATE);
    }
    if (value instanceof LocalDateTime dateTime) {
      return checked(dateTime.toLocalDate(), value, DATE);
    }
    return checked(parse(value, DATE).toLocalDate(), value, DATE);
  }

  static LocalDateTime toDateTime(Object value, DorisType type) {
    return toDateTime(value, type, type.length());
  }

  /** To the nanosecond, as far as 64 bits of them reach. */
  static LocalDateTime toNanoseconds(Object value, DorisType type) {
    LocalDateTime exact = toDateTime(value, type, MOST_DIGITS);
    if (exact.isBefore(FIRST_NANOSECOND) || exact.isAfter(LAST_NANOSECOND)) {
      throw CastErrors.outOfRange(value, type);
    }
    return exact;
  }

  private static LocalDateTime toDateTime(Object value, DorisType type, int digits) {
    LocalDateTime exact;
    if (value instanceof LocalDateTime dateTime) {
      exact = dateTime;
    } else if (value instanceof LocalDate date) {
      exact = date.atStartOfDay();
    } else if (value instanceof Instant instant) {
      exact = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    } else {
      exact = parse(value, type);
    }
    LocalDateTime rounded =
        exact.plusNanos(rounding(exact.get(ChronoField.NANO_OF_SECOND), digits));
    checked(rounded.toLocalDate(), value, type);
    return rounded;
  }

  static Instant toInstant(Object value, DorisType type) {
    Instant exact;
    if (value instanceof Instant instant) {
      exact = instant;
    } else if (value instanceof LocalDateTime dateTime) {
      exact = dateTime.toInstant(ZoneOffset.UTC);
    } else {
      Matcher match = match(value, type);
      ZoneId zone = match.group(8) == null ? ZoneOffset.UTC : zone(match.group(8), value, type);
      exact = dateTime(match, value, type).atZone(zone).toInstant();
    }
    return exact.plusNanos(rounding(exact.get(ChronoField.NANO_OF_SECOND), type.length()));
  }

  static Duration toTime(Object value, DorisType type) {
    if (value instanceof Duration duration) {
      return duration.plusNanos(rounding(duration.toNanosPart(), type.length()));
    }
    Matcher match = TIME.matcher(value.toString().strip());
    if (!match.matches()) {
      throw CastErrors.invalid(value, type, null);
    }
    Duration exact =
        Duration.ofHours(number(match, 2))
            .plusMinutes(number(match, 3))
            .plusSeconds(number(match, 4))
            .plusNanos(nanos(match.group(5)));
    Duration rounded = exact.plusNanos(rounding(exact.toNanosPart(), type.length()));
    return match.group(1).isEmpty() ? rounded : rounded.negated();
  }

  private static LocalDate checked(LocalDate date, Object value, DorisType type) {
    if (date.getYear() < 0 || date.getYear() > 9999) {
      throw CastErrors.outOfRange(value, type);
    }
    return date;
  }

  private static LocalDateTime parse(Object value, DorisType type) {
    return dateTime(match(value, type), value, type);
  }

  private static Matcher match(Object value, DorisType type) {
    String text = value.toString().strip();
    Matcher match = TEXT.matcher(text);
    if (match.matches()) {
      return match;
    }
    Matcher digits = DIGITS.matcher(text);
    if (digits.matches()) {
      return digits;
    }
    throw CastErrors.invalid(value, type, null);
  }

  private static LocalDateTime dateTime(Matcher match, Object value, DorisType type) {
    try {
      return LocalDateTime.of(
              (int) number(match, 1),
              (int) number(match, 2),
              (int) number(match, 3),
              (int) number(match, 4),
              (int) number(match, 5),
              (int) number(match, 6))
          .plusNanos(nanos(match.group(7)));
    } catch (DateTimeException e) {
      throw CastErrors.invalid(value, type, e);
    }
  }

  private static long number(Matcher match, int group) {
    String text = match.group(group);
    return text == null ? 0 : Long.parseLong(text);
  }

  private static ZoneId zone(String text, Object value, DorisType type) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw CastErrors.invalid(value, type, e);
    }
  }

  /** Nanoseconds of a fraction; digits behind the ninth are dropped. */
  private static long nanos(@Nullable String fraction) {
    if (fraction == null) {
      return 0;
    }
    return Long.parseLong((fraction + "000000000").substring(0, 9));
  }

  /** What to add to get to the nearest value with so many digits; -1 digits count as none. */
  private static long rounding(int nanos, int digits) {
    long unit = 1;
    for (int i = Math.max(digits, 0); i < 9; i++) {
      unit *= 10;
    }
    long rest = nanos % unit;
    return rest * 2 >= unit ? unit - rest : -rest;
  }
}
