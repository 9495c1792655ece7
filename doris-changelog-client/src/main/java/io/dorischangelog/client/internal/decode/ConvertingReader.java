package io.dorischangelog.client.internal.decode;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/** A type that travels as another one, such as LARGEINT as text. */
final class ConvertingReader extends ColumnReader {

  private static final long MICROS_PER_SECOND = 1_000_000;

  /** Makes a value of what was sent; a failure's message says what is wrong. */
  @FunctionalInterface
  interface Conversion {

    /**
     * Converts one value.
     *
     * @throws IllegalArgumentException if it is no value of the type
     */
    Object convert(Object sent);
  }

  private final ColumnReader sent;
  private final Conversion conversion;

  ConvertingReader(ColumnRef column, ColumnReader sent, Conversion conversion) {
    super(column, sent.valueCount, sent.validity);
    this.sent = sent;
    this.conversion = conversion;
  }

  @Override
  Object read(int row) {
    Object raw = sent.read(row);
    try {
      return conversion.convert(raw);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw column.bad("'" + raw + "' is none: " + e.getMessage(), e);
    }
  }

  @Override
  boolean getBoolean(int row) {
    return value(row) instanceof Boolean flag ? flag : super.getBoolean(row);
  }

  @Override
  int getEpochDay(int row) {
    return value(row) instanceof LocalDate date
        ? Math.toIntExact(date.toEpochDay())
        : super.getEpochDay(row);
  }

  @Override
  long getEpochMicros(int row) {
    return value(row) instanceof LocalDateTime time
        ? time.toEpochSecond(ZoneOffset.UTC) * MICROS_PER_SECOND
            + time.get(ChronoField.MICRO_OF_SECOND)
        : super.getEpochMicros(row);
  }

  private Object value(int row) {
    requireValue(row);
    try {
      return read(row);
    } catch (BadCell e) {
      throw e.inRow(row);
    }
  }
}
