package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;

/** Reads one column of the current row as Flink's internal form of a declared type. */
@FunctionalInterface
interface FieldReader {

  /**
   * The value, which is not null.
   *
   * @param column index in the cursor's schema
   */
  Object read(ChangeCursor row, int column);
}
