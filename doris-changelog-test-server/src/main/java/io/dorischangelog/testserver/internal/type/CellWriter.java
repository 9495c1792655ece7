package io.dorischangelog.testserver.internal.type;

import org.jspecify.annotations.Nullable;

/** Writes one column's values into the vector it was bound to. */
@FunctionalInterface
interface CellWriter {

  /**
   * Writes one cell.
   *
   * @param row index in the vector; rows are written in ascending order
   * @param value null or an instance of the class that {@link DorisType.Kind} names
   */
  void write(int row, @Nullable Object value);
}
