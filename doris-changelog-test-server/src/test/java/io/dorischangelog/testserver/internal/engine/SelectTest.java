package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectTest {
  private final EngineFixture fixture = new EngineFixture().withTable();

  private void threeRows() {
    fixture.run("INSERT INTO t VALUES (1, 'Alice', 18), (2, 'bob', NULL), (3, 'Carl', 30)");
  }

  @Test
  void aStarShowsTheVisibleColumns() {
    threeRows();
    assertThat(fixture.labels("SELECT * FROM t")).containsExactly("id", "name", "age");
    assertThat(fixture.rows("SELECT * FROM t ORDER BY id").get(0)).containsExactly(1, "Alice", 18);
  }

  @Test
  void hiddenColumnsAreShownByNameOrWhenTheSessionAsksForThem() {
    threeRows();
    assertThat(fixture.rows("SELECT __DORIS_COMMIT_TSO_COL__ FROM t LIMIT 1").get(0).get(0))
        .isInstanceOf(Long.class);
    fixture.run("SET show_hidden_columns = true");
    assertThat(fixture.labels("SELECT * FROM t"))
        .contains("__DORIS_COMMIT_TSO_COL__", "__DORIS_DELETE_SIGN__");
  }

  @Test
  void conditionsFollowThreeValuedLogic() {
    threeRows();
    assertThat(ids("age > 18")).containsExactly(3);
    assertThat(ids("NOT age > 18")).containsExactly(1);
    assertThat(ids("age IS NULL OR id = 1")).containsExactly(1, 2);
    assertThat(ids("age IN (18, NULL)")).containsExactly(1);
    assertThat(ids("age NOT IN (18, NULL)")).isEmpty();
    assertThat(ids("id BETWEEN 2 AND 3")).containsExactly(2, 3);
    assertThat(ids("age <=> NULL")).containsExactly(2);
  }

  @Test
  void collectionsAreLookedInto() {
    fixture.run(
        "CREATE TABLE c (id INT, a ARRAY<INT>, m MAP<STRING,INT>, s STRUCT<x:INT,y:STRING>)"
            + " DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1");
    fixture.run(
        "INSERT INTO c VALUES (1, [4, NULL, 6], {'k':5}, named_struct('x', 7, 'y', 'z')),"
            + " (2, NULL, NULL, NULL)");
    assertThat(
            fixture.rows(
                "SELECT a[1], a[-1], a[9], m['k'], m['q'], s['x'], struct_element(s, 2),"
                    + " array_size(a), size(m), array_contains(a, 6), map_keys(m), map_values(m)"
                    + " FROM c ORDER BY id"))
        .containsExactly(
            Arrays.asList(4, 6, null, 5, null, 7, "z", 3L, 1L, true, List.of("k"), List.of(5)),
            Arrays.asList(null, null, null, null, null, null, null, null, null, null, null, null));
    assertThat(fixture.refusal("SELECT s['nobody'] FROM c")).hasMessageContaining("element_at");
  }

  @Test
  void setsAndTextsAreAggregated() {
    fixture.run(
        "CREATE TABLE o (id INT, b BITMAP NOT NULL, h HLL NOT NULL, v VARCHAR(9)) UNIQUE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 1");
    String all =
        "SELECT bitmap_union_count(b), bitmap_to_string(bitmap_union(b)), hll_union_agg(h),"
            + " hll_cardinality(hll_union(h)), group_concat(v), ndv(v), any_value(id) FROM o";
    assertThat(fixture.rows(all)).containsExactly(Arrays.asList(0L, "", 0L, 0L, null, 0L, null));
    fixture.run(
        "INSERT INTO o VALUES (1, to_bitmap(1), hll_hash('x'), 'a'),"
            + " (1, bitmap_from_string('2,3'), hll_hash('y'), 'b')");
    assertThat(fixture.rows(all)).containsExactly(List.of(2L, "2,3", 1L, 1L, "b", 1L, 1));
    assertThat(fixture.value("SELECT bitmap_contains(b, 3) FROM o")).isEqualTo(true);
  }

  @Test
  void textsAreComparedWithCaseAndByPattern() {
    threeRows();
    assertThat(ids("name LIKE 'A%'")).containsExactly(1);
    assertThat(ids("name LIKE '_ob'")).containsExactly(2);
    assertThat(ids("name LIKE 'alice'")).isEmpty();
    assertThat(ids("name NOT LIKE '%b'")).containsExactly(1, 3);
    assertThat(ids("name REGEXP '^[A-C].*l'")).containsExactly(1, 3);
  }

  private List<Object> ids(String where) {
    return fixture.rows("SELECT id FROM t WHERE " + where + " ORDER BY id").stream()
        .map(row -> row.get(0))
        .toList();
  }

  @Test
  void orderTakesSeveralKeysAliasesAndPositions() {
    threeRows();
    assertThat(first("SELECT id, age AS years FROM t ORDER BY years DESC, id"))
        .containsExactly(3, 1, 2);
    assertThat(first("SELECT id, age FROM t ORDER BY 2, 1 DESC")).containsExactly(2, 1, 3);
    assertThat(first("SELECT id FROM t ORDER BY age NULLS LAST")).containsExactly(1, 3, 2);
    assertThat(first("SELECT id FROM t ORDER BY LOWER(name) DESC LIMIT 2")).containsExactly(3, 2);
    assertThat(first("SELECT id FROM t ORDER BY id LIMIT 1 OFFSET 1")).containsExactly(2);
    assertThat(first("SELECT id FROM t ORDER BY id LIMIT 2, 5")).containsExactly(3);
  }

  private List<Object> first(String sql) {
    return fixture.rows(sql).stream().map(row -> row.get(0)).toList();
  }

  @Test
  void aggregatesGiveOneRow() {
    threeRows();
    assertThat(
            fixture.rows(
                "SELECT COUNT(*), COUNT(age), SUM(age), MIN(name), MAX(id), AVG(age) FROM t"))
        .containsExactly(List.of(3L, 2L, 48L, "Alice", 3, 24.0));
    assertThat(fixture.rows("SELECT SUM(age), COUNT(*) FROM t WHERE id > 9"))
        .containsExactly(Arrays.asList(null, 0L));
    assertThat(fixture.value("SELECT COUNT(*) + 1 FROM t")).isEqualTo(4L);
    assertThat(fixture.refusal("SELECT id, COUNT(*) FROM t")).hasMessageContaining("GROUP BY");
  }

  @Test
  void unionAllPutsOneBehindTheOther() {
    assertThat(fixture.rows("SELECT 1 AS a UNION ALL SELECT 2.5 ORDER BY a DESC"))
        .containsExactly(List.of(new BigDecimal("2.5")), List.of(new BigDecimal("1.0")));
    assertThat(fixture.refusal("SELECT 1 UNION ALL SELECT 2, 3"))
        .hasMessageContaining("unequal number of columns");
  }

  @Test
  void constantsHaveTheSmallestType() {
    assertThat(fixture.columns("SELECT 1, 1000, 3000000000, 'x', 1.25, NULL, TRUE"))
        .extracting(column -> column.type().kind())
        .containsExactly(
            Kind.TINYINT,
            Kind.SMALLINT,
            Kind.BIGINT,
            Kind.VARCHAR,
            Kind.DECIMAL,
            Kind.NULL,
            Kind.BOOLEAN);
  }

  @Test
  void expressionsWithoutAliasHaveAnotherNameOverFlight() {
    List<ResultColumn> columns = fixture.columns("SELECT id, id + 1, age * 2 AS twice FROM t");
    assertThat(columns).extracting(ResultColumn::label).containsExactly("id", "id + 1", "twice");
    assertThat(columns)
        .extracting(ResultColumn::backEndLabel)
        .containsExactly("id", "BIGINT_1", "twice");
  }

  @Test
  void functionsOfTimeUseTheZoneOfTheSession() {
    fixture.run("SET time_zone = 'Asia/Shanghai'");
    assertThat(fixture.value("SELECT FROM_UNIXTIME(1760000000123 / 1000, '%Y-%m-%d %H:%i:%s')"))
        .isEqualTo("2025-10-09 16:53:20");
    assertThat(fixture.value("SELECT NOW(3)")).isEqualTo(LocalDateTime.of(2026, 10, 1, 18, 0));
    assertThat(fixture.value("SELECT UNIX_TIMESTAMP('2025-10-09 16:53:20')"))
        .isEqualTo(1760000000L);
    assertThat(fixture.value("SELECT DATE_FORMAT('2026-03-08 02:30:00', '%d.%m.%y')"))
        .isEqualTo("08.03.26");
  }

  @Test
  void commonFunctionsAnswer() {
    assertThat(
            fixture.rows(
                "SELECT CONCAT('a', 1, 'b'), UPPER('x'), LENGTH('Zoë'), CHAR_LENGTH('Zoë'),"
                    + " ABS(-5), MOD(7, 4), IF(1 = 1, 'y', 'n'), IFNULL(NULL, 3),"
                    + " COALESCE(NULL, NULL, 'z'), SUBSTRING('Doris', 2, 3)"))
        .containsExactly(List.of("a1b", "X", 4, 3, 5L, 3L, "y", (byte) 3, "z", "ori"));
    assertThat(fixture.rows("SELECT DATABASE(), CONNECTION_ID(), USER(), VERSION()"))
        .containsExactly(List.of("db", 7, "'root'@'%'", "5.7.99"));
    assertThat(fixture.value("SELECT BITMAP_TO_STRING(BITMAP_FROM_STRING('3,1,2'))"))
        .isEqualTo("1,2,3");
    assertThat(fixture.value("SELECT HLL_CARDINALITY(HLL_HASH('a'))")).isEqualTo(1L);
    assertThat(fixture.value("SELECT CASE 2 WHEN 1 THEN 'a' WHEN 2 THEN 'b' END")).isEqualTo("b");
  }

  @Test
  void castsThatDoNotFitAreNull() {
    assertThat(fixture.value("SELECT CAST('12' AS INT)")).isEqualTo(12);
    assertThat(fixture.value("SELECT CAST('x' AS INT)")).isNull();
    assertThat(fixture.value("SELECT CAST(1.5 AS VARCHAR(2))")).isEqualTo("1.");
    assertThat(fixture.value("SELECT CAST('2026-10-01 12:00:00' AS DATETIME)"))
        .isEqualTo(LocalDateTime.of(2026, 10, 1, 12, 0));
    assertThat(fixture.columns("SELECT CAST(1 AS DECIMAL(10,2))").get(0).type())
        .isEqualTo(DorisType.decimal(10, 2));
  }

  @Test
  void arithmeticOfIntegersIsExactAndDivisionIsNot() {
    assertThat(fixture.value("SELECT 461373440032243713 + 1")).isEqualTo(461373440032243714L);
    assertThat(fixture.value("SELECT 7 / 2")).isEqualTo(3.5);
    assertThat(fixture.value("SELECT 7 DIV 2")).isEqualTo(3L);
    assertThat(fixture.value("SELECT 1 / 0")).isNull();
    assertThat(fixture.value("SELECT -7 % 3")).isEqualTo(-1L);
    assertThat(fixture.value("SELECT 1.50 * 2.0")).isEqualTo(new BigDecimal("3.000"));
  }

  @Test
  void unknownNamesAreRefusedAsDorisDoes() {
    assertThat(fixture.refusal("SELECT nope FROM t"))
        .hasMessage("Unknown column 'nope' in 'table list'");
    assertThat(fixture.refusal("SELECT * FROM nope"))
        .hasMessage("Table [nope] does not exist in database [db].");
    assertThat(fixture.refusal("SELECT * FROM nope.t"))
        .hasMessage("Database [nope] does not exist.");
    assertThat(
            fixture.refusal(new Session(1, "root", fixture.session.frontEnd()), "SELECT * FROM t"))
        .hasMessage("Current database is not set.");
    assertThat(fixture.refusal("USE nope").code()).isEqualTo(1049);
    assertThat(fixture.refusal("SELECT nope(1)")).hasMessageContaining("nope");
  }

  @Test
  void aColumnMayBeQualifiedByTheAlias() {
    threeRows();
    assertThat(fixture.rows("SELECT x.name FROM db.t x WHERE x.id = 1"))
        .containsExactly(List.of("Alice"));
    assertThat(fixture.refusal("SELECT t.name FROM t x")).hasMessageContaining("Unknown column");
  }

  @Test
  void queriesAreServedByBackEnds() {
    assertThat(((Result.Rows) fixture.run("SELECT 1")).servedBy())
        .isEqualTo(Result.ServedBy.BACK_END);
    assertThat(((Result.Rows) fixture.run("SHOW TABLES")).servedBy())
        .isEqualTo(Result.ServedBy.FRONT_END);
  }
}
