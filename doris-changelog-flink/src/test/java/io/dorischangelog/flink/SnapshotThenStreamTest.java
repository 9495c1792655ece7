package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A batch job reads the table as of a moment, a stream what came from then on. */
class SnapshotThenStreamTest {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private final Doris doris = Doris.start();

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void togetherTheyReadEveryRowOnce() {
    doris.table("t", "id INT, value VARCHAR(20)", "DUPLICATE KEY(id)", 3, false);
    doris.insert(1, 9, "long before");
    doris.clock().advance(Duration.ofMillis(999));
    doris.server().execute("INSERT INTO test.t VALUES (1, 'last before'), (1, 'last before')");
    doris.clock().advance(Duration.ofMillis(1));
    String moment = doris.now().replace('T', ' ');
    doris.server().execute("INSERT INTO test.t VALUES (1, 'first of'), (2, 'first of')");
    doris.clock().advance(Duration.ofMillis(999));
    doris.run("INSERT INTO test.t VALUES (1, 'last before'), (3, 'long behind')");
    doris.insert(4, 9, "end");
    String end = doris.now().replace('T', ' ');
    List<String> all = new ArrayList<>();
    all.addAll(read(true, "'snapshot', 'source.scan.end-timestamp' = '" + moment + "'"));
    assertThat(all).hasSize(11);
    all.addAll(
        read(
            false,
            "'from-timestamp', 'source.scan.timestamp' = '"
                + moment
                + "', 'source.scan.end-timestamp' = '"
                + end
                + "'"));
    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(
            doris.query("SELECT id, value FROM test.t").stream()
                .map(row -> "+I[" + row.get(0) + ", " + row.get(1) + "]")
                .toList());
  }

  private List<String> read(boolean batch, String mode) {
    EnvironmentSettings.Builder settings = EnvironmentSettings.newInstance();
    TableEnvironment tables =
        TableEnvironment.create((batch ? settings.inBatchMode() : settings).build());
    tables.executeSql(
        "CREATE TABLE t (id INT, `value` STRING) WITH ('connector' = 'doris', 'fenodes' = '"
            + doris.server().httpAddress()
            + "', 'table.identifier' = 'test.t', 'username' = 'root', 'password' = '',"
            + " 'source.changelog.poll-interval' = '1s', 'source.scan.mode' = "
            + mode
            + ")");
    try (Collected rows = new Collected(tables.executeSql("SELECT * FROM t"))) {
      return rows.drain();
    }
  }
}
