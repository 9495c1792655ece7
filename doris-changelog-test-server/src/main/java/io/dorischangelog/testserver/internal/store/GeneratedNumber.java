package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.apache.arrow.vector.BaseFixedWidthVector;
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
record GeneratedNumber(DorisType type, LongSequence numbers) implements GeneratedColumn {

  /** Rows made at once: a multiple of eight, few enough to stay in the processor's first cache. */
  static final int BLOCK = 512;

  @Override
  public Object value(long row) {
    long number = numbers.at(row);
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
    while (vector.getValueCapacity() < count) {
      vector.reAlloc();
    }
    vector.getValidityBuffer().setOne(0L, (count + 7L) / 8);
    long[] block = new long[Math.min(BLOCK, count)];
    for (int done = 0; done < count; done += block.length) {
      int rows = Math.min(block.length, count - done);
      numbers.fill(block, firstRow + done, rows);
      write(rows == block.length ? block : Arrays.copyOf(block, rows), vector, done);
    }
  }

  /**
   * Writes numbers from a position on.
   *
   * @param position a multiple of eight
   */
  private void write(long[] block, FieldVector vector, int position) {
    if (vector instanceof BitVector) {
      vector.getDataBuffer().setBytes(position / 8, bits(block));
      return;
    }
    int width = width(vector);
    ByteBuffer data =
        vector
            .getDataBuffer()
            .nioBuffer((long) position * width, block.length * width)
            .order(ByteOrder.LITTLE_ENDIAN);
    if (vector instanceof TinyIntVector) {
      data.put(bytes(block));
    } else {
      write(block, data);
    }
  }

  private static int width(FieldVector vector) {
    return ((BaseFixedWidthVector) vector).getTypeWidth();
  }

  private void write(long[] block, ByteBuffer data) {
    switch (type.kind()) {
      case SMALLINT -> data.asShortBuffer().put(shorts(block));
      case INT, DATE -> data.asIntBuffer().put(ints(block));
      case FLOAT -> data.asFloatBuffer().put(floats(block));
      case DOUBLE -> data.asDoubleBuffer().put(doubles(block));
      case DECIMAL -> data.asLongBuffer().put(decimals(block));
      default -> data.asLongBuffer().put(block);
    }
  }

  private static byte[] bits(long[] block) {
    byte[] packed = new byte[(block.length + 7) / 8];
    for (int i = 0; i < block.length; i++) {
      packed[i >> 3] |= (byte) ((block[i] & 1) << (i & 7));
    }
    return packed;
  }

  private static byte[] bytes(long[] block) {
    byte[] result = new byte[block.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = (byte) block[i];
    }
    return result;
  }

  private static short[] shorts(long[] block) {
    short[] result = new short[block.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = (short) block[i];
    }
    return result;
  }

  private static int[] ints(long[] block) {
    int[] result = new int[block.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = (int) block[i];
    }
    return result;
  }

  private static float[] floats(long[] block) {
    float[] result = new float[block.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = block[i] / 256f;
    }
    return result;
  }

  private static double[] doubles(long[] block) {
    double[] result = new double[block.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = block[i] / 256d;
    }
    return result;
  }

  /** Sixteen bytes each, the low ones first: the number and its sign. */
  private static long[] decimals(long[] block) {
    long[] result = new long[2 * block.length];
    for (int i = 0; i < block.length; i++) {
      result[2 * i] = block[i];
      result[2 * i + 1] = block[i] >> 63;
    }
    return result;
  }
}
