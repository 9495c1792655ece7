package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Functions of dates and times; instants become wall clock in the session's time zone. */
final class TimeFunctions {
  private static final DorisType MICROS = DorisType.of(Kind.DATETIME, 6);
  private static final DorisType TEXT = DorisType.of(Kind.VARCHAR);
  private static final BigDecimal LAST_SECOND = BigDecimal.valueOf(253402271999L);

  private TimeFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    return switch (name) {
      case "NOW", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP" -> now(name, args, context);
      case "UTC_TIMESTAMP" -> now(args, context.now(), ZoneOffset.UTC);
      case "CURDATE", "CURRENT_DATE" -> {
        Functions.expect(name, args, 0, 0);
        yield Bound.constant(
            context.now().atZone(context.zone()).toLocalDate(), DorisType.of(Kind.DATE));
      }
      case "FROM_UNIXTIME" -> fromUnixTime(args, context.zone());
      case "UNIX_TIMESTAMP" -> unixTimestamp(args, context);
      case "DATE_FORMAT" -> dateFormat(args, context.zone());
      case "DATE", "TO_DATE" -> {
        Functions.expect(name, args, 1, 1);
        yield Casts.bind(
            Casts.bind(args.get(0), MICROS, context.zone()),
            DorisType.of(Kind.DATE),
            context.zone());
      }
      case "DATE_TRUNC" -> dateTrunc(args, context.zone());
      default -> field(name, args, context.zone());
    };
  }

  private static Bound now(String name, List<Bound> args, EvaluationContext context) {
    Functions.expect(name, args, 0, 1);
    return now(args, context.now(), context.zone());
  }

  private static Bound now(List<Bound> args, Instant now, ZoneId zone) {
    Object given = args.isEmpty() ? null : args.get(0).value(new Object[0]);
    int digits = given == null ? 0 : Numbers.decimal(given).intValue();
    LocalDateTime local = LocalDateTime.ofInstant(now, zone);
    return Bound.constant(truncated(local, digits), DorisType.of(Kind.DATETIME, digits));
  }

  private static LocalDateTime truncated(LocalDateTime time, int digits) {
    int unit = (int) Math.pow(10, 9 - Math.max(0, Math.min(6, digits)));
    return time.withNano(time.get(ChronoField.NANO_OF_SECOND) / unit * unit);
  }

  private static Bound fromUnixTime(List<Bound> args, ZoneId zone) {
    Functions.expect("FROM_UNIXTIME", args, 1, 2);
    Bound seconds = args.get(0);
    Bound format = args.size() == 2 ? args.get(1) : Bound.text("%Y-%m-%d %H:%i:%s");
    return new Bound(
        TEXT,
        true,
        row -> {
          Object value = seconds.value(row);
          Object pattern = format.value(row);
          return value == null || pattern == null
              ? null
              : fromUnixTime(value, pattern.toString(), zone);
        });
  }

  private static @Nullable String fromUnixTime(Object value, String format, ZoneId zone) {
    BigDecimal seconds;
    try {
      seconds = Numbers.decimal(value);
    } catch (NumberFormatException e) {
      return null;
    }
    if (seconds.signum() < 0 || seconds.compareTo(LAST_SECOND) > 0) {
      return null;
    }
    BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
    long nanos = seconds.subtract(whole).movePointRight(9).longValue();
    Instant instant = Instant.ofEpochSecond(whole.longValue(), nanos);
    return DateFormat.format(LocalDateTime.ofInstant(instant, zone), format);
  }

  private static Bound unixTimestamp(List<Bound> args, EvaluationContext context) {
    Functions.expect("UNIX_TIMESTAMP", args, 0, 1);
    if (args.isEmpty()) {
      return Bound.constant(context.now().getEpochSecond(), DorisType.of(Kind.BIGINT));
    }
    Bound time = args.get(0);
    int digits = time.kind() == Kind.DATETIME ? Math.max(0, time.type().length()) : 0;
    Bound local = Casts.bind(time, MICROS, context.zone());
    DorisType type =
        digits == 0 ? DorisType.of(Kind.BIGINT) : DorisType.decimal(12 + digits, digits);
    return new Bound(
        type,
        true,
        row ->
            local.value(row) instanceof LocalDateTime value
                ? seconds(value.atZone(context.zone()).toInstant(), digits)
                : null);
  }

  private static Object seconds(Instant instant, int digits) {
    return digits == 0
        ? (Object) instant.getEpochSecond()
        : BigDecimal.valueOf(instant.getEpochSecond())
            .add(BigDecimal.valueOf(instant.getNano(), 9))
            .setScale(digits, RoundingMode.DOWN);
  }

  private static Bound dateFormat(List<Bound> args, ZoneId zone) {
    Functions.expect("DATE_FORMAT", args, 2, 2);
    Bound time = Casts.bind(args.get(0), MICROS, zone);
    Bound format = args.get(1);
    return new Bound(
        TEXT,
        true,
        row -> {
          Object value = time.value(row);
          Object pattern = format.value(row);
          return value == null || pattern == null
              ? null
              : DateFormat.format((LocalDateTime) value, pattern.toString());
        });
  }

  private static Bound dateTrunc(List<Bound> args, ZoneId zone) {
    Functions.expect("DATE_TRUNC", args, 2, 2);
    Bound time = Casts.bind(args.get(0), MICROS, zone);
    Bound unit = args.get(1);
    DorisType type = args.get(0).kind() == Kind.DATE ? args.get(0).type() : MICROS;
    return Casts.bind(
        new Bound(
            MICROS,
            true,
            row -> {
              Object value = time.value(row);
              Object name = unit.value(row);
              return value == null || name == null
                  ? null
                  : truncated((LocalDateTime) value, name.toString());
            }),
        type,
        zone);
  }

  private static @Nullable LocalDateTime truncated(LocalDateTime time, String unit) {
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "second" -> time.truncatedTo(ChronoUnit.SECONDS);
      case "minute" -> time.truncatedTo(ChronoUnit.MINUTES);
      case "hour" -> time.truncatedTo(ChronoUnit.HOURS);
      case "day" -> time.truncatedTo(ChronoUnit.DAYS);
      case "month" -> time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
      case "year" -> time.truncatedTo(ChronoUnit.DAYS).withDayOfYear(1);
      default -> null;
    };
  }

  private static @Nullable Bound field(String name, List<Bound> args, ZoneId zone) {
    Function<LocalDateTime, Integer> field =
        switch (name) {
          case "YEAR" -> LocalDateTime::getYear;
          case "MONTH" -> LocalDateTime::getMonthValue;
          case "DAY", "DAYOFMONTH" -> LocalDateTime::getDayOfMonth;
          case "DAYOFYEAR" -> LocalDateTime::getDayOfYear;
          case "DAYOFWEEK" -> time -> time.getDayOfWeek().getValue() % 7 + 1; // 1 is Sunday
          case "WEEKDAY" -> time -> time.getDayOfWeek().getValue() - 1; // 0 is Monday
          case "QUARTER" -> time -> (time.getMonthValue() + 2) / 3;
          case "HOUR" -> LocalDateTime::getHour;
          case "MINUTE" -> LocalDateTime::getMinute;
          case "SECOND" -> LocalDateTime::getSecond;
          case "MICROSECOND" -> time -> time.get(ChronoField.MICRO_OF_SECOND);
          default -> null;
        };
    if (field == null) {
      return null;
    }
    Functions.expect(name, args, 1, 1);
    Bound time = Casts.bind(args.get(0), MICROS, zone);
    return new Bound(
        DorisType.of(Kind.INT),
        true,
        row -> time.value(row) instanceof LocalDateTime value ? field.apply(value) : null);
  }
}
