package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Flink's planner is told of a table, and which declarations and jobs are refused. */
class PlannerFitTest {
  private static final String DORIS =
      "id INT NOT NULL, k VARCHAR(20) NOT NULL, value VARCHAR(20), size BIGINT NOT NULL, part"
          + " STRUCT<a:INT, b:VARCHAR(10)>";
  private static final String COLUMNS = "id INT, k STRING, `value` STRING";
  private static final String KEY = ", PRIMARY KEY (id, k) NOT ENFORCED";
  private static final String ALL = "SELECT * FROM t";

  private final Doris doris = Doris.start();

  @BeforeEach
  void create() {
    table("UNIQUE KEY(id, k)", true);
  }

  private void table(String key, boolean history) {
    doris.run("DROP TABLE IF EXISTS test.t");
    doris.table("t", DORIS, key, 1, history);
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  private SqlTable changes(String type) {
    return SqlTable.inStream(doris)
        .with("source.scan.mode", "latest")
        .with("source.changelog.increment-type", type);
  }

  private static void assertScan(String plan, String kinds) {
    assertThat(plan.lines().filter(line -> line.contains("TableSourceScan")).toList())
        .first()
        .asString()
        .matches(".*changelogMode=\\[" + kinds + "]\\).*");
  }

  private static void assertRefused(SqlTable table, String columns, String... words) {
    assertThatThrownBy(() -> table.explain(columns, ALL))
        .rootCause()
        .satisfies(refusal -> assertThat(refusal.getMessage()).contains(words));
  }

  @ParameterizedTest
  @CsvSource({"detail,'I,UB,UA,D'", "min_delta,'I,UB,UA,D'", "append_only,I"})
  void changesWithBeforeImagesAreAFullChangelogAndAppendedRowsInserts(String type, String kinds) {
    assertScan(changes(type).explain(COLUMNS, ALL), kinds);
  }

  @Test
  void changesWithoutBeforeImagesAreUpsertsOfADeclaredKey() {
    table("UNIQUE KEY(id, k)", false);
    String plan = changes("detail").explain(COLUMNS + KEY, ALL);
    assertScan(plan, "I,UA,P?D"); // Newer ones call a deleted row without values partial.
    assertThat(plan).contains("ChangelogNormalize(key=[id, k]");
    assertRefused(
        changes("detail"), COLUMNS, "no before images", "declare PRIMARY KEY (id, k) NOT ENFORCED");
    assertScan(changes("append_only").explain(COLUMNS, ALL), "I");
  }

  @ParameterizedTest
  @ValueSource(strings = {"detail", "append_only"})
  void rowsOfDuplicateTablesAreInserts(String type) {
    table("DUPLICATE KEY(id, k)", false);
    assertScan(changes(type).explain(COLUMNS, ALL), "I");
    assertRefused(changes(type), COLUMNS + KEY, "PRIMARY KEY is declared", "no unique key");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void snapshotsAreInsertsInStreamAndBatch(boolean batch) {
    SqlTable table = batch ? SqlTable.inBatch(doris) : SqlTable.inStream(doris);
    assertThat(table.explain(COLUMNS + KEY, ALL)).doesNotContain("UA").doesNotContain("Normalize");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"id | [id]", "id, k, `value` | [id, k, value]", "k | [k]"})
  void theDeclaredKeyMustBeTheKeyInDoris(String columns, String named) {
    String key = ", PRIMARY KEY (" + columns + ") NOT ENFORCED";
    String words = "PRIMARY KEY " + named + " is declared, but the key in Doris is [id, k]";
    assertRefused(changes("detail"), COLUMNS + key, words);
    assertRefused(SqlTable.inBatch(doris), COLUMNS + key, words);
  }

  @Test
  void theOrderOfTheKeysColumnsDoesNotMatter() {
    String key = ", PRIMARY KEY (k, id) NOT ENFORCED";
    assertScan(changes("detail").explain(COLUMNS + key, ALL), "I,UB,UA,D");
  }

  @Test
  void theKeyIsReadWhereItIsNeededThoughTheQueryDoesNotAskForIt() {
    table("UNIQUE KEY(id, k)", false);
    assertThat(changes("detail").explain(COLUMNS + KEY, "SELECT `value` FROM t"))
        .contains("ChangelogNormalize(key=[id, k]")
        .containsPattern("TableSourceScan.*fields=\\[(id, k, value|value, id, k)\\]");
  }

  @Test
  void appendedRowsHaveNoKey() {
    assertRefused(changes("append_only"), COLUMNS + KEY, "in append_only the key repeats");
  }

  @Test
  void valuesOfChangesMayBeMissing() {
    assertRefused(
        changes("detail"),
        "id INT NOT NULL, k STRING, `value` STRING NOT NULL, size BIGINT NOT NULL",
        "column 'value' is declared NOT NULL",
        "column 'size' is declared NOT NULL, but a change may hold NULL");
    assertScan(changes("detail").explain("id INT NOT NULL, k STRING NOT NULL", ALL), "I,UB,UA,D");
  }

  @Test
  void valuesOfSnapshotsAreAsDorisDeclaresThem() {
    assertRefused(
        SqlTable.inBatch(doris),
        "id INT, `value` STRING NOT NULL",
        "column 'value' is declared NOT NULL, but is nullable in Doris");
    assertThat(SqlTable.inBatch(doris).explain("size BIGINT NOT NULL", ALL)).contains("size");
  }

  @Test
  void whatDoesNotFitIsNamedColumnByColumn() {
    assertRefused(
        changes("detail"),
        "id BIGINT, k STRING, size DECIMAL(10, 2), part ROW<a INT, c STRING>, lost INT",
        "the table test.t",
        "column 'id' is int, declare it as INT, not BIGINT",
        "column 'size' is bigint, declare it as BIGINT, not DECIMAL(10, 2)",
        "column 'part' is struct<a:int,b:varchar(10)>, declare it as ROW<`a` INT, `b`",
        "column 'lost' is not in Doris, which has id, k, value, size, part");
  }

  @Test
  void wholeColumnsAreProjectedNotPartsOfThem() {
    String plan =
        changes("detail")
            .explain("id INT, k STRING, part ROW<a INT, b STRING>", "SELECT part.a, id FROM t");
    assertThat(plan).containsPattern("TableSourceScan.*fields=\\[(part, id|id, part)\\]");
    assertThat(plan).contains("part.a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"latest", "initial"})
  void aBatchJobIsToldWhatToSetForAnEnd(String mode) {
    assertRefused(
        SqlTable.inBatch(doris).with("source.scan.mode", mode),
        COLUMNS,
        "source.scan.end-timestamp",
        "'source.scan.mode' = 'snapshot'",
        "'execution.runtime-mode' = 'streaming'");
  }

  @Test
  void aBatchJobReadsInsertsUpToAnEnd() {
    String now = doris.now().replace('T', ' ');
    SqlTable table = SqlTable.inBatch(doris).changesSince("2026-10-09 10:00:00", now);
    assertThat(
            table
                .with("source.changelog.increment-type", "append_only")
                .explain(COLUMNS, "SELECT k FROM t"))
        .contains("TableSourceScan");
  }

  @Test
  void eventsThatMayComeTwiceAreNormalizedByTheKey() {
    SqlTable table = changes("detail").set("table.exec.source.cdc-events-duplicate", "true");
    String plan = table.explain(COLUMNS + KEY, ALL);
    assertThat(plan).contains("ChangelogNormalize(key=[id, k]");
    assertThatThrownBy(() -> table.explain(COLUMNS, ALL)).hasMessageContaining("PRIMARY KEY");
  }

  @Test
  void theSameKindsOfChangesAreMetUnderBothNames() {
    List<String> plans =
        List.of("doris", "doris-changelog").stream()
            .map(name -> changes("detail").with("connector", name).explain(COLUMNS, ALL))
            .toList();
    assertThat(plans.get(0)).isEqualTo(plans.get(1));
  }
}
