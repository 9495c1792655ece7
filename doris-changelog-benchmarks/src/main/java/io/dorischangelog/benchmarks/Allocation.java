package io.dorischangelog.benchmarks;

import java.lang.management.ManagementFactory;

/** Bytes of heap and CPU time that the calling thread has used. */
final class Allocation {
  private static final com.sun.management.ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);

  private Allocation() {}

  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
