package io.dorischangelog.client.scan;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.UnsupportedServerException;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The commit TSOs of one batch, read without a look at each cell's validity: none is null. */
final class TsoColumn {
  private final BaseIntVector vector;
  private final int rows;

  /** Where the numbers lie if they are 64 bits wide, as they are in every server seen; else 0. */
  private final long address;

  private TsoColumn(BaseIntVector vector, int rows) {
    this.vector = vector;
    this.rows = rows;
    this.address = vector instanceof BigIntVector wide ? addressOf(wide, rows) : 0;
  }

  private static long addressOf(BigIntVector wide, int rows) {
    boolean whole = wide.getDataBuffer().capacity() >= (long) rows * BigIntVector.TYPE_WIDTH;
    return whole ? wide.getDataBufferAddress() : 0;
  }

  /**
   * The column of a batch.
   *
   * @throws UnsupportedServerException if there is none of that name, or it is no integer, or a
   *     cell of it is null
   */
  static TsoColumn of(VectorSchemaRoot root, String name, ErrorContext context) {
    FieldVector vector = root.getVector(name);
    if (vector instanceof BaseIntVector integers && integers.getNullCount() == 0) {
      return new TsoColumn(integers, root.getRowCount());
    }
    List<String> seen = root.getSchema().getFields().stream().map(f -> f.getName()).toList();
    throw new UnsupportedServerException(
        context, "The server sent no usable column " + name + " with its changes", seen, null);
  }

  long at(int row) {
    return address == 0
        ? vector.getValueAsLong(row)
        : MemoryUtil.getLong(address + (long) row * BigIntVector.TYPE_WIDTH);
  }

  /** Whether no TSO is lower than the one before it, the first not lower than this one. */
  boolean ascendsFrom(long before) {
    long last = before;
    for (int row = 0; row < rows; row++) {
      long value = at(row);
      if (value < last) {
        return false;
      }
      last = value;
    }
    return true;
  }

  /** The first row, if any, whose TSO lies outside a window; -1 for none. */
  int firstOutside(ChangeWindow window) {
    for (int row = 0; row < rows; row++) {
      if (at(row) < window.firstTso() || at(row) > window.lastTso()) {
        return row;
      }
    }
    return -1;
  }
}
