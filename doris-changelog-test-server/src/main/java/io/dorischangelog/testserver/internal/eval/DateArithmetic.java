package io.dorischangelog.testserver.internal.eval;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Dates plus or minus an INTERVAL. */
final class DateArithmetic {
  private static final DorisType MICROS = DorisType.of(Kind.DATETIME, 6);

  private DateArithmetic() {}

  /** DATE_ADD, DATE_SUB and their other names. */
  static Bound call(String name, Bound date, Bound amount, String unit) {
    return switch (name) {
      case "DATE_ADD", "ADDDATE", "DAYS_ADD", "TIMESTAMPADD" -> shift(date, amount, unit, false);
      case "DATE_SUB", "SUBDATE", "DAYS_SUB" -> shift(date, amount, unit, true);
      default -> throw new UnknownFunctionException(name);
    };
  }

  static Bound shift(Bound date, Bound amount, String unit, boolean minus) {
    ChronoUnit step = unit(unit);
    DorisType type = resultType(date, step);
    return new Bound(
        type,
        true,
        row -> {
          Object start = Casts.bind(date, MICROS, ZoneOffset.UTC).value(row);
          Object steps = amount.value(row);
          return start == null || steps == null
              ? null
              : shifted((LocalDateTime) start, steps, step, minus, type);
        });
  }

  private static DorisType resultType(Bound date, ChronoUnit step) {
    if (date.kind() == Kind.DATE && step.compareTo(ChronoUnit.DAYS) >= 0) {
      return date.type();
    } else if (date.kind() == Kind.DATETIME) {
      return date.type();
    } else if (date.kind() == Kind.DATE) {
      return DorisType.of(Kind.DATETIME, 0);
    } else if (CommonType.isText(date.kind())) {
      return MICROS;
    }
    throw EvalErrors.wrongArguments("date_add", List.of(date));
  }

  private static @Nullable Object shifted(
      LocalDateTime start, Object steps, ChronoUnit step, boolean minus, DorisType type) {
    try {
      long count = Numbers.decimal(steps).longValue();
      LocalDateTime moved = start.plus(minus ? -count : count, step);
      return type.kind() == Kind.DATE ? (Object) moved.toLocalDate() : moved;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static ChronoUnit unit(String unit) {
    return switch (unit) {
      case "MICROSECOND" -> ChronoUnit.MICROS;
      case "SECOND" -> ChronoUnit.SECONDS;
      case "MINUTE" -> ChronoUnit.MINUTES;
      case "HOUR" -> ChronoUnit.HOURS;
      case "DAY" -> ChronoUnit.DAYS;
      case "WEEK" -> ChronoUnit.WEEKS;
      case "MONTH" -> ChronoUnit.MONTHS;
      case "YEAR" -> ChronoUnit.YEARS;
      default -> throw DorisException.of("Unsupported time unit: " + unit);
    };
  }
}
