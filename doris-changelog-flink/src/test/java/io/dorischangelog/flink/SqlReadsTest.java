package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reads that end, and declarations that do not fit. */
class SqlReadsTest {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static final String COLUMNS = "id INT, name STRING, age INT";
  private final Doris doris = Doris.start();

  @BeforeEach
  void fill() {
    doris
        .uniqueTable("t", "id INT, name VARCHAR(50), age INT", 3)
        .run("INSERT INTO test.t VALUES (1, 'Ann', 18), (2, 'Bob', 20)");
    doris.run("UPDATE test.t SET age = 19 WHERE id = 1");
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void aBatchJobReadsTheSnapshotOfSeveralTablets() {
    try (Collected rows = batch(COLUMNS, "", "SELECT name, age FROM t")) {
      assertThat(rows.drain()).containsExactlyInAnyOrder("+I[Ann, 19]", "+I[Bob, 20]");
    }
  }

  @Test
  void rowsAreCountedWithoutAnyColumn() {
    try (Collected rows = batch(COLUMNS, "", "SELECT COUNT(*) FROM t")) {
      assertThat(rows.drain()).containsExactly("+I[2]");
    }
  }

  @Test
  void aStreamingJobWithAnEndReadsTheChangesInBetweenAndEnds() {
    String range =
        ", 'source.scan.mode' = 'from-timestamp', 'source.scan.timestamp' = '2026-10-09 10:00:00',"
            + " 'source.scan.end-timestamp' = '"
            + doris.now().replace('T', ' ')
            + "'";
    String columns = COLUMNS + ", op STRING METADATA VIRTUAL";
    try (Collected rows = query(false, columns, range, "SELECT id, age, op FROM t")) {
      assertThat(rows.drain())
          .containsExactly("+I[1, 18, +I]", "+I[2, 20, +I]", "-U[1, 18, -U]", "+U[1, 19, +U]");
    }
  }

  @Test
  void aBatchJobRefusesAReadWithoutEnd() {
    assertThatThrownBy(() -> batch(COLUMNS, ", 'source.scan.mode' = 'latest'", "SELECT * FROM t"))
        .rootCause()
        .hasMessageContaining("source.scan.end-timestamp");
  }

  @Test
  void everyColumnThatDoesNotFitIsNamed() {
    assertThatThrownBy(
            () ->
                batch(
                    "id BIGINT, nam STRING, PRIMARY KEY (nam) NOT ENFORCED", "", "SELECT * FROM t"))
        .rootCause()
        .hasMessageContaining("column 'id' is int, declare it as INT, not BIGINT")
        .hasMessageContaining("column 'nam' is not in Doris")
        .hasMessageContaining("PRIMARY KEY [nam] is declared, but the key in Doris is [id]");
  }

  private Collected batch(String columns, String options, String query) {
    return query(true, columns, options, query);
  }

  private Collected query(boolean batch, String columns, String options, String query) {
    EnvironmentSettings.Builder settings = EnvironmentSettings.newInstance();
    TableEnvironment tables =
        TableEnvironment.create((batch ? settings.inBatchMode() : settings).build());
    tables.executeSql(
        "CREATE TABLE t ("
            + columns
            + ") WITH ('connector' = 'doris', 'fenodes' = '"
            + doris.server().httpAddress()
            + "', 'table.identifier' = 'test.t', 'username' = 'root', 'password' = '',"
            + " 'source.changelog.poll-interval' = '1s'"
            + options
            + ")");
    return new Collected(tables.executeSql(query));
  }
}
