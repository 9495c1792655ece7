package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** A job that keeps a {@link Materialized} view of {@code test.t}. */
final class ViewJob implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  private final Doris doris;
  private final JobClient client;

  private ViewJob(Doris doris, JobClient client) {
    this.doris = doris;
    this.client = client;
  }

  /** What differs between such jobs. */
  static final class Setup {
    private final Doris doris;
    private final Map<String, String> configuration = new HashMap<>();
    private UnaryOperator<DorisChangelogSourceBuilder<Tuple3<String, Integer, String>>> source =
        builder -> builder;
    private ScanSetup scan = builder -> {};
    private final List<
            MapFunction<Tuple3<String, Integer, String>, Tuple3<String, Integer, String>>>
        steps = new ArrayList<>();
    private MapFunction<Tuple3<String, Integer, String>, Tuple3<String, Integer, String>> view =
        new Materialized("view");
    private int parallelism = 2;

    Setup(Doris doris) {
      this.doris = doris;
      checkpoints(Duration.ofMillis(200));
      configure("restart-strategy.type", "fixed-delay");
      configure("restart-strategy.fixed-delay.attempts", "1000");
      configure("restart-strategy.fixed-delay.delay", "10ms");
    }

    Setup configure(String key, String value) {
      configuration.put(key, value);
      return this;
    }

    Setup checkpoints(Duration interval) {
      return configure("execution.checkpointing.interval", interval.toMillis() + "ms");
    }

    Setup source(
        UnaryOperator<DorisChangelogSourceBuilder<Tuple3<String, Integer, String>>> settings) {
      source = settings;
      return this;
    }

    Setup scan(ScanSetup settings) {
      scan = settings;
      return this;
    }

    Setup parallelism(int tasks) {
      parallelism = tasks;
      return this;
    }

    /** Keeps another view than {@code Materialized.rows("view")}. */
    Setup view(
        MapFunction<Tuple3<String, Integer, String>, Tuple3<String, Integer, String>> function) {
      view = function;
      return this;
    }

    /** Adds a step in the tasks of the source. */
    Setup step(
        MapFunction<Tuple3<String, Integer, String>, Tuple3<String, Integer, String>> function) {
      steps.add(function);
      return this;
    }

    Setup restoredFrom(String savepoint) {
      return configure("execution.state-recovery.path", savepoint);
    }

    ViewJob start() {
      StreamExecutionEnvironment flink =
          StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(configuration));
      flink.setParallelism(parallelism);
      String frontEnds = doris.server().httpAddress();
      ScanSetup more = scan;
      DorisChangelogSource<Tuple3<String, Integer, String>> changes =
          source
              .apply(
                  DorisChangelogSource.builder(
                          options ->
                              more.apply(
                                  options
                                      .frontEnds(frontEnds)
                                      .username("root")
                                      .password("")
                                      .table("test.t")
                                      .tabletsPerSplit(1)),
                          new ChangeTuples())
                      .pollInterval(Duration.ofSeconds(1)))
              .build();
      DataStream<Tuple3<String, Integer, String>> stream =
          flink.fromSource(changes, WatermarkStrategy.noWatermarks(), "changes").uid("changes");
      for (int i = 0; i < steps.size(); i++) {
        stream = stream.map(steps.get(i)).uid("step " + i);
      }
      stream
          .keyBy(change -> change.f1)
          .map(view)
          .uid("view")
          .sinkTo(new DiscardingSink<>())
          .uid("end");
      try {
        return new ViewJob(doris, flink.executeAsync("view"));
      } catch (Exception e) {
        throw new AssertionError("the job could not be started", e);
      }
    }
  }

  static Setup of(Doris doris) {
    return new Setup(doris);
  }

  JobClient client() {
    return client;
  }

  /** Waits until the view shows what the table does. */
  void awaitView() {
    await(
        () -> {
          requireAlive();
          return Materialized.rows("view")
              .equals(Materialized.of(doris.query("SELECT id, value FROM test.t")));
        });
  }

  /** Waits until the view has a number of rows. */
  void awaitRows(int count) {
    await(
        () -> {
          requireAlive();
          return Materialized.rows("view").size() == count;
        });
  }

  private void requireAlive() {
    JobStatus status = client.getJobStatus().join();
    if (status.isTerminalState()) {
      client.getJobExecutionResult().join();
      throw new AssertionError("the job is " + status);
    }
  }

  /** Stops the job behind a savepoint. */
  String stop(Path directory) {
    try {
      String savepoint =
          client
              .triggerSavepoint(directory.toUri().toString(), SavepointFormatType.CANONICAL)
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      close();
      return savepoint;
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError("no savepoint was made", e);
    }
  }

  /** Cancels the job, if it still runs, and waits for its end. */
  @Override
  public void close() {
    if (!client.getJobStatus().join().isGloballyTerminalState()) {
      client.cancel().join();
      await(() -> client.getJobStatus().join().isGloballyTerminalState());
    }
  }
}
