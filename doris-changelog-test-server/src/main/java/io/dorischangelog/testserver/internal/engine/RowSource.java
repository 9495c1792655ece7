package io.dorischangelog.testserver.internal.engine;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Rows of one result, pulled by one thread at a time, once. */
public interface RowSource {

  /** The next row, or null at the end. The array belongs to the caller. */
  @Nullable Object @Nullable [] next();

  /**
   * Fills vectors directly, where the source can do that faster than row by row.
   *
   * @return the number of rows written (0 at the end), or -1 if the next rows can only be had one
   *     by one; then nothing was written
   */
  default int fill(VectorSchemaRoot root, int maxRows) {
    return -1;
  }
}
