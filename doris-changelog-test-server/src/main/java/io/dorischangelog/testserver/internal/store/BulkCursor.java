package io.dorischangelog.testserver.internal.store;

import org.apache.arrow.vector.VectorSchemaRoot;

/** A cursor that can write many rows into vectors at once. */
interface BulkCursor extends RowCursor {

  /**
   * Writes the next rows.
   *
   * @param projection the scan's column of each vector
   * @return rows written, 0 at the end, -1 if the next rows must be taken one by one
   */
  int fill(VectorSchemaRoot root, int[] projection, int maxRows);
}
