package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.Fault;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Savepoints of every phase, restored with fewer and with more readers. */
class RestoreTest {
  private static final int ROWS = 60;
  private static final int TABLETS = 6;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(3)
              .build());

  private final Doris doris = Doris.start();
  private @TempDir Path savepoints;

  @BeforeEach
  void fill() {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", TABLETS).insert(1, ROWS, "first");
    Materialized.rows("view").clear();
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void inTheSnapshotWhatWasReadIsNotReadAgainAndTheRestIs(int readers) throws Exception {
    Fault held = doris.server().faults().onFetch().matching(" TABLET(").after(1).always().hang();
    String savepoint;
    try (ViewJob job = initial().start()) {
      assertThat(held.awaitHits(2, Duration.ofSeconds(60))).isTrue();
      savepoint = job.stop(savepoints);
    }
    int readBefore = Materialized.rows("view").size();
    assertThat(readBefore).isBetween(1, ROWS - 1);
    Materialized.rows("view").clear();
    held.remove();
    try (ViewJob job = initial().parallelism(readers).restoredFrom(savepoint).start()) {
      job.awaitRows(ROWS - readBefore);
      changeEverything();
      job.awaitRows(ROWS);
      doris.run("DELETE FROM test.t WHERE id > 30");
      job.awaitView();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void betweenSnapshotAndChangesTheCheckpointIsStillWaitedFor(int readers) {
    String savepoint;
    try (ViewJob job = initial().checkpoints(Duration.ofHours(1)).start()) {
      job.awaitRows(ROWS);
      changeEverything();
      savepoint = job.stop(savepoints);
    }
    assertThat(Materialized.rows("view")).containsEntry(1, "first 1");
    try (ViewJob job = initial().parallelism(readers).restoredFrom(savepoint).start()) {
      job.awaitView();
      doris.run("DELETE FROM test.t WHERE id > 30");
      job.awaitView();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void inTheChangesTheyGoOnBehindTheSavepoint(int readers) {
    String savepoint;
    try (ViewJob job = initial().start()) {
      changeEverything();
      job.awaitView();
      savepoint = job.stop(savepoints);
    }
    doris.insert(ROWS + 1, ROWS + 20, "third");
    Materialized.rows("view").clear();
    try (ViewJob job = initial().parallelism(readers).restoredFrom(savepoint).start()) {
      job.awaitRows(20);
      doris.run("DELETE FROM test.t WHERE id <= " + ROWS);
      job.awaitView();
    }
  }

  private ViewJob.Setup initial() {
    return ViewJob.of(doris).source(builder -> builder.scanMode(ScanMode.initial()));
  }

  private void changeEverything() {
    doris.insert(1, ROWS, "second");
  }
}
