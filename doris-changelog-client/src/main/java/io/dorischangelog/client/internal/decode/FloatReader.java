package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.DorisType.Family;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.jspecify.annotations.Nullable;

/** FLOAT and DOUBLE; NaN and the infinities as they are. */
final class FloatReader extends ColumnReader {

  private final boolean floats;
  private final boolean wide;
  private final long data;

  FloatReader(ColumnRef column, FieldVector vector) {
    super(column, vector);
    this.floats = column.type().family() == Family.FLOAT;
    this.wide = vector instanceof Float8Vector;
    this.data = address(vector.getDataBuffer(), (long) valueCount * (wide ? 8 : 4));
  }

  @Override
  float getFloat(int row) {
    return floats ? (float) getDouble(row) : super.getFloat(row);
  }

  @Override
  double getDouble(int row) {
    requireValue(row);
    return value(row);
  }

  private double value(int row) {
    return wide
        ? Double.longBitsToDouble(MemoryUtil.getLong(data + ((long) row << 3)))
        : Float.intBitsToFloat(MemoryUtil.getInt(data + ((long) row << 2)));
  }

  @Override
  void readColumn(@Nullable Object[][] rows, int place, int first) {
    super.readColumn(rows, place, first);
  }

  @Override
  Object read(int row) {
    // No conditional expression: it would widen the float to a double.
    if (floats) {
      return (float) value(row);
    }
    return value(row);
  }
}
