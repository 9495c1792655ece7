package io.dorischangelog.benchmarks;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import org.apache.arrow.vector.VectorSchemaRoot;

/** What decoding alone costs, from one batch in memory, on one thread. */
final class Decoding {
  /** Passes over the batch in one measured run: 8 M rows. */
  private static final int PASSES = 2_000;

  private static final double NANOS_PER_SECOND = 1e9;

  private final ChangeBatch batch;
  private final int rows;
  private final int rounds;
  private final int warmUps;
  private long blackHole;

  /** CPU time and heap of one way to read. */
  record Spent(double nanosPerRow, double bytesPerRow) {}

  /** One way to read the batch once. */
  @FunctionalInterface
  interface Pass {
    long once();
  }

  Decoding(ChangeBatch batch, Settings settings) {
    this.batch = batch;
    this.rows = batch.rowCount();
    this.rounds = settings.rounds();
    this.warmUps = settings.warmUps();
  }

  /** Measures and reports; the cursor beside columnar loops, in turns. */
  static void run(Settings settings, Report report) {
    try (SampleBatch sample = new SampleBatch()) {
      new Decoding(sample.batch(), settings).report(report);
    }
  }

  private void report(Report report) {
    double[] loops = new double[rounds];
    double[] cursor = new double[rounds];
    double[] changes = new double[rounds];
    double[] ratios = new double[rounds];
    Spent lastChange = new Spent(0, 0);
    ColumnarLoops columnar = new ColumnarLoops();
    VectorSchemaRoot vectors = batch.vectors();
    for (int round = -warmUps; round < rounds; round++) {
      Spent spentLoops = spent(() -> columnar.read(vectors));
      Spent spentCursor = cursor();
      lastChange = changes();
      if (round >= 0) {
        loops[round] = spentLoops.nanosPerRow();
        cursor[round] = spentCursor.nanosPerRow();
        changes[round] = lastChange.nanosPerRow();
        ratios[round] = cursor[round] / loops[round];
      }
    }
    report.ratio(Target.atMost("cursor-decode", 2.5), Rounds.median(ratios));
    report.note(
        "decoding, CPU: columnar loops %.1f ns/row, cursor %.1f, Change %.1f (%.1f M rows/s)",
        Rounds.median(loops),
        Rounds.median(cursor),
        Rounds.median(changes),
        NANOS_PER_SECOND / 1e6 / Rounds.median(changes));
    report.ratio(Target.atMost("cursor-bytes-per-row", 0), cursorBytesPerRow());
    report.ratio(Target.atMost("change-bytes-per-row", 420), lastChange.bytesPerRow());
  }

  /** What the cursor costs, made anew for each pass. */
  Spent cursor() {
    CursorRead read = new CursorRead();
    return spent(() -> read.read(batch));
  }

  /** Heap that the cursor takes between its first row and its last. */
  double cursorBytesPerRow() {
    CursorRead read = new CursorRead();
    long bytes = 0;
    for (int pass = 0; pass < PASSES; pass++) {
      ChangeCursor cursor = batch.cursor();
      long before = Allocation.bytes();
      blackHole += read.rows(cursor);
      bytes += Allocation.bytes() - before;
    }
    return perRow(0, bytes).bytesPerRow();
  }

  /** What changes cost that are looked at and dropped. */
  Spent changes() {
    return spent(
        () -> {
          long sum = 0;
          for (Change change : batch) {
            sum += ChangeRead.key(change);
          }
          return sum;
        });
  }

  /** What a way costs, measured as a whole. */
  Spent spent(Pass pass) {
    long bytes = Allocation.bytes();
    long nanos = Allocation.cpuNanos();
    for (int i = 0; i < PASSES; i++) {
      blackHole += pass.once();
    }
    return perRow(Allocation.cpuNanos() - nanos, Allocation.bytes() - bytes);
  }

  private Spent perRow(long nanos, long bytes) {
    double all = (double) PASSES * rows;
    return new Spent(nanos / all, bytes / all);
  }

  /** Never asked for in earnest; keeps what was read from being left out. */
  long seen() {
    return blackHole;
  }
}
