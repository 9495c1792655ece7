package io.dorischangelog.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/**
 * What one run cost.
 *
 * @param rows rows read
 * @param wallNanos time on the clock
 * @param cpuNanos CPU time of this process, all threads: receiving, decoding, collecting garbage
 */
record Cost(long rows, long wallNanos, long cpuNanos) {

  private static final com.sun.management.OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

  double cpuNanosPerRow() {
    return (double) cpuNanos / rows;
  }

  double wallNanosPerRow() {
    return (double) wallNanos / rows;
  }

  /** A run, measured. */
  record Measured(Outcome outcome, Cost cost) {}

  /** Runs it once. */
  static Measured of(Callable<Outcome> run) throws Exception {
    long cpu = PROCESS.getProcessCpuTime();
    long wall = System.nanoTime();
    Outcome outcome = run.call();
    long wallNanos = System.nanoTime() - wall;
    return new Measured(
        outcome, new Cost(outcome.rows(), wallNanos, PROCESS.getProcessCpuTime() - cpu));
  }
}
