package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Table streams do not exist here; what Doris refuses about them is refused in its words. */
class TableStreamRefusalTest {
  private final EngineFixture fixture = EngineFixture.old();

  TableStreamRefusalTest() {
    create("plain", "DUPLICATE", "");
    create("dup", "DUPLICATE", ", 'binlog.enable' = 'true', 'binlog.format' = 'ROW'");
    create("mow", "UNIQUE", ", 'binlog.enable' = 'true', 'binlog.format' = 'ROW'");
    fixture.run("CREATE VIEW v AS SELECT k FROM dup");
  }

  private void create(String name, String model, String properties) {
    fixture.run(
        "CREATE TABLE "
            + name
            + " (k INT, v INT) "
            + model
            + " KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1 PROPERTIES ('replication_num' = '1'"
            + properties
            + ")");
  }

  private void refused(String statement, String text) {
    assertThat(fixture.refusal(statement)).as(statement).hasMessageContaining(text);
  }

  @Test
  void theBaseHasToBeATableThatRecordsWhatTheStreamShows() {
    refused("CREATE STREAM s ON TABLE plain", "need to enable row binlog for table stream");
    refused("CREATE STREAM s ON TABLE v", "is not supported for create table stream");
    refused(
        "CREATE STREAM s ON TABLE mow PROPERTIES ('type' = 'min_delta')",
        "MIN_DELTA table stream requires base mow table to enable"
            + " binlog.need_historical_value=true");
    refused("CREATE STREAM s ON TABLE nothing", "does not exist");
  }

  @Test
  void thePropertiesAreChecked() {
    refused("CREATE STREAM s ON TABLE dup PROPERTIES ('type' = 'x')", "not supported type");
    refused("CREATE STREAM s ON TABLE dup PROPERTIES ('x' = 'y')", "Unknown properties");
    refused(
        "CREATE STREAM s ON TABLE dup PROPERTIES ('show_initial_rows' = '1')",
        "show_initial_rows must be `true` or `false`");
    refused("CREATE STREAM dup ON TABLE dup", "already exists");
    refused("CREATE OR REPLACE STREAM s ON TABLE dup", "do not support replace currently");
  }

  @Test
  void aStreamThatDorisWouldCreateIsRefusedWithTheWayOut() {
    refused(
        "CREATE STREAM IF NOT EXISTS s ON TABLE dup COMMENT 'c' PROPERTIES ('type' = 'detail')",
        "read changes with @incr");
    refused("SHOW CREATE STREAM s", "Unknown table 's'");
    refused("DROP STREAM s", "does not exist");
    fixture.run("DROP STREAM IF EXISTS s FORCE");
  }

  @Test
  void tablesHaveNoSnapshotsOfStreams() {
    refused("SELECT k FROM dup@snapshot()", "Invalid param type for olap table");
    refused("SELECT k FROM plain@reset()", "Invalid param type for olap table");
  }
}
