package io.dorischangelog.client.internal.decode;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** ARRAY. The list is a copy: it stays valid after the batch, and cannot be changed. */
final class ListReader extends ColumnReader {

  private final ColumnReader elements;
  private final Offsets offsets;

  ListReader(ColumnRef column, FieldVector vector, ColumnReader elements) {
    super(column, vector);
    this.elements = elements;
    this.offsets = new Offsets(this, vector, elements.valueCount);
  }

  @Override
  Object read(int row) {
    int start = offsets.start(row);
    @Nullable Object[] values = new Object[offsets.length(row)];
    for (int i = 0; i < values.length; i++) {
      values[i] = elements.element(start + i);
    }
    List<@Nullable Object> list = Arrays.asList(values);
    return Collections.unmodifiableList(list);
  }
}
