package io.dorischangelog.client.internal.decode;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of one vector, straight from its memory.
 *
 * <p>Bound once per batch: then the sizes of the buffers are checked against the number of rows, so
 * that reading a row needs no further check. The rows asked for must be in the vector, and the
 * vector must be loaded; callers see to both.
 */
abstract sealed class ColumnReader
    permits BooleanReader,
        IntegerReader,
        FloatReader,
        DecimalReader,
        DateReader,
        TimestampReader,
        BytesReader,
        FixedBytesReader,
        ConvertingReader,
        ListReader,
        MapReader,
        StructReader,
        VariantReader,
        NullReader {

  final ColumnRef column;
  final int valueCount;

  /** Instead of an address: no value is null. */
  private static final long NO_NULLS = 0;

  /** Instead of an address: every value is null. */
  static final long ALL_NULL = -1;

  /** Address of the validity bits, or one of the two above. */
  final long validity;

  ColumnReader(ColumnRef column, FieldVector vector) {
    this.column = column;
    this.valueCount = vector.getValueCount();
    boolean nulls = vector.getNullCount() > 0;
    this.validity =
        nulls ? address(vector.getValidityBuffer(), (valueCount + 7L) / Byte.SIZE) : NO_NULLS;
  }

  /** For readers without a vector of their own. */
  ColumnReader(ColumnRef column, int valueCount, long validity) {
    this.column = column;
    this.valueCount = valueCount;
    this.validity = validity;
  }

  /** The address of a buffer that must hold a number of bytes. */
  final long address(ArrowBuf buffer, long bytes) {
    if (buffer.capacity() < bytes) {
      throw column.bad(
          "the server sent " + buffer.capacity() + " bytes where " + bytes + " were announced");
    }
    return bytes == 0 ? 0 : buffer.memoryAddress();
  }

  final boolean hasNulls() {
    return validity != NO_NULLS;
  }

  final boolean isNull(int row) {
    return validity != NO_NULLS
        && (validity == ALL_NULL
            || (MemoryUtil.getByte(validity + (row >> 3)) & (1 << (row & 7))) == 0);
  }

  /** The value of a row that is not null. */
  abstract Object read(int row);

  /** The value of a row, or null. */
  final @Nullable Object element(int row) {
    return isNull(row) ? null : read(row);
  }

  /**
   * Reads consecutive rows, the first of them {@code first}, and puts the value of each, or null,
   * at a place in its array.
   *
   * <p>The readers of common types override this only to call it: the compiler then makes a loop
   * for that reader alone, in which {@link #read} is no call.
   */
  void readColumn(@Nullable Object[][] rows, int place, int first) {
    for (int i = 0; i < rows.length; i++) {
      rows[i][place] = element(first + i);
    }
  }

  /** As {@link #element}, for whole rows: failures name the row. */
  final @Nullable Object getObject(int row) {
    try {
      return element(row);
    } catch (BadCell e) {
      throw e.inRow(row);
    }
  }

  final void requireValue(int row) {
    if (isNull(row)) {
      throw column.bad("it is NULL; ask isNull first").inRow(row);
    }
  }

  boolean getBoolean(int row) {
    throw refuse("getBoolean", row);
  }

  int getInt(int row) {
    throw refuse("getInt", row);
  }

  long getLong(int row) {
    throw refuse("getLong", row);
  }

  float getFloat(int row) {
    throw refuse("getFloat", row);
  }

  double getDouble(int row) {
    throw refuse("getDouble", row);
  }

  int getEpochDay(int row) {
    throw refuse("getEpochDay", row);
  }

  long getEpochMicros(int row) {
    throw refuse("getEpochMicros", row);
  }

  long getUnscaledLong(int row) {
    throw refuse("getUnscaledLong", row);
  }

  int byteLength(int row) {
    throw refuse("byteLength", row);
  }

  int copyBytes(int row, byte[] target, int offset) {
    throw refuse("copyBytes", row);
  }

  final @Nullable String getString(int row) {
    return as(String.class, "getString", row);
  }

  final @Nullable BigDecimal getBigDecimal(int row) {
    return as(BigDecimal.class, "getBigDecimal", row);
  }

  final @Nullable LocalDate getLocalDate(int row) {
    return as(LocalDate.class, "getLocalDate", row);
  }

  final @Nullable LocalDateTime getLocalDateTime(int row) {
    return as(LocalDateTime.class, "getLocalDateTime", row);
  }

  private <T> @Nullable T as(Class<T> type, String getter, int row) {
    if (column.type().javaType() != type) {
      throw wrongGetter(getter);
    }
    return type.cast(getObject(row));
  }

  private RuntimeException refuse(String getter, int row) {
    requireValue(row);
    return wrongGetter(getter);
  }

  private IllegalArgumentException wrongGetter(String getter) {
    return new IllegalArgumentException(
        getter + " is not for column `" + column.path() + "` of type " + column.type());
  }
}
