package io.dorischangelog.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;

/** Heap and Arrow memory, looked at as rows go by. For one thread. */
final class MemorySamples {
  private final long everyRows;
  private final List<Sample> samples = new ArrayList<>();
  private long next;

  /**
   * One look.
   *
   * @param rows read so far
   * @param heapBytes heap that was in use after a collection
   * @param arrowBytes Arrow memory that the batch's reader held
   */
  record Sample(long rows, long heapBytes, long arrowBytes) {}

  MemorySamples(long everyRows) {
    this.everyRows = everyRows;
    this.next = everyRows;
  }

  /** Looks if so many rows have gone by since the last look. */
  void at(long rows, BufferAllocator arrow) {
    if (rows < next) {
      return;
    }
    next = rows + everyRows;
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    samples.add(new Sample(rows, heap, arrow.getRoot().getAllocatedMemory()));
  }

  List<Sample> all() {
    return List.copyOf(samples);
  }
}
