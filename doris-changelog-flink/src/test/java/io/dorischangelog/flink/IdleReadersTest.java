package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;

import io.dorischangelog.client.ScanMode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Readers that have no changes to read do not hold up the watermarks of the one that has. */
class IdleReadersTest {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(3)
              .build());

  private final Doris doris = Doris.start();

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void watermarksOfChangesReachTasksBehindAllReaders() throws Exception {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 4).insert(1, 20, "first");
    long start = doris.clock().instant().toEpochMilli();
    Watermarks.LATEST.set(Long.MIN_VALUE);
    JobClient job = begin(ScanMode.initial());
    try {
      await(
          () -> {
            doris.insert(1, 1, "again");
            return Watermarks.LATEST.get() > start;
          });
    } finally {
      job.cancel().join();
    }
  }

  private JobClient begin(ScanMode mode) throws Exception {
    StreamExecutionEnvironment flink =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    flink.setParallelism(3);
    flink.enableCheckpointing(200);
    String frontEnds = doris.server().httpAddress();
    flink
        .fromSource(
            DorisChangelogSource.builder(
                    scan -> scan.frontEnds(frontEnds).username("root").password("").table("test.t"),
                    new ChangeTuples())
                .scanMode(mode)
                .pollInterval(Duration.ofSeconds(1))
                .build(),
            WatermarkStrategy.noWatermarks(),
            "changes")
        .map(change -> change.f1)
        .process(new Watermarks())
        .setParallelism(1)
        .sinkTo(new DiscardingSink<>());
    return flink.executeAsync("watermarks");
  }

  /** Keeps the latest watermark that one task got from all readers. */
  private static final class Watermarks extends ProcessFunction<Integer, Integer> {
    private static final long serialVersionUID = 1L;
    private static final AtomicLong LATEST = new AtomicLong();

    @Override
    public void processElement(Integer id, Context context, Collector<Integer> out) {
      LATEST.set(context.timerService().currentWatermark());
    }
  }
}
