package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.Protocol;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a job does when the server delays, loses or has no longer what it asks for. */
class JobFailuresTest {
  private static final int ROWS = 60;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private final Doris doris = Doris.start();
  private @TempDir Path savepoints;

  @BeforeEach
  void fill() {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 2).insert(1, ROWS, "first");
    Materialized.rows("view").clear();
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void aSavepointWhoseChangesHaveExpiredStopsTheJobAndSaysWhatToDo() {
    String savepoint;
    try (ViewJob job = withoutRestarts().start()) {
      doris.insert(1, ROWS, "second");
      job.awaitView();
      savepoint = job.stop(savepoints);
    }
    doris.insert(1, ROWS, "never read");
    doris.clock().advance(Duration.ofDays(2));
    try (ViewJob job = withoutRestarts().restoredFrom(savepoint).start()) {
      assertThatThrownBy(job.client().getJobExecutionResult()::join)
          .hasStackTraceContaining("have expired on the server")
          .hasStackTraceContaining("start with scan mode 'initial' and a new consumer name")
          .hasStackTraceContaining("on-loss = skip");
    }
    assertThat(Materialized.rows("view")).containsEntry(1, "second 1");
  }

  @Test
  void aCommitThatIsNotVisibleYetIsWaitedFor() throws SQLException {
    try (ViewJob job = withoutRestarts().start()) {
      job.awaitView();
      doris.server().holdVisibility();
      insertUnseen("(1, 'held'), (99, 'held')");
      doris.passSecond();
      doris.server().calls().clear();
      await(() -> asksFor("@incr"));
      assertThat(Materialized.rows("view")).containsEntry(1, "first 1").doesNotContainKey(99);
      doris.server().releaseVisibility();
      job.awaitView();
      assertThat(Materialized.rows("view")).containsEntry(99, "held");
    }
  }

  private boolean asksFor(String text) {
    return doris.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .anyMatch(sql -> sql.contains(text));
  }

  /** Commits without waiting until it is visible. */
  private void insertUnseen(String values) throws SQLException {
    String url = doris.server().jdbcUrl() + "test?useSSL=false";
    try (Connection connection = DriverManager.getConnection(url, "root", "");
        Statement sql = connection.createStatement()) {
      sql.execute("SET insert_visible_timeout_ms = 1");
      sql.execute("INSERT INTO test.t VALUES " + values);
    }
  }

  @Test
  void aBackEndThatIsLostInTheMiddleOfAWindowLosesNothing() throws Exception {
    try (ViewJob job = withoutRestarts().scan(scan -> scan.batchSize(16)).start()) {
      job.awaitView();
      Fault held = doris.server().faults().onFetch().matching("ORDER BY").hangAfterBatches(2);
      doris.insert(1, ROWS, "second");
      assertThat(held.awaitHits(1, Duration.ofSeconds(60))).isTrue();
      await(() -> Materialized.rows("view").containsValue("second 1"));
      doris.server().backEnd(0).kill();
      doris.server().backEnd(0).restart();
      job.awaitView();
      doris.run("DELETE FROM test.t WHERE id > 30");
      job.awaitView();
    }
  }

  private ViewJob.Setup withoutRestarts() {
    return ViewJob.of(doris)
        .configure("restart-strategy.type", "none")
        .source(source -> source.scanMode(ScanMode.initial()));
  }
}
