package io.dorischangelog.benchmarks;

import io.dorischangelog.benchmarks.MemorySamples.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;

/** Catches up with many changes and watches the memory. */
final class CatchUp {
  private static final int LOOKS = 50;
  private static final long ROWS_PER_SECOND = 20_000;
  private static final long MEBIBYTE = 1 << 20;

  /** Byte budget of the client, its default. */
  private static final long BUDGET = 64 * MEBIBYTE;

  /** Heap that may differ between two looks without meaning anything. */
  private static final double HEAP_NOISE = 8 * MEBIBYTE;

  private CatchUp() {}

  /** Measures and reports; the looks at the memory are given back for a plot. */
  static List<Sample> run(Settings settings, Report report) throws Exception {
    long rows = settings.catchUpRows();
    BenchmarkTable table =
        new BenchmarkTable(
            "backlog", rows, Duration.ofSeconds(Math.max(60, rows / ROWS_PER_SECOND)));
    MemorySamples samples = new MemorySamples(Math.max(1, rows / LOOKS));
    try (ServerProcess server = ServerProcess.start(table)) {
      Instant from = server.firstSecond(0);
      Instant to = server.endSecond(0);
      try (ReaderClient client =
          new ReaderClient(server, table, from, to, Duration.between(from, to))) {
        Cost cost = Cost.of(() -> catchUp(client, samples)).cost();
        report(report, cost, samples.all());
      }
    }
    return samples.all();
  }

  private static Outcome catchUp(ReaderClient client, MemorySamples samples) {
    CursorRead cursor = new CursorRead();
    long[] seen = {0};
    return client.read(
        batch -> {
          seen[0] += batch.rowCount();
          BufferAllocator arrow = batch.vectors().getVector(0).getAllocator();
          samples.at(seen[0], arrow);
          return cursor.read(batch);
        });
  }

  private static void report(Report report, Cost cost, List<Sample> samples) {
    int half = samples.size() / 2;
    double early = heap(samples.subList(0, half));
    double late = heap(samples.subList(half, samples.size()));
    double arrow = samples.stream().mapToLong(Sample::arrowBytes).max().orElse(0);
    report.ratio(
        Target.atMost("catchup-heap-growth", 1.1), (late + HEAP_NOISE) / (early + HEAP_NOISE));
    report.ratio(Target.atMost("catchup-arrow-of-budget", 1), arrow / BUDGET);
    report.note(
        "catch-up: %d rows, CPU %.0f ns/row, %.2f M rows/s; heap after collection %.0f MiB in the"
            + " first half, %.0f in the second; Arrow at most %.0f MiB",
        cost.rows(),
        cost.cpuNanosPerRow(),
        1e3 / cost.wallNanosPerRow(),
        early / MEBIBYTE,
        late / MEBIBYTE,
        arrow / MEBIBYTE);
  }

  private static double heap(List<Sample> samples) {
    return Rounds.median(samples.stream().mapToDouble(Sample::heapBytes).toArray());
  }
}
