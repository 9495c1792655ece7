package io.dorischangelog.client.internal.decode;

import java.math.BigDecimal;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/** DECIMAL of 16 or 32 bytes, little endian; the scale is kept. */
final class DecimalReader extends ColumnReader {

  /** As many digits as always fit into a long. */
  private static final int LONG_DIGITS = 18;

  private final int width;
  private final int scale;
  private final boolean small;
  private final long data;

  DecimalReader(ColumnRef column, FieldVector vector) {
    super(column, vector);
    ArrowType.Decimal type = (ArrowType.Decimal) vector.getField().getType();
    this.width = type.getBitWidth() / Byte.SIZE;
    this.scale = type.getScale();
    this.small = type.getPrecision() <= LONG_DIGITS;
    this.data = address(vector.getDataBuffer(), (long) valueCount * width);
  }

  @Override
  long getUnscaledLong(int row) {
    if (!small) {
      return super.getUnscaledLong(row);
    }
    requireValue(row);
    long at = data + (long) row * width;
    long low = MemoryUtil.getLong(at);
    if (MemoryUtil.getLong(at + Long.BYTES) != low >> (Long.SIZE - 1)) {
      throw column.bad("it has more digits than its type").inRow(row);
    }
    return low;
  }

  @Override
  void readColumn(@Nullable Object[][] rows, int place, int first) {
    super.readColumn(rows, place, first);
  }

  @Override
  Object read(int row) {
    long at = data + (long) row * width;
    long low = MemoryUtil.getLong(at);
    return fitsLong(at, low)
        ? BigDecimal.valueOf(low, scale)
        : new BigDecimal(LittleEndian.integer(at, width), scale);
  }

  private boolean fitsLong(long at, long low) {
    long sign = low >> (Long.SIZE - 1);
    for (int i = Long.BYTES; i < width; i += Long.BYTES) {
      if (MemoryUtil.getLong(at + i) != sign) {
        return false;
      }
    }
    return true;
  }
}
