package io.dorischangelog.testserver.internal.store;

import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** One cursor behind the other. */
final class ChainedCursor implements BulkCursor {
  private final List<RowCursor> parts;
  private int current;

  /** Whether the current part stands on a row that was not announced yet. */
  private boolean aheadOfCaller;

  ChainedCursor(List<RowCursor> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public boolean advance() {
    if (aheadOfCaller) {
      aheadOfCaller = false;
      return true;
    }
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
    while (current < parts.size() && !aheadOfCaller) {
      int written = fill(parts.get(current), root, projection, maxRows);
      if (written != 0) {
        return written;
      }
      current++;
    }
    return aheadOfCaller ? -1 : 0;
  }

  /** A part that only gives rows is no obstacle when it has none. */
  private int fill(RowCursor part, VectorSchemaRoot root, int[] projection, int maxRows) {
    if (part instanceof BulkCursor bulk) {
      return bulk.fill(root, projection, maxRows);
    }
    aheadOfCaller = part.advance();
    return aheadOfCaller ? -1 : 0;
  }
}
