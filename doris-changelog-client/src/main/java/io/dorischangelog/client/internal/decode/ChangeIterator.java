package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.Change;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Walks over the changes of a batch, whose values it reads some rows at a time. */
final class ChangeIterator implements Iterator<Change> {

  private final ArrowChangeBatch batch;
  private final ChangeMaker changes;
  private final int rowCount;
  private final int blockRows;
  private @Nullable Object[][] block = {};

  /** The row after the last one handed out. */
  private int row;

  private int blockStart;
  private int blockEnd;

  ChangeIterator(ArrowChangeBatch batch, ChangeMaker changes) {
    this.batch = batch;
    this.changes = changes;
    this.rowCount = batch.rowCount();
    this.blockRows = ArrowChangeBatch.rowsAtOnce(batch.vectors());
  }

  @Override
  public boolean hasNext() {
    return row < rowCount;
  }

  @Override
  public Change next() {
    batch.requireOpen();
    int at = row;
    if (at >= rowCount) {
      throw new NoSuchElementException("the batch has " + rowCount + " rows");
    }
    if (at == blockEnd) {
      readBlock(at);
    }
    Change change = changes.change(at, block[at - blockStart]);
    row = at + 1;
    return change;
  }

  /** A cell that cannot be read must not keep back the rows in front of it. */
  private void readBlock(int first) {
    try {
      block = changes.values(first, Math.min(blockRows, rowCount - first));
    } catch (BadCell e) {
      block = new @Nullable Object[][] {changes.values(first)};
    }
    blockStart = first;
    blockEnd = first + block.length;
  }
}
