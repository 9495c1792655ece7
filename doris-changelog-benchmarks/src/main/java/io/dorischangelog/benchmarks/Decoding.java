package io.dorischangelog.benchmarks;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.VectorSchemaRoot;

/** What decoding alone costs, from one batch in memory, on one thread. */
final class Decoding {
  /** Passes over the batch in one measured run: 4 M rows. */
  private static final int PASSES = 1_000;

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
    List<Spent> loops = new ArrayList<>();
    List<Spent> cursor = new ArrayList<>();
    List<Spent> changes = new ArrayList<>();
    List<Spent> rowData = new ArrayList<>();
    ColumnarLoops columnar = new ColumnarLoops();
    VectorSchemaRoot vectors = batch.vectors();
    for (int round = 0; round < warmUps + rounds; round++) {
      loops.add(spent(() -> columnar.read(vectors)));
      cursor.add(cursor());
      changes.add(changes());
      rowData.add(rowData());
    }
    report.ratio(Target.atMost("cursor-decode", 2.5), over(cursor, loops));
    report.ratio(Target.atMost("rowdata-decode", 6), over(rowData, loops));
    report.note(
        "decoding, CPU: columnar loops %.1f ns/row, cursor %.1f, Change %.1f (%.1f M rows/s),"
            + " RowData %.1f (%.1f M rows/s)",
        nanos(loops),
        nanos(cursor),
        nanos(changes),
        NANOS_PER_SECOND / 1e6 / nanos(changes),
        nanos(rowData),
        NANOS_PER_SECOND / 1e6 / nanos(rowData));
    report.ratio(Target.atMost("cursor-bytes-per-row", 0), cursorBytesPerRow());
    report.ratio(Target.atMost("change-bytes-per-row", 420), last(changes).bytesPerRow());
    report.ratio(Target.atMost("rowdata-bytes-per-row", 350), last(rowData).bytesPerRow());
  }

  private static Spent last(List<Spent> all) {
    return all.get(all.size() - 1);
  }

  /** Median of the measured rounds. */
  private double nanos(List<Spent> all) {
    return Rounds.median(all.stream().skip(warmUps).mapToDouble(Spent::nanosPerRow).toArray());
  }

  private double over(List<Spent> upper, List<Spent> lower) {
    return Rounds.median(
        IntStream.range(warmUps, upper.size())
            .mapToDouble(i -> upper.get(i).nanosPerRow() / lower.get(i).nanosPerRow())
            .toArray());
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

  /** What Flink's internal rows cost that are looked at and dropped. */
  Spent rowData() {
    RowDataRead read = new RowDataRead(batch.schema());
    return spent(() -> read.read(batch));
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
