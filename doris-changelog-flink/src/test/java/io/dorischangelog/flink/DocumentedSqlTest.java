package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The documented SQL, as users know it from the official connector; only the ports differ. */
class DocumentedSqlTest {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final String PROGRESS =
      "SELECT consumer_id, offset_timestamp FROM ops.flink_source_offsets";

  private final Doris doris = Doris.start();

  @BeforeEach
  void createTable() {
    doris.script("documented-doris.sql").forEach(doris::run);
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void theExampleShowsTheSnapshotAndThenEveryChange() {
    try (Collected rows = query("documented-flink.sql")) {
      assertThat(rows.take(1)).containsExactly("+I[1, Alice, 18]");
      doris.run(
          "INSERT INTO test.student_changelog_source VALUES (2, 'Bob', 20)",
          "UPDATE test.student_changelog_source SET age = 19 WHERE id = 1",
          "DELETE FROM test.student_changelog_source WHERE id = 2");
      assertThat(rows.take(4))
          .containsExactly(
              "+I[2, Bob, 20]", "-U[1, Alice, 18]", "+U[1, Alice, 19]", "-D[2, Bob, 20]");
    }
  }

  @Test
  void publishedProgressIsTheNextInclusiveStartAndAnotherJobResumesThere() {
    doris.script("documented-offsets.sql").forEach(doris::run);
    try (Collected rows = query("documented-flink-offsets.sql")) {
      assertThat(rows.take(1)).containsExactly("+I[1, Alice, 18]");
      doris.run("INSERT INTO test.student_changelog_source VALUES (2, 'Bob', 20)");
      assertThat(rows.take(1)).containsExactly("+I[2, Bob, 20]");
      String readUpTo = doris.now();
      await(() -> doris.query(PROGRESS).toString().equals("[[student-sync, " + readUpTo + "]]"));
    }
    doris.run("INSERT INTO test.student_changelog_source VALUES (3, 'Cid', 30)");
    try (Collected rows = query("documented-flink-offsets.sql")) {
      assertThat(rows.take(1)).containsExactly("+I[3, Cid, 30]");
    }
  }

  private Collected query(String script) {
    TableEnvironment tables =
        TableEnvironment.create(EnvironmentSettings.newInstance().inStreamingMode().build());
    List<String> statements = doris.script(script);
    return new Collected(SqlScript.run(tables, statements));
  }
}
