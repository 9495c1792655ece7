package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names and bounds of the partitions that AUTO PARTITION makes. */
final class AutoPartition {
  private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'p'uuuuMMddHHmmss");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private AutoPartition() {}

  static PartitionDefinition define(Partitioning partitioning, List<@Nullable Object> values) {
    return partitioning.kind() == Partitioning.Kind.RANGE
        ? range(partitioning.autoUnit(), values.get(0))
        : list(values);
  }

  private static PartitionDefinition range(String unitText, @Nullable Object value) {
    LocalDateTime time;
    boolean date = value instanceof LocalDate;
    if (value instanceof LocalDate day) {
      time = day.atStartOfDay();
    } else if (value instanceof LocalDateTime dateTime) {
      time = dateTime;
    } else {
      throw DorisException.of("AUTO PARTITION BY RANGE needs a date that is not NULL");
    }
    LocalDateTime lower = truncate(time, unitText.toLowerCase(Locale.ROOT));
    LocalDateTime upper = lower.plus(1, unit(unitText.toLowerCase(Locale.ROOT)));
    return new PartitionDefinition(
        NAME.format(lower),
        new PartitionItem.Range(List.of(text(lower, date)), List.of(text(upper, date))));
  }

  private static String text(LocalDateTime time, boolean date) {
    return date ? time.toLocalDate().toString() : TIME.format(time);
  }

  private static ChronoUnit unit(String unit) {
    return switch (unit) {
      case "year" -> ChronoUnit.YEARS;
      case "month" -> ChronoUnit.MONTHS;
      case "week" -> ChronoUnit.WEEKS;
      case "day" -> ChronoUnit.DAYS;
      case "hour" -> ChronoUnit.HOURS;
      case "minute" -> ChronoUnit.MINUTES;
      case "second" -> ChronoUnit.SECONDS;
      default -> throw DorisException.of("date_trunc does not know the unit " + unit);
    };
  }

  private static LocalDateTime truncate(LocalDateTime time, String unit) {
    return switch (unit) {
      case "year" -> time.toLocalDate().withDayOfYear(1).atStartOfDay();
      case "month" -> time.toLocalDate().withDayOfMonth(1).atStartOfDay();
      case "week" ->
          time.toLocalDate().minusDays(time.getDayOfWeek().getValue() - 1L).atStartOfDay();
      default -> time.truncatedTo(unit(unit));
    };
  }

  private static PartitionDefinition list(List<@Nullable Object> values) {
    StringBuilder name = new StringBuilder("p");
    List<@Nullable String> texts = new ArrayList<>();
    for (Object value : values) {
      String text = value == null ? null : value.toString();
      texts.add(text);
      name.append(text == null ? "X" : text.replaceAll("[^A-Za-z0-9]", "_") + text.length());
    }
    return new PartitionDefinition(name.toString(), new PartitionItem.In(List.of(texts)));
  }
}
