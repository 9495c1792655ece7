package io.dorischangelog.testserver.internal.store;

import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * The same value in every generated row.
 *
 * @param constant the value
 */
record GeneratedConstant(@Nullable Object constant) implements GeneratedColumn {

  @Override
  public @Nullable Object value(long row) {
    return constant;
  }

  @Override
  public boolean fits(FieldVector vector) {
    return constant == null;
  }

  @Override
  public void fill(FieldVector vector, long firstRow, int count) {
    for (int i = 0; i < count; i++) {
      vector.setNull(i);
    }
  }
}
