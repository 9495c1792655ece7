package io.dorischangelog.testserver.internal.store;

import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** One cursor behind the other. */
final class ChainedCursor implements BulkCursor {
  private final List<RowCursor> parts;
  private int current;

  ChainedCursor(List<RowCursor> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public boolean advance() {
    while (current < parts.size()) {
      if (parts.get(current).advance()) {
        return true;
      }
      current++;
    }
    return false;
  }

  @Override
  public @Nullable Object value(int column) {
    return parts.get(current).value(column);
  }

  @Override
  public int fill(VectorSchemaRoot root, int[] projection, int maxRows) {
    while (current < parts.size()) {
      int written =
          parts.get(current) instanceof BulkCursor bulk ? bulk.fill(root, projection, maxRows) : -1;
      if (written != 0) {
        return written;
      }
      current++;
    }
    return 0;
  }
}
