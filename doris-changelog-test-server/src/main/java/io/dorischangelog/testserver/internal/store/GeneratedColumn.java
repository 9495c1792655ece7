package io.dorischangelog.testserver.internal.store;

import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** A column whose values follow from the row number. Immutable. */
interface GeneratedColumn {

  @Nullable Object value(long row);

  /** Whether {@link #fill} can write into a vector. */
  boolean fits(FieldVector vector);

  /** Writes the values of consecutive rows from position 0 on. */
  void fill(FieldVector vector, long firstRow, int count);
}
