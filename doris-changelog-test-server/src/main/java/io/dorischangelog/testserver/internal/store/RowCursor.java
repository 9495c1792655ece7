package io.dorischangelog.testserver.internal.store;

import org.jspecify.annotations.Nullable;

/** Walks the rows of a scan. One thread. */
interface RowCursor {

  /** Goes to the next row; false at the end. */
  boolean advance();

  /** A value of the row; columns count as in {@link TableScan#columns()}. */
  @Nullable Object value(int column);
}
