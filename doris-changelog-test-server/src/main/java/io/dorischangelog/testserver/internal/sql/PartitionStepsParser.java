package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Reads {@code FROM (a) TO (b) INTERVAL n [unit]}: ranges of equal size, the first and the last one
 * cut off at the bounds.
 */
final class PartitionStepsParser {
  private static final int MOST_PARTITIONS = 4_096;

  private final TokenCursor cursor;

  PartitionStepsParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  List<Ddl.PartitionValues> partitions() {
    cursor.expect("FROM");
    String from = bound();
    cursor.expect("TO");
    String to = bound();
    cursor.expect("INTERVAL");
    long step = cursor.number();
    if (step <= 0) {
      throw DorisException.of("Multi partition time interval mush be larger than zero.");
    }
    return cursor.seesName() ? ofTimes(from, to, step) : ofNumbers(from, to, step);
  }

  private String bound() {
    cursor.expectSymbol("(");
    String text =
        cursor.peek().kind() == Token.Kind.STRING
            ? cursor.string()
            : Long.toString(cursor.number());
    cursor.expectSymbol(")");
    return text;
  }

  private static List<Ddl.PartitionValues> ofNumbers(String from, String to, long step) {
    long end = number(to);
    List<Ddl.PartitionValues> result = new ArrayList<>();
    for (long lower = number(from); lower < end; lower += step) {
      String upper = Long.toString(Math.min(lower + step, end));
      add(result, "p_" + lower, Long.toString(lower), upper);
    }
    return result;
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw DorisException.of("INTERVAL of a partition needs whole numbers, not " + text);
    }
  }

  private List<Ddl.PartitionValues> ofTimes(String from, String to, long step) {
    Token unit = cursor.next();
    Unit steps = unit(unit);
    boolean dates = from.strip().length() <= 10;
    DateTimeFormatter text =
        DateTimeFormatter.ofPattern(dates ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm:ss");
    LocalDateTime end = time(to);
    List<Ddl.PartitionValues> result = new ArrayList<>();
    LocalDateTime lower = time(from);
    while (lower.isBefore(end)) {
      LocalDateTime next = steps.floor.apply(lower).plus(step, steps.unit);
      LocalDateTime upper = next.isBefore(end) ? next : end;
      add(result, "p_" + steps.name.format(lower), text.format(lower), text.format(upper));
      lower = upper;
    }
    return result;
  }

  private static LocalDateTime time(String text) {
    String padded = text.strip().replace(' ', 'T');
    try {
      return LocalDateTime.parse(padded.contains("T") ? padded : padded + "T00:00:00");
    } catch (DateTimeException e) {
      throw DorisException.of("INTERVAL of a partition needs dates, not " + text);
    }
  }

  private static void add(List<Ddl.PartitionValues> into, String name, String lower, String upper) {
    if (into.size() == MOST_PARTITIONS) {
      throw DorisException.of(
          "The number of Multi partitions too much, should not exceed: " + MOST_PARTITIONS);
    }
    into.add(new Ddl.PartitionValues.Between(name, List.of(text(lower)), List.of(text(upper))));
  }

  private static Expr text(String value) {
    return new Expr.Literal(value, DorisType.of(DorisType.Kind.STRING));
  }

  /** How the ranges of one unit begin and are called. */
  private record Unit(ChronoUnit unit, UnaryOperator<LocalDateTime> floor, DateTimeFormatter name) {
    Unit(ChronoUnit unit, String name, UnaryOperator<LocalDateTime> floor) {
      this(unit, floor, DateTimeFormatter.ofPattern(name));
    }
  }

  private static Unit unit(Token token) {
    return switch (token.upper()) {
      case "YEAR" ->
          new Unit(ChronoUnit.YEARS, "yyyy", t -> day(t).with(TemporalAdjusters.firstDayOfYear()));
      case "MONTH" ->
          new Unit(
              ChronoUnit.MONTHS, "yyyyMM", t -> day(t).with(TemporalAdjusters.firstDayOfMonth()));
      case "WEEK" ->
          new Unit(
              ChronoUnit.WEEKS,
              t -> day(t).with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)),
              new DateTimeFormatterBuilder()
                  .appendValue(IsoFields.WEEK_BASED_YEAR, 4)
                  .appendLiteral('_')
                  .appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2)
                  .toFormatter(Locale.ROOT));
      case "DAY" -> new Unit(ChronoUnit.DAYS, "yyyyMMdd", PartitionStepsParser::day);
      case "HOUR" -> new Unit(ChronoUnit.HOURS, "yyyyMMddHH", t -> t.truncatedTo(ChronoUnit.HOURS));
      default -> throw DorisException.of("Invalid interval unit of a partition: " + token.text());
    };
  }

  private static LocalDateTime day(LocalDateTime time) {
    return time.truncatedTo(ChronoUnit.DAYS);
  }
}
