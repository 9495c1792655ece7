package io.dorischangelog.benchmarks;

import io.dorischangelog.client.Change;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Decoding alone, for JMH and its profilers: {@code jmh Decode -prof gc}. Time is per row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/java.nio=ALL-UNNAMED")
public class DecodeBenchmark {
  private final ColumnarLoops columnar = new ColumnarLoops();
  private final CursorRead cursor = new CursorRead();

  @SuppressWarnings("NullAway.Init") // JMH calls open() first.
  private SampleBatch sample;

  /** Reads the batch. */
  @Setup(Level.Trial)
  public void open() {
    sample = new SampleBatch();
  }

  /** Ends the server. */
  @TearDown(Level.Trial)
  public void close() {
    sample.close();
  }

  /** The reference. */
  @Benchmark
  @OperationsPerInvocation(BenchmarkTable.BATCH_SIZE)
  public long columnarLoops() {
    return columnar.read(sample.batch().vectors());
  }

  /** The cursor's primitive getters. */
  @Benchmark
  @OperationsPerInvocation(BenchmarkTable.BATCH_SIZE)
  public long cursor() {
    return cursor.read(sample.batch());
  }

  /** Flink's internal rows. */
  @Benchmark
  @OperationsPerInvocation(BenchmarkTable.BATCH_SIZE)
  public long rowData() {
    return new RowDataRead(sample.batch().schema()).read(sample.batch());
  }

  /** Whole changes. */
  @Benchmark
  @OperationsPerInvocation(BenchmarkTable.BATCH_SIZE)
  public void changes(Blackhole blackhole) {
    for (Change change : sample.batch()) {
      blackhole.consume(change);
    }
  }
}
