package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.DorisType.Family;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * DATETIME, TIMESTAMP_NS and TIMESTAMPTZ in all four units.
 *
 * <p>For the first two a value without zone is the wall clock read as if in UTC; with a zone (older
 * servers) it is an instant, whose wall clock in that zone was meant. For TIMESTAMPTZ it is an
 * instant in both cases (documented).
 */
final class TimestampReader extends ColumnReader {

  private static final long MILLIS = 1_000;
  private static final long MICROS = 1_000_000;
  private static final long NANOS = 1_000_000_000;
  private static final long SECONDS_PER_DAY = 86_400;

  private final boolean instants;
  private final TimeUnit unit;
  private final long data;

  /** Seconds to add to come from the instant to the wall clock, unless {@link #rules} say. */
  private final int fixedOffset;

  private final @Nullable ZoneRules rules;
  private final DateCache dates = new DateCache();

  /**
   * A reader of a vector of {@code Timestamp} type.
   *
   * @param zone where the wall clocks are; null for values without zone
   */
  TimestampReader(ColumnRef column, FieldVector vector, @Nullable ZoneId zone) {
    super(column, vector);
    this.instants = column.type().family() == Family.TIMESTAMPTZ;
    this.unit = ((ArrowType.Timestamp) vector.getField().getType()).getUnit();
    this.data = address(vector.getDataBuffer(), (long) valueCount * Long.BYTES);
    ZoneRules known = zone == null || instants ? ZoneOffset.UTC.getRules() : zone.getRules();
    this.fixedOffset = known.isFixedOffset() ? known.getOffset(Instant.EPOCH).getTotalSeconds() : 0;
    this.rules = known.isFixedOffset() ? null : known;
  }

  @Override
  long getEpochMicros(int row) {
    requireValue(row);
    try {
      long value = value(row);
      long micros =
          switch (unit) {
            case SECOND -> Math.multiplyExact(value, MICROS);
            case MILLISECOND -> Math.multiplyExact(value, MICROS / MILLIS);
            case MICROSECOND -> value;
            case NANOSECOND -> wholeMicros(value);
          };
      return Math.addExact(micros, MICROS * offset(value));
    } catch (ArithmeticException e) {
      throw column.bad("it does not fit into microseconds", e).inRow(row);
    }
  }

  private static long wholeMicros(long nanos) {
    if (nanos % (NANOS / MICROS) != 0) {
      throw new ArithmeticException("the value " + nanos + " ns has a part below the microsecond");
    }
    return nanos / (NANOS / MICROS);
  }

  @Override
  void readColumn(@Nullable Object[][] rows, int place, int first) {
    super.readColumn(rows, place, first);
  }

  @Override
  Object read(int row) {
    long value = value(row);
    long seconds = seconds(value);
    int nanos = nanos(value);
    try {
      return instants ? Instant.ofEpochSecond(seconds, nanos) : wallClock(seconds, nanos);
    } catch (DateTimeException | ArithmeticException e) {
      throw column.bad("the value " + value + " in " + unit + " is no time", e);
    }
  }

  private LocalDateTime wallClock(long epochSecond, int nanos) {
    long seconds = epochSecond + zoneOffset(epochSecond);
    long day = Math.floorDiv(seconds, SECONDS_PER_DAY);
    long secondOfDay = seconds - day * SECONDS_PER_DAY;
    return LocalDateTime.of(
        dates.ofEpochDay(day), LocalTime.ofNanoOfDay(secondOfDay * NANOS + nanos));
  }

  private int offset(long value) {
    return rules == null ? fixedOffset : zoneOffset(seconds(value));
  }

  private int zoneOffset(long epochSecond) {
    return rules == null
        ? fixedOffset
        : rules.getOffset(Instant.ofEpochSecond(epochSecond)).getTotalSeconds();
  }

  private long seconds(long value) {
    return switch (unit) {
      case SECOND -> value;
      case MILLISECOND -> Math.floorDiv(value, MILLIS);
      case MICROSECOND -> Math.floorDiv(value, MICROS);
      case NANOSECOND -> Math.floorDiv(value, NANOS);
    };
  }

  private int nanos(long value) {
    return switch (unit) {
      case SECOND -> 0;
      case MILLISECOND -> (int) (Math.floorMod(value, MILLIS) * (NANOS / MILLIS));
      case MICROSECOND -> (int) (Math.floorMod(value, MICROS) * (NANOS / MICROS));
      case NANOSECOND -> (int) Math.floorMod(value, NANOS);
    };
  }

  private long value(int row) {
    return MemoryUtil.getLong(data + ((long) row << 3));
  }
}
