package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Partitions declared by FROM ... TO ... INTERVAL. */
class PartitionStepsTest {
  private final EngineFixture fixture = new EngineFixture();

  private String created(String type, String partitions) {
    fixture.run("DROP TABLE IF EXISTS p");
    fixture.run(
        "CREATE TABLE p (k "
            + type
            + " NOT NULL, v INT) DUPLICATE KEY(k) PARTITION BY RANGE(k) ("
            + partitions
            + ") DISTRIBUTED BY HASH(k) BUCKETS 1");
    return fixture.rows("SHOW CREATE TABLE p").get(0).get(1).toString();
  }

  @Test
  void daysStandBesideOtherPartitions() {
    assertThat(
            created(
                "DATE",
                "FROM ('2026-01-01') TO ('2026-01-03') INTERVAL 1 DAY,"
                    + " PARTITION rest VALUES LESS THAN MAXVALUE"))
        .contains("PARTITION p_20260101 VALUES [(\"2026-01-01\"), (\"2026-01-02\"))")
        .contains("PARTITION p_20260102 VALUES [(\"2026-01-02\"), (\"2026-01-03\"))")
        .contains("PARTITION rest VALUES [(\"2026-01-03\"), (MAXVALUE))");
    fixture.run("INSERT INTO p VALUES ('2026-01-02', 7)");
    assertThat(fixture.rows("SELECT v FROM p PARTITION (p_20260102)")).containsExactly(List.of(7));
  }

  @Test
  void monthsAndWeeksAreCutAtTheBounds() {
    assertThat(created("DATETIME", "FROM ('2026-01-15') TO ('2026-02-10') INTERVAL 1 MONTH"))
        .contains("PARTITION p_202601 VALUES [(\"2026-01-15\"), (\"2026-02-01\"))")
        .contains("PARTITION p_202602 VALUES [(\"2026-02-01\"), (\"2026-02-10\"))");
    assertThat(created("DATE", "FROM ('2026-01-01') TO ('2026-01-07') INTERVAL 1 WEEK"))
        .contains("PARTITION p_2026_01 VALUES [(\"2026-01-01\"), (\"2026-01-05\"))")
        .contains("PARTITION p_2026_02 VALUES [(\"2026-01-05\"), (\"2026-01-07\"))");
  }

  @Test
  void numbersStepToo() {
    assertThat(created("INT", "FROM (1) TO (6) INTERVAL 4"))
        .contains("PARTITION p_1 VALUES [(\"1\"), (\"5\"))")
        .contains("PARTITION p_5 VALUES [(\"5\"), (\"6\"))");
  }
}
