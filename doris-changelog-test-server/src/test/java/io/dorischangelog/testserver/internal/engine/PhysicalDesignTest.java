package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Statements about comments, indexes, rollups, partitions and tablets of a table with the log. */
class PhysicalDesignTest {
  private static final String NOT_ALLOWED = "Not allowed to perform current operation";

  private final EngineFixture fixture = new EngineFixture();

  private EngineFixture partitioned(EngineFixture in) {
    String word = in == fixture ? "changelog" : "binlog";
    in.run(
        "CREATE TABLE p (id INT, n INT) UNIQUE KEY(id) PARTITION BY RANGE(id) (PARTITION low"
            + " VALUES LESS THAN ('10'), PARTITION high VALUES LESS THAN ('20')) DISTRIBUTED BY"
            + " HASH(id) BUCKETS 2 PROPERTIES ('replication_num' = '1', '"
            + word
            + ".enable' = 'true'"
            + (in == fixture ? ")" : ", 'binlog.format' = 'ROW')"));
    in.run("INSERT INTO p VALUES (1, 1), (2, 2), (3, 3), (11, 11)");
    return in;
  }

  @Test
  void aCommentCanBeChanged() {
    fixture.withTable();
    fixture.run("ALTER TABLE t MODIFY COMMENT 'people, once'");
    fixture.run("ALTER TABLE t MODIFY COLUMN age COMMENT 'in years'");
    assertThat((String) fixture.rows("SHOW CREATE TABLE t").get(0).get(1))
        .contains("COMMENT 'people, once'", "`age` int NULL COMMENT \"in years\"");
    assertThat(
            fixture.value(
                "SELECT TABLE_COMMENT FROM information_schema.tables WHERE TABLE_NAME = 't'"))
        .isEqualTo("people, once");
    assertThat(
            fixture.value(
                "SELECT COLUMN_COMMENT FROM information_schema.columns WHERE TABLE_NAME = 't' AND"
                    + " COLUMN_NAME = 'age'"))
        .isEqualTo("in years");
    fixture.refusal("ALTER TABLE t MODIFY COLUMN nobody COMMENT 'x'");
  }

  @Test
  void indexesAndRollupsComeAndGoWithoutEffect() {
    fixture.withTable();
    fixture.run("INSERT INTO t VALUES (1, 'a', 2)");
    fixture.run("ALTER TABLE t ADD INDEX i1 (name) USING INVERTED COMMENT 'c', DROP INDEX i1");
    fixture.run("CREATE INDEX IF NOT EXISTS i2 ON t (name) USING INVERTED");
    fixture.run("DROP INDEX IF EXISTS i2 ON t");
    fixture.run("ALTER TABLE t ADD ROLLUP r (id, age), RENAME ROLLUP r s, DROP ROLLUP s");
    fixture.run("ALTER TABLE t ENABLE FEATURE 'UPDATE_FLEXIBLE_COLUMNS'");
    assertThat(fixture.rows("SELECT * FROM t@incr()")).hasSize(1);
  }

  @Test
  void whatWouldRewriteTheLogIsRefused() {
    fixture.withTable();
    for (String change :
        List.of(
            "BUILD INDEX i ON t",
            "ALTER TABLE t SET ('bloom_filter_columns' = 'name')",
            "ALTER TABLE t MODIFY COLUMN age BIGINT",
            "ALTER TABLE t RENAME COLUMN age years",
            "ALTER TABLE t ORDER BY (id, age, name)")) {
      assertThat(fixture.refusal(change)).as(change).hasMessageContaining(NOT_ALLOWED);
    }
  }

  @Test
  void tabletsOfOnePartitionCanBeShown() {
    partitioned(fixture);
    assertThat(fixture.rows("SHOW TABLETS FROM p")).hasSize(4);
    assertThat(fixture.rows("SHOW TABLETS FROM p PARTITION(low)")).hasSize(2);
    assertThat(fixture.rows("SHOW TABLETS FROM db.p PARTITIONS(low, high)")).hasSize(4);
    assertThat(fixture.refusal("SHOW TABLETS FROM p PARTITION(none)")).hasMessageContaining("none");
  }

  @Test
  void rawRecordsOfOnePartitionOrTabletCanBeRead() {
    for (EngineFixture in : List.of(fixture, EngineFixture.old())) {
      partitioned(in);
      String call =
          (in == fixture ? "changelog" : "binlog") + "(\"db\" = \"db\", \"table\" = \"p\"";
      assertThat(in.rows("SELECT id FROM " + call + ", \"partition\" = \"high\")"))
          .containsExactly(List.of(11));
      int found = 0;
      for (List<Object> tablet : in.rows("SHOW TABLETS FROM p PARTITION(low)")) {
        found +=
            in.rows("SELECT id FROM " + call + ", \"tablet\" = \"" + tablet.get(0) + "\")").size();
      }
      assertThat(found).isEqualTo(3);
      assertThat(in.refusal("SELECT id FROM " + call + ", \"partition\" = \"none\")"))
          .hasMessageContaining("none");
      assertThat(in.refusal("SELECT id FROM " + call + ", \"tablet\" = \"x\")"))
          .hasMessageContaining("tablet");
    }
  }
}
