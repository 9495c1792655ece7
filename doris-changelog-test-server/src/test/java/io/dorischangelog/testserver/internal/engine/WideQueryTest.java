package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class WideQueryTest {
  private final EngineFixture fixture = new EngineFixture().withTable();

  WideQueryTest() {
    fixture.run(
        "CREATE TABLE o (oid BIGINT, id INT, amount DECIMAL(10,2), at DATETIME(3), note STRING)"
            + " DUPLICATE KEY(oid) DISTRIBUTED BY HASH(oid) BUCKETS 1"
            + " PROPERTIES (\"changelog.enable\" = \"true\")");
    fixture.run("INSERT INTO t VALUES (1, 'Alice', 18), (2, 'bob', 20), (3, 'Carl', 20)");
    fixture.run(
        "INSERT INTO o VALUES (10, 1, 1.50, '2026-10-01 10:00:00.123', 'it''s'),"
            + " (11, 1, 2.25, NULL, NULL), (12, 2, 4.00, NULL, 'x')");
  }

  @Test
  void joinsKeepTheTypesOfTheColumns() {
    String sql =
        "SELECT t.name, o.amount, o.at FROM t JOIN db.o ON t.id = o.id WHERE o.note = \"it's\"";
    assertThat(fixture.rows(sql))
        .containsExactly(
            List.of(
                "Alice",
                new BigDecimal("1.50"),
                LocalDateTime.of(2026, 10, 1, 10, 0, 0, 123_000_000)));
    assertThat(fixture.columns(sql))
        .extracting(column -> column.type().sql())
        .containsExactly("varchar(50)", "decimal(10,2)", "datetime(3)");
  }

  @Test
  void groupsAreCountedAndSummed() {
    assertThat(
            fixture.rows(
                "SELECT age, COUNT(*) AS n, SUM(id) FROM t GROUP BY age HAVING COUNT(*) > 1"))
        .containsExactly(List.of(20, 2L, 5L));
    assertThat(fixture.rows("SELECT DISTINCT age FROM t ORDER BY age"))
        .containsExactly(List.of(18), List.of(20));
    assertThat(fixture.columns("SELECT SUM(oid) FROM o GROUP BY id").get(0).type().kind())
        .isEqualTo(Kind.BIGINT);
    assertThat(fixture.columns("SELECT SUM(oid) FROM o GROUP BY id").get(0).backEndLabel())
        .isEqualTo("BIGINT_0");
  }

  @Test
  void subQueriesAndNamedQueriesWork() {
    assertThat(fixture.rows("SELECT name FROM t WHERE id IN (SELECT id FROM o) ORDER BY name"))
        .containsExactly(List.of("Alice"), List.of("bob"));
    assertThat(
            fixture.rows(
                "WITH big (k) AS (SELECT id FROM o WHERE amount > 2) SELECT COUNT(*) FROM big"))
        .containsExactly(List.of(2L));
    assertThat(fixture.rows("SELECT MAX(x.id) FROM (SELECT id FROM t WHERE age = 20) x"))
        .containsExactly(List.of(3));
  }

  @Test
  void changesCanBeJoined() {
    assertThat(
            fixture.rows(
                "SELECT c.id, c.__DORIS_CHANGELOG_OP__, t.name FROM"
                    + " t@incr('incrementType'='DETAIL') c, db.t WHERE c.id = db.t.id AND t.id ="
                    + " 3"))
        .containsExactly(List.of(3, (byte) 0, "Carl"));
    assertThat(
            fixture.refusal(
                "SELECT a.id FROM t@incr('endTimestamp'='2026-10-01 10:00:00') a"
                    + " JOIN o@incr('endTimestamp'='2027-01-01 00:00:00') b ON a.id = b.id"))
        .hasMessageContaining("endTimestamp exceeds");
  }

  @Test
  void aStarDoesNotShowHiddenColumnsHereEither() {
    assertThat(fixture.labels("SELECT * FROM t JOIN o ON t.id = o.id"))
        .containsExactly("id", "name", "age", "oid", "id", "amount", "at", "note");
  }

  @Test
  void anInsertMayTakeItsRowsFromAJoin() {
    fixture.run("INSERT INTO t SELECT o.id + 10, t.name, 0 FROM t JOIN o ON t.id = o.id");
    assertThat(fixture.rows("SELECT id, name FROM t WHERE id > 10 ORDER BY id"))
        .containsExactly(List.of(11, "Alice"), List.of(12, "bob"));
  }

  @Test
  void whatWouldBeAnsweredDifferentlyIsRefused() {
    assertThat(fixture.refusal("SELECT SUM(age) / 2 FROM t GROUP BY id"))
        .hasMessageContaining("operator /");
    assertThat(fixture.refusal("SELECT LENGTH(name) FROM t GROUP BY name"))
        .hasMessageContaining("function LENGTH");
    assertThat(fixture.refusal("SELECT 1 FROM t JOIN o ON t.id || o.id"))
        .hasMessageContaining("operator ||");
    assertThat(fixture.refusal("SELECT nope FROM t JOIN o ON t.id = o.id"))
        .hasMessageContaining("nope");
    assertThat(fixture.refusal("SELECT 1 FROM t JOIN missing ON 1 = 1"))
        .hasMessage("Table [missing] does not exist in database [db].");
    assertThat(fixture.refusal("SELECT age, name FROM t GROUP BY age"))
        .hasMessageContaining("GROUP BY");
  }
}
