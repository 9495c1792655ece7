package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.Fault;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Task managers are lost, one after the other, each with a reader. */
class TaskManagerLossProof {
  private static final int ROWS = 60;
  private static final int TABLETS = 6;
  private static final int TASK_MANAGERS = 2;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(TASK_MANAGERS)
              .setNumberSlotsPerTaskManager(1)
              .build());

  private static TaskManagers managers;

  private final Doris doris = Doris.start();

  @BeforeAll
  static void know(@InjectMiniCluster MiniCluster cluster) {
    managers = new TaskManagers(cluster, TASK_MANAGERS);
  }

  @BeforeEach
  void fill() {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", TABLETS).insert(1, ROWS, "first");
    Materialized.rows("view").clear();
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void inTheSnapshot() throws Exception {
    Fault held = doris.server().faults().onFetch().matching(" TABLET(").after(2).always().hang();
    try (ViewJob job = initial().start()) {
      assertThat(held.awaitHits(2, Duration.ofSeconds(60))).isTrue();
      doris.insert(1, ROWS / 2, "second");
      loseAll();
      held.remove();
      doris.run("DELETE FROM test.t WHERE id > 40");
      job.awaitView();
    }
  }

  @Test
  void behindTheSnapshot(@InjectMiniCluster MiniCluster cluster) throws Exception {
    try (ViewJob job = initial().checkpoints(Duration.ofHours(1)).start()) {
      job.awaitRows(ROWS);
      doris.insert(1, ROWS, "second");
      loseAll();
      assertThat(Materialized.rows("view")).containsEntry(1, "first 1");
      await(() -> checkpoint(cluster, job) && Materialized.rows("view").containsValue("second 1"));
      job.awaitView();
    }
  }

  @Test
  void inTheChanges() throws Exception {
    try (ViewJob job = initial().start()) {
      doris.insert(1, ROWS, "second");
      job.awaitView();
      Fault held = doris.server().faults().onFetch().matching("ORDER BY").hangAfterBatches(1);
      doris.insert(1, ROWS, "third");
      assertThat(held.awaitHits(1, Duration.ofSeconds(60))).isTrue();
      loseAll();
      doris.run("DELETE FROM test.t WHERE id > 40");
      job.awaitView();
    }
  }

  private static void loseAll() throws Exception {
    for (int i = 0; i < TASK_MANAGERS; i++) {
      managers.replace(0);
    }
  }

  /** Whether a checkpoint could be made already. */
  private static boolean checkpoint(MiniCluster cluster, ViewJob job) {
    try {
      cluster.triggerCheckpoint(job.client().getJobID()).get();
      return true;
    } catch (ExecutionException e) {
      return false; // The tasks do not run again yet.
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  private ViewJob.Setup initial() {
    return ViewJob.of(doris)
        .scan(scan -> scan.batchSize(16))
        .source(source -> source.scanMode(ScanMode.initial()));
  }
}
