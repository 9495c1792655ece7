package io.dorischangelog.client.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.TransferPair;

/**
 * The Arrow memory of one scan and the byte budget that all its streams share: messages that have
 * arrived, batches that wait, batches in the caller's hands. Batches may outlive the scan; the last
 * one that is closed after it ends the allocator. Thread-safe.
 */
final class ScanMemory {
  private final BufferAllocator allocator = new RootAllocator();
  private final long budgetBytes;

  /** Bytes of messages that streams have been allowed to ask for. */
  private long promised;

  private boolean closing;
  private boolean closed;

  /**
   * @param budgetBytes what all streams together may hold; exceeded only by a batch that somebody
   *     waits for
   */
  ScanMemory(long budgetBytes) {
    this.budgetBytes = budgetBytes;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  long budgetBytes() {
    return budgetBytes;
  }

  /**
   * Waits until there is room for one more message, or until it is due in spite of the budget.
   *
   * @param account of the stream that asks; its promise is replaced
   * @param due whether the message has to come all the same; looked at whenever {@link #changed()}
   */
  synchronized void awaitRoom(FetchAccount account, BooleanSupplier due)
      throws InterruptedException {
    giveBack(account);
    while (account.estimate() > room() && !due.getAsBoolean()) {
      wait();
    }
    promised += account.promise(room());
  }

  private long room() {
    return budgetBytes - allocator.getAllocatedMemory() - promised;
  }

  /** A message of that size has come for a stream. */
  synchronized void received(FetchAccount account, long bytes) {
    account.received(bytes);
  }

  /** A stream asks for nothing more for now. */
  synchronized void giveBack(FetchAccount account) {
    promised -= account.settle();
    notifyAll();
  }

  /** Makes waiting streams look again. */
  synchronized void changed() {
    notifyAll();
  }

  /** Moves a batch out of a stream, which loads its next one into the same vectors. No copy. */
  VectorSchemaRoot take(VectorSchemaRoot streamed) {
    List<FieldVector> taken = new ArrayList<>(streamed.getFieldVectors().size());
    for (FieldVector vector : streamed.getFieldVectors()) {
      TransferPair transfer = vector.getTransferPair(allocator);
      transfer.transfer();
      taken.add((FieldVector) transfer.getTo());
    }
    return new VectorSchemaRoot(streamed.getSchema(), taken, streamed.getRowCount());
  }

  /** What to run when the rows are no longer needed. */
  Runnable release(VectorSchemaRoot rows) {
    return () -> {
      rows.close();
      endIfLast();
    };
  }

  private synchronized void endIfLast() {
    notifyAll();
    if (closing && !closed && allocator.getAllocatedMemory() == 0) {
      closed = true;
      allocator.close();
    }
  }

  /**
   * Ends the allocator, now or with the last open batch.
   *
   * @return bytes that open batches still hold
   */
  synchronized long close() {
    closing = true;
    long held = allocator.getAllocatedMemory();
    endIfLast();
    return held;
  }
}
