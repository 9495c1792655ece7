package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.DorisType.Family;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/** TINYINT to BIGINT, and the integers of other types, in any width with or without sign. */
final class IntegerReader extends ColumnReader {

  private final Family family;
  private final long data;
  private final int bits;
  private final boolean signed;

  IntegerReader(ColumnRef column, FieldVector vector) {
    super(column, vector);
    ArrowType.Int type = (ArrowType.Int) vector.getField().getType();
    this.family = column.type().family();
    this.bits = type.getBitWidth();
    this.signed = type.getIsSigned();
    this.data = address(vector.getDataBuffer(), (long) valueCount * bits / Byte.SIZE);
  }

  @Override
  int getInt(int row) {
    requireValue(row);
    if (bits == Integer.SIZE && family != Family.BIGINT) {
      return MemoryUtil.getInt(data + ((long) row << 2));
    } else if (family == Family.BIGINT) {
      throw new IllegalArgumentException(
          "getInt is not for column `" + column.path() + "` of type bigint: use getLong");
    }
    return (int) value(row);
  }

  @Override
  long getLong(int row) {
    requireValue(row);
    return value(row);
  }

  /** The number of a row that is not null. */
  long value(int row) {
    return switch (bits) {
      case Long.SIZE -> MemoryUtil.getLong(data + ((long) row << 3));
      case Integer.SIZE -> {
        int number = MemoryUtil.getInt(data + ((long) row << 2));
        yield signed ? number : Integer.toUnsignedLong(number);
      }
      case Short.SIZE -> {
        short number = MemoryUtil.getShort(data + ((long) row << 1));
        yield signed ? number : Short.toUnsignedLong(number);
      }
      default -> {
        byte number = MemoryUtil.getByte(data + row);
        yield signed ? number : Byte.toUnsignedLong(number);
      }
    };
  }

  /**
   * The first row whose number is none of a set of small ones; -1 for none.
   *
   * @param allowed bit n says whether n is in the set; bits above 30 do not count
   */
  int firstNotIn(int allowed) {
    long above = 0;
    int seen = 0;
    for (int row = 0; row < valueCount; row++) {
      long number = value(row);
      above |= number & -Integer.SIZE;
      seen |= 1 << number;
    }
    if (above == 0 && (seen & ~allowed) == 0) {
      return -1;
    }
    int row = 0;
    while (value(row) >= 0 && value(row) < Integer.SIZE && (allowed >> value(row) & 1) == 1) {
      row++;
    }
    return row;
  }

  @Override
  void readColumn(@Nullable Object[][] rows, int place, int first) {
    super.readColumn(rows, place, first);
  }

  @Override
  Object read(int row) {
    long number = value(row);
    return switch (family) {
      case TINYINT -> (byte) number;
      case SMALLINT -> (short) number;
      case INT -> (int) number;
      default -> number;
    };
  }
}
