package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.RecordedCall;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which conditions of a query Doris evaluates, and that it makes no difference to the rows. */
class FilterPushDownTest {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final String START = "2026-10-09 10:00:00";
  private static final String DORIS =
      "id INT, flag BOOLEAN, tiny TINYINT, price DECIMAL(10, 2), vast LARGEINT, day DATE, at"
          + " DATETIME(3), name VARCHAR(50), code CHAR(3), x DOUBLE, doc JSON";
  private static final String FLINK =
      "id INT, flag BOOLEAN, tiny TINYINT, price DECIMAL(10, 2), vast DECIMAL(38, 0), `day` DATE,"
          + " `at` TIMESTAMP(3), name STRING, code STRING, x DOUBLE, doc STRING";

  /** Condition of the query and what Doris is asked. */
  private static final List<List<String>> PUSHED =
      List.of(
          List.of("id > 5", "`id` > 5"),
          List.of("2 >= id", "`id` <= 2"),
          List.of("id IN (1, 3, 5)", "`id` IN ( 1 , 3 , 5 )"),
          List.of("id NOT IN (1, 2)", "( `id` <> 1 ) AND ( `id` <> 2 )"),
          List.of("id < 3000000000", "`id` < 3000000000"),
          List.of("flag", "`flag` = TRUE"),
          List.of("NOT flag", "NOT ( `flag` = TRUE )"),
          List.of("tiny > -100", "`tiny` > - 100"),
          List.of("price >= 1.25", "`price` >= 1.25"),
          List.of("price > 2", "`price` > 2"),
          List.of("vast > 6", "`vast` > 6"),
          List.of("`day` = DATE '2026-02-28'", "`day` = DATE '2026-02-28'"),
          List.of("`at` > '2026-02-28 01:02:03.5'", "`at` > TIMESTAMP '2026-02-28 01:02:03.5'"),
          List.of("name = 'it''s'", "`name` = 'it''s'"),
          List.of("name IN ('a', 'a ')", "`name` IN ( 'a' , 'a ' )"),
          List.of("name > 'Z'", "`name` > 'Z'"),
          List.of("code <> 'a'", "`code` <> 'a'"),
          List.of("x IS NULL", "`x` IS NULL"),
          List.of("id = 4 OR name IS NOT NULL", "`name` IS NOT NULL"));

  private final Doris doris = Doris.start();

  @BeforeEach
  void fill() {
    doris
        .table("t", DORIS, "UNIQUE KEY(id)", 2, true)
        .run(
            "INSERT INTO test.t VALUES"
                + " (1, true, -100, 1.25, 7, '2026-02-28', '2026-02-28 01:02:03.500', 'a', 'a', 1,"
                + " '{}'),"
                + " (2, false, 1, 1.24, 8, '2026-03-01', '2026-02-28 01:02:03.501', 'A', 'ab', 2,"
                + " null),"
                + " (3, null, 2, 2, null, null, null, 'a ', 'a ', null, '[]'),"
                + " (4, true, null, null, 7, '2026-02-28', null, null, null, -1, null),"
                + " (5, false, 127, 2.01, 7, '2026-02-27', '2027-01-01 00:00:00', 'it''s', 'z', 0,"
                + " null),"
                + " (6, true, -128, -9, -7, '1970-01-01', '1970-01-01 00:00:00', 'ä', '', 5,"
                + " null)");
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void dorisFindsTheSameRowsAsFlink() {
    List<String> unpushed =
        rows(union(IntStream.range(0, PUSHED.size()).mapToObj(i -> unpushable(i)).toList()));
    assertThat(asked()).noneMatch(sql -> sql.contains("WHERE"));
    List<String> pushed = rows(union(PUSHED.stream().map(pair -> pair.get(0)).toList()));
    assertThat(pushed).isNotEmpty().containsExactlyInAnyOrderElementsOf(unpushed);
    for (List<String> pair : PUSHED) {
      assertThat(asked()).as(pair.get(0)).anyMatch(sql -> sql.contains(pair.get(1)));
    }
  }

  /** The same condition, which Flink must look at itself because of its other half. */
  private static String unpushable(int index) {
    return "(" + PUSHED.get(index).get(0) + ") OR UPPER(name) = 'never'";
  }

  private static String union(Collection<String> conditions) {
    int[] number = {0};
    return conditions.stream()
        .map(condition -> "SELECT " + number[0]++ + ", id FROM t WHERE " + condition)
        .collect(Collectors.joining(" UNION ALL "));
  }

  private List<String> rows(String query) {
    try (Collected rows = SqlTable.inBatch(doris).query(FLINK, query)) {
      return rows.drain();
    }
  }

  /** The statements that read rows. */
  private List<String> asked() {
    return doris.server().calls().all().stream()
        .filter(call -> call.operation().equals("GetFlightInfo"))
        .map(RecordedCall::sql)
        .filter(sql -> sql.startsWith("SELECT") && sql.contains("`t`"))
        .toList();
  }

  @Test
  void whatDorisEvaluatesStandsInThePlanAndIsNotEvaluatedAgain() {
    String plan = SqlTable.inBatch(doris).explain(FLINK, "SELECT name FROM t WHERE id = 3");
    assertThat(plan).contains("filter=[=(id, 3)]").doesNotContain("where=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x > 1",
        "id > 5.5",
        "price > 1.255",
        "name LIKE 'a%'",
        "name = 'a\\b'",
        "code > 'a'",
        "doc = '{}'",
        "UPPER(name) = 'A'",
        "id = tiny",
        "id + 1 = 3",
        "id = 1 OR x > 1",
        "`at` < CURRENT_TIMESTAMP"
      })
  void whatCouldDifferIsLeftToFlink(String condition) {
    String plan = SqlTable.inBatch(doris).explain(FLINK, "SELECT id FROM t WHERE " + condition);
    assertThat(plan).contains("filter=[]").contains("where=");
  }

  @Test
  void aQuerysConditionsJoinTheFilterOfTheTable() {
    SqlTable table = SqlTable.inBatch(doris).with("doris.filter.query", "id % 2 = 1 OR name = 'A'");
    try (Collected rows = table.query(FLINK, "SELECT id FROM t WHERE id > 1 AND x IS NOT NULL")) {
      assertThat(rows.drain()).containsExactlyInAnyOrder("+I[2]", "+I[5]");
    }
    assertThat(asked())
        .last()
        .asString()
        .endsWith(
            "WHERE (( ( `id` % 2 = 1 OR `name` = 'A' ) AND ( `id` > 1 ) ) AND ( `x` IS NOT NULL"
                + " ))");
  }

  @ParameterizedTest
  @ValueSource(strings = {"detail", "min_delta"})
  void changesOfAUniqueTableAreFilteredByTheKeyOnly(String type) {
    doris.run(
        "UPDATE test.t SET price = 1 WHERE id = 5", "UPDATE test.t SET price = 9 WHERE id = 6");
    SqlTable table =
        SqlTable.inStream(doris).changesSince(START).with("source.changelog.increment-type", type);
    String query = "SELECT id, price FROM t WHERE id >= 5 AND price > 2";
    assertThat(table.explain(FLINK, query))
        .contains("filter=[>=(id, 5)]")
        .contains("where=[>(price, 2)]");
    try (Collected rows = table.query(FLINK, query)) {
      List<String> expected =
          type.equals("detail")
              ? List.of("+I[5, 2.01]", "-U[5, 2.01]", "+U[6, 9.00]")
              : List.of("+I[6, 9.00]");
      assertThat(rows.drain()).containsExactlyInAnyOrderElementsOf(expected);
    }
    assertThat(asked()).last().asString().contains("`id` >= 5").doesNotContain("`price` >");
  }

  @Test
  void insertsAreFilteredByAnyColumn() {
    SqlTable table =
        SqlTable.inStream(doris)
            .changesSince(START)
            .with("source.changelog.increment-type", "append_only");
    try (Collected rows = table.query(FLINK, "SELECT id FROM t WHERE price > 2")) {
      assertThat(rows.drain()).containsExactly("+I[5]");
    }
    assertThat(asked()).last().asString().contains("`price` > 2");
  }

  @Test
  void metadataColumnsAreNotMistakenForColumnsOfDoris() {
    String columns = "id INT, name STRING METADATA FROM 'op'";
    try (Collected rows =
        SqlTable.inBatch(doris).query(columns, "SELECT id FROM t WHERE name = '+S' AND id < 3")) {
      assertThat(rows.drain()).containsExactlyInAnyOrder("+I[1]", "+I[2]");
    }
    assertThat(asked()).last().asString().contains("`id` < 3").doesNotContain("name");
  }
}
