package io.dorischangelog.client.internal.decode;

import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.FieldVector;

/** Where the elements of each list or map lie in the child vector; a slice may begin anywhere. */
final class Offsets {

  private final ColumnRef column;
  private final long address;
  private final int children;

  Offsets(ColumnReader list, FieldVector vector, int children) {
    this.column = list.column;
    this.children = children;
    this.address =
        list.address(
            vector.getOffsetBuffer(),
            list.valueCount == 0 ? 0 : (list.valueCount + 1L) * Integer.BYTES);
  }

  int start(int row) {
    return MemoryUtil.getInt(address + ((long) row << 2));
  }

  /** The number of elements, checked so that reading them stays inside the child vector. */
  int length(int row) {
    int start = start(row);
    int end = start(row + 1);
    if (start < 0 || end < start || end > children) {
      throw column.bad("the server announced elements " + start + " to " + end + " of " + children);
    }
    return end - start;
  }
}
