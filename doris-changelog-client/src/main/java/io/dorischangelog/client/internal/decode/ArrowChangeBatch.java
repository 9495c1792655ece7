package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableSchema;
import java.util.Iterator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * A batch over Arrow vectors. The readers of its columns are made when the first row is asked for,
 * so that a batch handed on as vectors costs nothing.
 */
public final class ArrowChangeBatch implements ChangeBatch {

  /** The most that {@link #rowsAtOnce} says; few enough to stay near the processor. */
  public static final int MOST_ROWS_AT_ONCE = 64;

  private static final long LARGE_BATCH_BYTES = 16 << 20;

  private final BatchDecoder decoder;
  private final VectorSchemaRoot root;
  private final @Nullable ChangeLog log;
  private final RowPositions positions;
  private final BatchEnd end;
  private final boolean replayed;
  private final Runnable release;
  private final RowPositions behind;
  private final Position last;
  private @Nullable ColumnReaders readers;
  private boolean closed;

  ArrowChangeBatch(
      BatchDecoder decoder,
      VectorSchemaRoot root,
      RowPositions positions,
      BatchEnd end,
      boolean replayed,
      Runnable release) {
    this.decoder = decoder;
    this.root = root;
    this.positions = positions;
    this.end = end;
    this.replayed = replayed;
    this.release = release;
    this.log = decoder.bindLog(root);
    this.behind = new PositionWalk(log, root.getRowCount(), positions, end).behind();
    this.last = end instanceof BatchEnd.Window window ? window.end() : PositionWalk.at(behind);
  }

  /**
   * A batch without rows, which reports how far the read is.
   *
   * @param endsWindow whether a window, or the snapshot, ends there
   */
  public static ArrowChangeBatch empty(TableSchema schema, Position end, boolean endsWindow) {
    return new ArrowChangeBatch(
        BatchDecoder.withoutColumns(schema),
        VectorSchemaRoot.of(),
        RowPositions.constant(end),
        endsWindow ? BatchEnd.window(end) : BatchEnd.OPEN,
        false,
        () -> {});
  }

  /**
   * How many rows to turn into objects at once: so many that loops pay, and only one where values
   * may be so large that those of one row are enough on the heap.
   */
  public static int rowsAtOnce(VectorSchemaRoot rows) {
    return bytes(rows) > LARGE_BATCH_BYTES ? 1 : MOST_ROWS_AT_ONCE;
  }

  /** Bytes of memory that vectors hold. */
  public static long bytes(VectorSchemaRoot rows) {
    long sum = 0;
    for (FieldVector vector : rows.getFieldVectors()) {
      sum += vector.getBufferSize();
    }
    return sum;
  }

  /** The positions to decode the next batch of the same window with. */
  public RowPositions following() {
    requireOpen();
    return behind;
  }

  /**
   * The commit TSO of a row.
   *
   * @param row from 0
   * @throws IllegalStateException in a snapshot, which has none, or after closing
   */
  public long tso(int row) {
    requireOpen();
    if (row < 0 || row >= root.getRowCount()) {
      throw new IndexOutOfBoundsException("row " + row + " of " + root.getRowCount());
    }
    return requireLog().tso(row);
  }

  @Override
  public int rowCount() {
    requireOpen();
    return root.getRowCount();
  }

  @Override
  public Position end() {
    requireOpen();
    return last;
  }

  @Override
  public boolean endsWindow() {
    requireOpen();
    return end instanceof BatchEnd.Window;
  }

  @Override
  public boolean replayed() {
    requireOpen();
    return replayed;
  }

  @Override
  public TableSchema schema() {
    requireOpen();
    return decoder.schema();
  }

  @Override
  public ChangeCursor cursor() {
    PositionWalk positions = walk();
    return new ArrowChangeCursor(this, positions, maker(positions));
  }

  @Override
  public Iterator<Change> iterator() {
    return new ChangeIterator(this, maker(walk()));
  }

  private ChangeMaker maker(PositionWalk positions) {
    return new ChangeMaker(readers(), log, positions, replayed);
  }

  private ColumnReaders readers() {
    ColumnReaders bound = readers;
    if (bound == null) {
      bound = decoder.bindReaders(root);
      readers = bound;
    }
    return bound;
  }

  @Override
  public VectorSchemaRoot vectors() {
    requireOpen();
    return root;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      release.run();
    }
  }

  boolean isClosed() {
    return closed;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "the batch was closed, or the next one was asked for: its memory is gone");
    }
  }

  ChangeLog requireLog() {
    if (log == null) {
      throw new IllegalStateException("rows of a snapshot have no TSO and no LSN");
    }
    return log;
  }

  private PositionWalk walk() {
    requireOpen();
    return new PositionWalk(log, root.getRowCount(), positions, end);
  }
}
