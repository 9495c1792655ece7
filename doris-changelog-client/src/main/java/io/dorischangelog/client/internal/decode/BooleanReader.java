package io.dorischangelog.client.internal.decode;

import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** BOOLEAN, one bit each. */
final class BooleanReader extends ColumnReader {

  private final long bits;

  BooleanReader(ColumnRef column, FieldVector vector) {
    super(column, vector);
    this.bits = address(vector.getDataBuffer(), (valueCount + 7L) / Byte.SIZE);
  }

  @Override
  boolean getBoolean(int row) {
    requireValue(row);
    return bit(row);
  }

  @Override
  void readColumn(@Nullable Object[][] rows, int place, int first) {
    super.readColumn(rows, place, first);
  }

  @Override
  Object read(int row) {
    return bit(row);
  }

  private boolean bit(int row) {
    return (MemoryUtil.getByte(bits + (row >> 3)) & (1 << (row & 7))) != 0;
  }
}
