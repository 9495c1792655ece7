package io.dorischangelog.testserver.internal.store;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Walks generated rows. */
final class GeneratedCursor implements BulkCursor {
  private final GeneratedColumn[] columns;
  private final long end;
  private long next;

  GeneratedCursor(GeneratedColumn[] columns, long from, long end) {
    this.columns = columns;
    this.next = from;
    this.end = end;
  }

  @Override
  public boolean advance() {
    if (next >= end) {
      return false;
    }
    next++;
    return true;
  }

  @Override
  public @Nullable Object value(int column) {
    return columns[column].value(next - 1);
  }

  @Override
  public int fill(VectorSchemaRoot root, int[] projection, int maxRows) {
    for (int i = 0; i < projection.length; i++) {
      if (!columns[projection[i]].fits(root.getVector(i))) {
        return next < end ? -1 : 0;
      }
    }
    int count = (int) Math.min(maxRows, end - next);
    if (count <= 0) {
      return 0;
    }
    for (int i = 0; i < projection.length; i++) {
      columns[projection[i]].fill(root.getVector(i), next, count);
    }
    next += count;
    return count;
  }
}
