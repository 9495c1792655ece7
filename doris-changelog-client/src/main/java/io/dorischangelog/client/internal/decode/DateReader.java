package io.dorischangelog.client.internal.decode;

import java.time.LocalDate;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** DATE in days since 1970-01-01, in the calendar of {@link LocalDate} (no jump in 1582). */
final class DateReader extends ColumnReader {

  private final long data;
  private final DateCache dates = new DateCache();

  DateReader(ColumnRef column, FieldVector vector) {
    super(column, vector);
    this.data = address(vector.getDataBuffer(), (long) valueCount * Integer.BYTES);
  }

  @Override
  int getEpochDay(int row) {
    requireValue(row);
    return MemoryUtil.getInt(data + ((long) row << 2));
  }

  @Override
  void readColumn(@Nullable Object[][] rows, int place, int first) {
    super.readColumn(rows, place, first);
  }

  @Override
  Object read(int row) {
    return dates.ofEpochDay(MemoryUtil.getInt(data + ((long) row << 2)));
  }
}
