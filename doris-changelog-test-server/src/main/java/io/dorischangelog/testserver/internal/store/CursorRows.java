package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.RowSource;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** The projected rows of a cursor. */
final class CursorRows implements RowSource {
  private final RowCursor cursor;
  private final int[] projection;

  CursorRows(RowCursor cursor, int[] projection) {
    this.cursor = cursor;
    this.projection = projection;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (!cursor.advance()) {
      return null;
    }
    @Nullable Object[] row = new Object[projection.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = cursor.value(projection[i]);
    }
    return row;
  }

  @Override
  public int fill(VectorSchemaRoot root, int maxRows) {
    return cursor instanceof BulkCursor bulk ? bulk.fill(root, projection, maxRows) : -1;
  }
}
