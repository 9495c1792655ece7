package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Row;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** STRUCT, as a {@link Row}. */
final class StructReader extends ColumnReader {

  private final ColumnReader[] fields;

  StructReader(ColumnRef column, FieldVector vector, List<ColumnReader> fields) {
    super(column, vector);
    this.fields = fields.toArray(ColumnReader[]::new);
    for (ColumnReader field : fields) {
      if (field.valueCount < valueCount) {
        throw field.column.bad(
            "the server sent " + field.valueCount + " values for " + valueCount + " rows");
      }
    }
  }

  @Override
  Object read(int row) {
    @Nullable Object[] values = new Object[fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = fields[i].element(row);
    }
    return Row.wrapStruct(column.type(), values);
  }
}
