package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteTest {
  private final EngineFixture fixture = new EngineFixture().withTable();

  @Test
  void insertTellsLabelStatusAndTransaction() {
    Result.Done done = (Result.Done) fixture.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)");
    assertThat(done.affectedRows()).isEqualTo(2);
    assertThat(done.info()).matches("\\{'label':'label_\\w+', 'status':'VISIBLE', 'txnId':'\\d+'}");
  }

  @Test
  void insertOfAnExistingKeyReplacesTheRow() {
    fixture.run("INSERT INTO t VALUES (1, 'a', 1)");
    fixture.run("INSERT INTO t (id, name) VALUES (1, 'b')");
    assertThat(fixture.rows("SELECT * FROM t")).containsExactly(Arrays.asList(1, "b", null));
  }

  @Test
  void escapesInTextsAreUndone() {
    fixture.run("INSERT INTO t VALUES (1, 'it''s \\'ok\\' \\\\ \"x\" \\n', 0)");
    assertThat(fixture.value("SELECT name FROM t")).isEqualTo("it's 'ok' \\ \"x\" \n");
    assertThat(fixture.value("SELECT COUNT(*) FROM t WHERE name LIKE '%\\'ok\\'%'")).isEqualTo(1L);
  }

  @Test
  void defaultsFillColumnsThatAreLeftOut() {
    fixture.run("SET time_zone = '+02:00'");
    fixture.run(
        "CREATE TABLE d (k INT NOT NULL, a INT DEFAULT '7', s STRING DEFAULT NULL,"
            + " at DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3)) DUPLICATE KEY(k)"
            + " DISTRIBUTED BY HASH(k) BUCKETS 1");
    fixture.run("INSERT INTO d (k) VALUES (1)");
    fixture.run("INSERT INTO d VALUES (2, DEFAULT, 'x', DEFAULT)");
    LocalDateTime now = LocalDateTime.of(2026, 10, 1, 12, 0);
    assertThat(fixture.rows("SELECT * FROM d ORDER BY k"))
        .containsExactly(Arrays.asList(1, 7, null, now), List.of(2, 7, "x", now));
  }

  @Test
  void valuesThatDoNotFitAreRefusedAndNothingIsWritten() {
    fixture.refusal("INSERT INTO t VALUES (1, 'a', 'x')");
    fixture.refusal("INSERT INTO t VALUES (1, 'a', 3000000000)");
    assertThat(fixture.refusal("INSERT INTO t VALUES (1, 'a')"))
        .hasMessage("Column count doesn't match value count");
    assertThat(fixture.refusal("INSERT INTO t (id, nope) VALUES (1, 2)"))
        .hasMessageContaining("Unknown column 'nope'");
    fixture.run(
        "CREATE TABLE n (k INT NOT NULL, v INT NOT NULL) UNIQUE KEY(k)"
            + " DISTRIBUTED BY HASH(k) BUCKETS 1");
    assertThat(fixture.refusal("INSERT INTO n VALUES (1, NULL)"))
        .hasMessageContaining("null value");
    assertThat(fixture.refusal("INSERT INTO n (k) VALUES (1)"))
        .hasMessageContaining("Column has no default value");
    assertThat(fixture.value("SELECT COUNT(*) FROM t")).isEqualTo(0L);
  }

  @Test
  void updateChangesMatchingRows() {
    fixture.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)");
    Result.Done done =
        (Result.Done) fixture.run("UPDATE t SET age = age + 10, name = 'z' WHERE id > 1");
    assertThat(done.affectedRows()).isEqualTo(1);
    assertThat(fixture.rows("SELECT * FROM t ORDER BY id"))
        .containsExactly(List.of(1, "a", 1), List.of(2, "z", 12));
    assertThat(fixture.refusal("UPDATE t SET id = 3 WHERE id = 1"))
        .hasMessageContaining("Only value columns");
  }

  @Test
  void deleteRemovesMatchingRows() {
    fixture.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)");
    fixture.run("DELETE FROM t WHERE age >= 2");
    assertThat(fixture.rows("SELECT id FROM t")).containsExactly(List.of(1));
  }

  @Test
  void insertFromAQuery() {
    fixture.run(
        "INSERT INTO t SELECT number, CONCAT('n', number), 5 FROM numbers(\"number\" = \"3\")");
    assertThat(fixture.rows("SELECT id, name FROM t ORDER BY id"))
        .containsExactly(List.of(0, "n0"), List.of(1, "n1"), List.of(2, "n2"));
  }

  @Test
  void partialUpdatesKeepTheOtherColumns() {
    fixture.run("INSERT INTO t VALUES (1, 'a', 1)");
    fixture.run("SET enable_unique_key_partial_update = true");
    fixture.run("INSERT INTO t (id, age) VALUES (1, 9)");
    assertThat(fixture.rows("SELECT * FROM t")).containsExactly(List.of(1, "a", 9));
    fixture.run("SET partial_update_new_key_behavior = 'ERROR'");
    assertThat(fixture.refusal("INSERT INTO t (id, age) VALUES (2, 9)"))
        .hasMessageContaining("Can't append new rows in partial update");
    assertThat(fixture.refusal("INSERT INTO t (age) VALUES (9)"))
        .hasMessageContaining("all key columns");
  }

  @Test
  void transactionsAreSeenOnceTheyCommit() {
    fixture.run("BEGIN");
    Result.Done open = (Result.Done) fixture.run("INSERT INTO t VALUES (1, 'a', 1)");
    assertThat(open.info()).contains("'status':'PREPARE'");
    assertThat(fixture.value("SELECT COUNT(*) FROM t")).isEqualTo(0L);
    fixture.run("COMMIT");
    assertThat(fixture.value("SELECT COUNT(*) FROM t")).isEqualTo(1L);
    fixture.run("START TRANSACTION");
    fixture.run("DELETE FROM t WHERE id = 1");
    fixture.run("ROLLBACK");
    assertThat(fixture.value("SELECT COUNT(*) FROM t")).isEqualTo(1L);
  }

  @Test
  void aSessionThatEndsDropsItsTransaction() {
    fixture.run("BEGIN");
    fixture.run("INSERT INTO t VALUES (1, 'a', 1)");
    fixture.engine.sessionEnded(fixture.session);
    fixture.run("COMMIT");
    assertThat(fixture.value("SELECT COUNT(*) FROM t")).isEqualTo(0L);
  }

  @Test
  void aCommitThatDoesNotBecomeVisibleInTimeIsCommitted() {
    fixture.run("SET insert_visible_timeout_ms = 1");
    fixture.catalog.transactions().holdVisibility();
    Result.Done done = (Result.Done) fixture.run("INSERT INTO t VALUES (1, 'a', 1)");
    assertThat(done.info()).contains("'status':'COMMITTED'");
    assertThat(fixture.value("SELECT COUNT(*) FROM t")).isEqualTo(0L);
    fixture.catalog.transactions().releaseVisibility();
    assertThat(fixture.value("SELECT COUNT(*) FROM t")).isEqualTo(1L);
  }

  @Test
  void theSequenceColumnDecidesWhichWriteWins() {
    fixture.run(
        "CREATE TABLE s (k INT, v INT) UNIQUE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 1"
            + " PROPERTIES (\"function_column.sequence_type\" = \"int\")");
    fixture.run("INSERT INTO s (k, v, __DORIS_SEQUENCE_COL__) VALUES (1, 10, 5)");
    fixture.run("INSERT INTO s (k, v, __DORIS_SEQUENCE_COL__) VALUES (1, 20, 3)");
    assertThat(fixture.rows("SELECT v, __DORIS_SEQUENCE_COL__ FROM s"))
        .containsExactly(List.of(10, 5));
  }

  @Test
  void theDeleteSignDeletes() {
    fixture.run("INSERT INTO t VALUES (1, 'a', 1)");
    fixture.run("INSERT INTO t (id, name, age, __DORIS_DELETE_SIGN__) VALUES (1, NULL, NULL, 1)");
    assertThat(fixture.rows("SELECT * FROM t")).isEmpty();
  }
}
