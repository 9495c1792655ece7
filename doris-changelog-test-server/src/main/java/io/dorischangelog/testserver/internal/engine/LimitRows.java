package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Query;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Skips and cuts off. */
final class LimitRows implements RowSource {
  private final RowSource rows;
  private long toSkip;
  private long left;

  private LimitRows(RowSource rows, Query.Limit limit) {
    this.rows = rows;
    this.toSkip = limit.offset();
    this.left = limit.count();
  }

  static RowSource of(RowSource rows, Query.Limit limit) {
    return limit.equals(Query.Limit.NONE) ? rows : new LimitRows(rows, limit);
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (left <= 0) {
      return null;
    }
    while (toSkip > 0 && rows.next() != null) {
      toSkip--;
    }
    left--;
    return rows.next();
  }

  @Override
  public int fill(VectorSchemaRoot root, int maxRows) {
    if (toSkip > 0 || left <= 0) {
      return -1;
    }
    int filled = rows.fill(root, (int) Math.min(maxRows, left));
    left -= Math.max(0, filled);
    return filled;
  }
}
