package io.dorischangelog.testserver.internal.type;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Turns the rows of one result into Arrow batches, one after the other in the same root. Each
 * column is bound to its vector once. Used by one thread at a time; {@link #close} frees the last
 * batch.
 */
public final class ArrowBatchWriter implements AutoCloseable {
  private final VectorSchemaRoot root;
  private final List<CellWriter> cells;
  private boolean allocated;

  private ArrowBatchWriter(VectorSchemaRoot root, List<CellWriter> cells) {
    this.root = root;
    this.cells = cells;
  }

  /**
   * A writer of typed rows, as back ends send them.
   *
   * @throws io.dorischangelog.testserver.internal.engine.DorisException for a type that cannot
   *     travel (VARIANT)
   */
  public static ArrowBatchWriter typed(
      List<ResultColumn> columns, ArrowLayout layout, BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(ArrowFields.typed(columns, layout), allocator);
    List<CellWriter> cells = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      cells.add(CellWriters.bind(columns.get(i).type(), root.getVector(i), layout));
    }
    return new ArrowBatchWriter(root, cells);
  }

  /**
   * A writer of rows that a front end serves: each value as text; null and the text {@code \N} are
   * null.
   *
   * @param text prints a value of the column's type, never null
   */
  public static ArrowBatchWriter text(
      List<ResultColumn> columns,
      Function<ResultColumn, Function<Object, String>> text,
      BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(ArrowFields.text(columns), allocator);
    List<CellWriter> cells = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Function<Object, String> printer = text.apply(columns.get(i));
      cells.add(CellWriters.text(root.getVector(i), printer.andThen(ArrowBatchWriter::nullMarker)));
    }
    return new ArrowBatchWriter(root, cells);
  }

  private static @Nullable String nullMarker(String printed) {
    return printed.equals("\\N") ? null : printed;
  }

  /** The root that holds the latest batch; the writer keeps it and fills it again. */
  public VectorSchemaRoot root() {
    return root;
  }

  /** Bytes that the latest batch takes in memory. */
  public long bytes() {
    return root.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
  }

  /**
   * Replaces the root's content by the next rows.
   *
   * @param rows where they come from; the same source at every call
   * @param maxRows most rows of one batch, at least 1
   * @return how many rows the root holds now; 0 at the end of the source
   */
  public int write(RowSource rows, int maxRows) {
    if (!allocated) {
      allocate(maxRows);
    }
    int written = rows.fill(root, maxRows); // Writes over whatever is there, also what says null.
    if (written < 0) {
      root.clear();
      allocate(maxRows);
      written = writeRows(rows, maxRows);
    }
    root.setRowCount(written);
    return written;
  }

  private void allocate(int rows) {
    for (FieldVector vector : root.getFieldVectors()) {
      vector.setInitialCapacity(rows);
      vector.allocateNew();
    }
    allocated = true;
  }

  private int writeRows(RowSource rows, int maxRows) {
    for (int row = 0; row < maxRows; row++) {
      @Nullable Object @Nullable [] values = rows.next();
      if (values == null) {
        return row;
      }
      for (int i = 0; i < values.length; i++) {
        cells.get(i).write(row, values[i]);
      }
    }
    return maxRows;
  }

  @Override
  public void close() {
    root.close();
  }
}
