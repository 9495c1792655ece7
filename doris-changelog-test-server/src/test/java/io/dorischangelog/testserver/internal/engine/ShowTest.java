package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShowTest {
  private final EngineFixture fixture = new EngineFixture().withTable();

  @Test
  void frontEndsAndBackEndsTellTheirPorts() {
    List<String> labels = fixture.labels("show frontends");
    List<Object> master = fixture.rows("SHOW FRONTENDS").get(0);
    assertThat(master.get(labels.indexOf("ArrowFlightSqlPort"))).isEqualTo("8070");
    assertThat(master.get(labels.indexOf("IsMaster"))).isEqualTo("true");
    List<Object> backEnd = fixture.rows("SHOW BACKENDS").get(0);
    assertThat(backEnd.get(fixture.labels("SHOW BACKENDS").indexOf("ArrowFlightSqlPort")))
        .isEqualTo("8050");
  }

  @Test
  void variablesCanBeFiltered() {
    assertThat(fixture.rows("SHOW VARIABLES LIKE 'time_zone'").get(0).subList(0, 2))
        .containsExactly("time_zone", "UTC");
    assertThat(fixture.rows("SHOW VARIABLES WHERE Variable_name = 'batch_size'")).hasSize(1);
  }

  @Test
  void otherListsAnswer() {
    assertThat(fixture.rows("SHOW COLUMNS FROM t")).hasSize(3);
    assertThat(fixture.labels("SHOW FULL COLUMNS FROM t FROM db")).contains("Comment");
    assertThat(fixture.rows("SHOW PROCESSLIST").get(0).get(1)).isEqualTo("7");
    assertThat(fixture.rows("SHOW TABLE STATUS LIKE 't'").get(0).get(11))
        .isEqualTo("2026-10-01 10:00:00");
    assertThat(fixture.rows("SHOW CREATE DATABASE db").get(0)).contains("CREATE DATABASE `db`");
    assertThat(fixture.labels("SHOW TSO STATUS")).contains("current_tso_physical_time");
    assertThat(fixture.rows("SHOW WARNINGS")).isEmpty();
    assertThat(fixture.rows("SHOW TABLETS FROM t").get(0).get(2)).isEqualTo("10001");
    assertThat(fixture.refusal("SHOW TABLES FROM nope").code()).isEqualTo(1049);
    assertThat(fixture.refusal("SHOW CREATE TABLE nope")).hasMessageContaining("nope");
  }

  @Test
  void theClockIsAPageOfTheInformationSchema() {
    assertThat(
            fixture
                .rows(
                    "SELECT CURRENT_TSO_PHYSICAL_TIME, COMMITTED_TSO FROM"
                        + " information_schema.tso_status")
                .get(0)
                .get(0))
        .isEqualTo(1790848800000L);
  }

  @Test
  void tablesColumnsPropertiesAndPartitionsArePages() {
    assertThat(
            fixture.value(
                "SELECT CREATE_TIME FROM information_schema.tables"
                    + " WHERE TABLE_SCHEMA = 'db' AND TABLE_NAME = 't'"))
        .isEqualTo(LocalDateTime.of(2026, 10, 1, 10, 0));
    assertThat(
            fixture.value(
                "SELECT property_value FROM information_schema.table_properties"
                    + " WHERE table_name = 't' AND property_name = 'changelog.ttl_seconds'"))
        .isEqualTo("86400");
    assertThat(
            fixture.rows(
                "SELECT COLUMN_NAME, COLUMN_KEY FROM information_schema.columns"
                    + " WHERE TABLE_NAME = 't' ORDER BY ORDINAL_POSITION"))
        .containsExactly(List.of("id", "UNI"), List.of("name", ""), List.of("age", ""));
    assertThat(fixture.rows("SELECT PARTITION_ID FROM information_schema.partitions")).hasSize(1);
    fixture.run("USE information_schema");
    assertThat(fixture.rows("SELECT SCHEMA_NAME FROM schemata"))
        .containsExactly(List.of("db"), List.of("information_schema"));
    for (String page : InformationSchema.pages()) {
      assertThat(fixture.labels("SELECT * FROM " + page)).isNotEmpty();
      assertThat(fixture.rows("DESC " + page)).isNotEmpty();
    }
    assertThat(fixture.refusal("SELECT * FROM nope")).hasMessageContaining("nope");
  }

  @Test
  void explainBindsTheQuery() {
    assertThat(fixture.rows("EXPLAIN SELECT id FROM t")).isNotEmpty();
    fixture.refusal("EXPLAIN SELECT nope FROM t");
  }
}
