package io.dorischangelog.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.testutils.source.reader.TestingReaderContext;
import org.apache.flink.connector.testutils.source.reader.TestingReaderOutput;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.runtime.metrics.groups.InternalSourceReaderMetricGroup;

/** A source reader without a job, moved on row by row by the test. */
final class OneReader<T> implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  private final MetricListener metrics = new MetricListener();
  private final TestingReaderContext context =
      new TestingReaderContext(
          new Configuration(), InternalSourceReaderMetricGroup.mock(metrics.getMetricGroup()));
  private final SourceReader<T, DorisSplit> reader;
  private final RecordingOutput<T> output = new RecordingOutput<>();

  OneReader(DorisChangelogSource<T> source) throws Exception {
    reader = source.createReader(context);
    reader.start();
  }

  /** Hands a split to the reader. */
  OneReader<T> read(DorisSplit split) {
    reader.addSplits(List.of(split));
    return this;
  }

  /** Polls until there is a number of further records. */
  List<T> take(int count) throws Exception {
    while (output.getEmittedRecords().size() < count) {
      step();
    }
    List<T> taken = List.copyOf(output.getEmittedRecords());
    output.clearEmittedRecords();
    return taken;
  }

  /** Polls until a watermark came. */
  Watermark awaitWatermark() throws Exception {
    while (output.watermarks.isEmpty()) {
      step();
    }
    return output.watermarks.remove(0);
  }

  /** Polls until a number of splits is finished. */
  OneReader<T> awaitEnds(int splits) throws Exception {
    while (context.getNumSplitRequests() <= splits) { // One was sent when it was started.
      step();
    }
    return this;
  }

  /** Tells the reader that another one, or this one, has the changes. */
  OneReader<T> changesBegan() {
    reader.handleSourceEvents(new ChangesBegan());
    return this;
  }

  /** Polls once, and says whether the reader has called itself idle by then. */
  boolean isIdle() throws Exception {
    reader.pollNext(output);
    return output.idle;
  }

  /** Whether a watermark came that nobody has taken. */
  boolean hasWatermark() {
    return !output.watermarks.isEmpty();
  }

  private void step() throws Exception {
    InputStatus status = reader.pollNext(output);
    if (status == InputStatus.NOTHING_AVAILABLE) {
      available();
    }
  }

  private void available() throws InterruptedException, ExecutionException {
    try {
      reader.isAvailable().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("nothing came after " + output.getEmittedRecords(), e);
    }
  }

  /** What a checkpoint keeps of the one split of the reader. */
  DorisSplit checkpoint() {
    List<DorisSplit> splits = reader.snapshotState(1);
    if (splits.size() != 1) {
      throw new AssertionError("not one split but " + splits);
    }
    return splits.get(0);
  }

  /** A figure of the reader; a gauge of a whole number. */
  long gauge(String name) {
    return metrics.<Long>getGauge(name).orElseThrow().getValue();
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (Exception e) {
      throw new AssertionError("the reader could not be closed", e);
    }
  }

  private static final class RecordingOutput<T> extends TestingReaderOutput<T> {
    private final List<Watermark> watermarks = new ArrayList<>();
    private boolean idle;

    @Override
    public void emitWatermark(Watermark watermark) {
      watermarks.add(watermark);
    }

    @Override
    public void markIdle() {
      idle = true;
    }

    @Override
    public SourceOutput<T> createOutputForSplit(String split) {
      return this;
    }
  }
}
