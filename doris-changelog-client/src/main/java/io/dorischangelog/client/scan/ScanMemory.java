package io.dorischangelog.client.scan;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.TransferPair;

/**
 * The Arrow memory of one scan. Batches may outlive the scan; the last one that is closed after it
 * ends the allocator. Thread-safe.
 */
final class ScanMemory {
  private final BufferAllocator allocator = new RootAllocator();
  private boolean closing;
  private boolean closed;

  BufferAllocator allocator() {
    return allocator;
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

  /** Bytes that a batch holds. */
  static long bytes(VectorSchemaRoot rows) {
    long sum = 0;
    for (FieldVector vector : rows.getFieldVectors()) {
      sum += vector.getBufferSize();
    }
    return sum;
  }
}
