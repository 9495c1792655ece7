package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.function.LongUnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.TinyIntVector;

/**
 * Generated values that one long determines: numbers, dates and times.
 *
 * @param type type of the column
 * @param numbers the long of a row: the number itself, the unscaled number of a DECIMAL, 256ths of
 *     a floating-point number, days, or for times ticks of their vector's unit
 */
record GeneratedNumber(DorisType type, LongUnaryOperator numbers) implements GeneratedColumn {

  @Override
  public Object value(long row) {
    long number = numbers.applyAsLong(row);
    return switch (type.kind()) {
      case BOOLEAN -> number != 0;
      case TINYINT -> (byte) number;
      case SMALLINT -> (short) number;
      case INT -> (int) number;
      case LARGEINT -> BigInteger.valueOf(number);
      case FLOAT -> number / 256f;
      case DOUBLE -> number / 256d;
      case DECIMAL -> BigDecimal.valueOf(number, type.scale());
      case DATE -> LocalDate.ofEpochDay(number);
      case DATETIME -> LocalDateTime.ofInstant(instant(number), ZoneOffset.UTC);
      case TIMESTAMPTZ -> instant(number);
      default -> number;
    };
  }

  private Instant instant(long ticks) {
    long perSecond = ticksPerSecond(type);
    return Instant.ofEpochSecond(
        Math.floorDiv(ticks, perSecond),
        Math.floorMod(ticks, perSecond) * (1_000_000_000L / perSecond));
  }

  static long ticksPerSecond(DorisType type) {
    if (type.length() <= 0) {
      return 1;
    }
    return type.length() <= 3 ? 1_000 : 1_000_000;
  }

  /** Vectors with a time zone hold other numbers and are left to the general writer. */
  @Override
  public boolean fits(FieldVector vector) {
    return switch (type.kind()) {
      case BOOLEAN -> vector instanceof BitVector;
      case TINYINT -> vector instanceof TinyIntVector;
      case SMALLINT -> vector instanceof SmallIntVector;
      case INT -> vector instanceof IntVector;
      // The operation column travels in 8 bits unless a wide one is asked for.
      case BIGINT -> vector instanceof BigIntVector || vector instanceof TinyIntVector;
      case FLOAT -> vector instanceof Float4Vector;
      case DOUBLE -> vector instanceof Float8Vector;
      case DECIMAL -> vector instanceof DecimalVector;
      case DATE -> vector instanceof DateDayVector;
      case DATETIME ->
          vector instanceof TimeStampSecVector
              || vector instanceof TimeStampMilliVector
              || vector instanceof TimeStampMicroVector;
      default -> false;
    };
  }

  @Override
  public void fill(FieldVector vector, long firstRow, int count) {
    if (vector instanceof BitVector bits) {
      for (int i = 0; i < count; i++) {
        bits.setSafe(i, (int) numbers.applyAsLong(firstRow + i));
      }
      return;
    }
    while (vector.getValueCapacity() < count) {
      vector.reAlloc();
    }
    vector.getValidityBuffer().setOne(0L, (count + 7L) / 8);
    ArrowBuf data = vector.getDataBuffer();
    if (vector instanceof TinyIntVector) {
      fillBytes(data, firstRow, count);
      return;
    }
    switch (type.kind()) {
      case SMALLINT -> fillShorts(data, firstRow, count);
      case INT, DATE -> fillInts(data, firstRow, count);
      case FLOAT -> fillFloats(data, firstRow, count);
      case DOUBLE -> fillDoubles(data, firstRow, count);
      case DECIMAL -> fillDecimals(data, firstRow, count);
      default -> fillLongs(data, firstRow, count);
    }
  }

  private void fillBytes(ArrowBuf data, long firstRow, int count) {
    for (int i = 0; i < count; i++) {
      data.setByte(i, (byte) numbers.applyAsLong(firstRow + i));
    }
  }

  private void fillShorts(ArrowBuf data, long firstRow, int count) {
    for (int i = 0; i < count; i++) {
      data.setShort((long) i * Short.BYTES, (short) numbers.applyAsLong(firstRow + i));
    }
  }

  private void fillInts(ArrowBuf data, long firstRow, int count) {
    for (int i = 0; i < count; i++) {
      data.setInt((long) i * Integer.BYTES, (int) numbers.applyAsLong(firstRow + i));
    }
  }

  private void fillLongs(ArrowBuf data, long firstRow, int count) {
    for (int i = 0; i < count; i++) {
      data.setLong((long) i * Long.BYTES, numbers.applyAsLong(firstRow + i));
    }
  }

  private void fillFloats(ArrowBuf data, long firstRow, int count) {
    for (int i = 0; i < count; i++) {
      data.setFloat((long) i * Float.BYTES, numbers.applyAsLong(firstRow + i) / 256f);
    }
  }

  private void fillDoubles(ArrowBuf data, long firstRow, int count) {
    for (int i = 0; i < count; i++) {
      data.setDouble((long) i * Double.BYTES, numbers.applyAsLong(firstRow + i) / 256d);
    }
  }

  /** Sixteen bytes, the low ones first: the number and its sign. */
  private void fillDecimals(ArrowBuf data, long firstRow, int count) {
    for (int i = 0; i < count; i++) {
      long number = numbers.applyAsLong(firstRow + i);
      data.setLong((long) i * DecimalVector.TYPE_WIDTH, number);
      data.setLong((long) i * DecimalVector.TYPE_WIDTH + Long.BYTES, number >> 63);
    }
  }
}
