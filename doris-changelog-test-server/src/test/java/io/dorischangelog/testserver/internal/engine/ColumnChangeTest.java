package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MODIFY COLUMN and ORDER BY, which only tables without the change log take. */
class ColumnChangeTest {
  private final EngineFixture fixture = new EngineFixture();

  @BeforeEach
  void createPlainTable() {
    fixture.run(
        "CREATE TABLE plain (k INT NOT NULL, n INT, s VARCHAR(5)) UNIQUE KEY(k)"
            + " DISTRIBUTED BY HASH(k) BUCKETS 1");
    fixture.run("INSERT INTO plain VALUES (1, 2, 'x')");
  }

  @Test
  void oldRowsShowTheirValuesInTheNewType() {
    fixture.run("ALTER TABLE plain MODIFY COLUMN n BIGINT NULL");
    fixture.run("INSERT INTO plain VALUES (2, 5000000000, 'y')");
    assertThat(fixture.rows("SELECT n FROM plain ORDER BY k"))
        .containsExactly(List.of(2L), List.of(5_000_000_000L));
    fixture.run("ALTER TABLE plain MODIFY COLUMN n VARCHAR(20) NULL");
    assertThat(fixture.rows("SELECT n FROM plain ORDER BY k"))
        .containsExactly(List.of("2"), List.of("5000000000"));
  }

  @Test
  void aTypeThatCannotHoldEveryValueIsRefused() {
    assertThat(fixture.refusal("ALTER TABLE plain MODIFY COLUMN n TINYINT"))
        .hasMessage("Can not change int to tinyint");
    assertThat(fixture.refusal("ALTER TABLE plain MODIFY COLUMN s VARCHAR(4)"))
        .hasMessage("Shorten type length is prohibited, srcType=varchar(5), dstType=varchar(4)");
    assertThat(fixture.refusal("ALTER TABLE plain MODIFY COLUMN n INT NOT NULL"))
        .hasMessage("Can not change from nullable to non-nullable");
  }

  @Test
  void columnsMove() {
    fixture.run("ALTER TABLE plain MODIFY COLUMN s VARCHAR(9) NULL AFTER k");
    assertThat(fixture.labels("SELECT * FROM plain")).containsExactly("k", "s", "n");
    fixture.run("ALTER TABLE plain ORDER BY (k, n, s)");
    assertThat(fixture.rows("SELECT * FROM plain")).containsExactly(List.of(1, 2, "x"));
    assertThat(fixture.refusal("ALTER TABLE plain ORDER BY (k, n)"))
        .hasMessage("Reorder stmt should contains all columns");
    assertThat(fixture.refusal("ALTER TABLE plain ORDER BY (n, k, s)"))
        .hasMessageContaining("key should before all values");
  }

  @Test
  void aSequenceSwitchedOnLaterDecidesFromThenOn() {
    fixture.run(
        "ALTER TABLE plain ENABLE FEATURE 'SEQUENCE_LOAD'"
            + " WITH PROPERTIES ('function_column.sequence_type' = 'bigint')");
    fixture.run("INSERT INTO plain (k, n, __DORIS_SEQUENCE_COL__) VALUES (1, 3, 5)");
    fixture.run("INSERT INTO plain (k, n, __DORIS_SEQUENCE_COL__) VALUES (1, 4, 4)");
    assertThat(fixture.rows("SELECT n FROM plain")).containsExactly(List.of(3));
    fixture.refusal(
        "ALTER TABLE plain ENABLE FEATURE 'SEQUENCE_LOAD'"
            + " WITH PROPERTIES ('function_column.sequence_type' = 'bigint')");
  }
}
