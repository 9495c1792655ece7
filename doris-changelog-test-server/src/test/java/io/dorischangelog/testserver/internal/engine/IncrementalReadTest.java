package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.store.Transaction;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class IncrementalReadTest {
  private static final String COLUMNS = "__DORIS_CHANGELOG_OP__, id, name, age";
  private static final String ORDER =
      " ORDER BY __DORIS_CHANGELOG_TSO__, __DORIS_CHANGELOG_LSN__, __DORIS_CHANGELOG_OP__";

  private final EngineFixture fixture = new EngineFixture().withTable();

  /** One write in each second from 10:00:00. */
  private void insertUpdateDelete() {
    fixture.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)");
    fixture.nextSecond().run("UPDATE t SET age = 10 WHERE id = 1");
    fixture.nextSecond().run("DELETE FROM t WHERE id = 2");
    fixture.nextSecond();
  }

  private List<List<Object>> incr(String parameters) {
    return fixture.rows("SELECT " + COLUMNS + " FROM t@incr(" + parameters + ")" + ORDER);
  }

  private static List<Object> row(int op, Object... values) {
    Object[] all = new Object[values.length + 1];
    all[0] = (byte) op;
    System.arraycopy(values, 0, all, 1, values.length);
    return Arrays.asList(all);
  }

  @Test
  void detailShowsEveryChangeAndBothImages() {
    insertUpdateDelete();
    assertThat(incr("'incrementType' = \"detail\""))
        .containsExactly(
            row(0, 1, "a", 1),
            row(0, 2, "b", 2),
            row(2, 1, "a", 1),
            row(3, 1, "a", 10),
            row(1, 2, "b", 2));
  }

  @Test
  void withoutTypeUniqueTablesAreFolded() {
    insertUpdateDelete();
    assertThat(incr("")).containsExactly(row(0, 1, "a", 10));
    assertThat(incr("'incrementType'='APPEND_ONLY'"))
        .containsExactly(row(0, 1, "a", 1), row(0, 2, "b", 2));
  }

  @Test
  void windowsAreHalfOpenAndInTheZoneOfTheSession() {
    insertUpdateDelete();
    String window =
        "'startTimestamp'='2026-10-01 10:00:01', 'endTimestamp'='2026-10-01 10:00:02',"
            + " 'incrementType'='DETAIL'";
    assertThat(incr(window)).containsExactly(row(2, 1, "a", 1), row(3, 1, "a", 10));
    fixture.run("SET time_zone = '+08:00'");
    assertThat(incr(window.replace(" 10:", " 18:"))).hasSize(2);
    assertThat(incr("'startTimestamp'='2026-10-01 19:00:00', 'incrementType'='DETAIL'")).isEmpty();
    assertThat(incr("'startTimestamp'='0', 'endTimestamp'='0', 'incrementType'='DETAIL'"))
        .hasSize(5);
  }

  @Test
  void hiddenColumnsAreBigintsAndTheOperationIsTinyUnlessWide() {
    assertThat(types(fixture)).containsExactly("bigint", "bigint", "tinyint");
    assertThat(
            types(new EngineFixture(EngineSettings.defaults().withWideOperation(true)).withTable()))
        .containsExactly("bigint", "bigint", "bigint");
  }

  private static List<String> types(EngineFixture of) {
    return of
        .columns(
            "SELECT __DORIS_CHANGELOG_TSO__, __DORIS_CHANGELOG_LSN__, __DORIS_CHANGELOG_OP__"
                + " FROM t@incr()")
        .stream()
        .map(ResultColumn::type)
        .map(DorisType::sql)
        .toList();
  }

  @Test
  void aStarShowsHiddenColumnsOnlyToSessionsThatAsk() {
    assertThat(fixture.labels("SELECT * FROM t@incr()")).containsExactly("id", "name", "age");
    fixture.run("SET show_hidden_columns = true");
    assertThat(fixture.labels("SELECT * FROM t@incr()"))
        .containsExactlyInAnyOrder(
            "id",
            "name",
            "age",
            "__DORIS_CHANGELOG_TSO__",
            "__DORIS_CHANGELOG_LSN__",
            "__DORIS_CHANGELOG_OP__");
  }

  @Test
  void commitOrderIsTakenFromTheStoreAndKeepsFilters() {
    insertUpdateDelete();
    assertThat(
            fixture.rows(
                "SELECT id FROM t@incr('incrementType'='DETAIL') WHERE __DORIS_CHANGELOG_OP__ <> 2"
                    + " ORDER BY __DORIS_CHANGELOG_TSO__, id, __DORIS_CHANGELOG_LSN__,"
                    + " __DORIS_CHANGELOG_OP__"))
        .containsExactly(List.of(1), List.of(2), List.of(1), List.of(2));
  }

  @Test
  void wrongParametersAreRefused() {
    assertThat(fixture.refusal("SELECT id FROM t@incr('incrementType'='no')"))
        .hasMessageContaining("Unsupported parameter in incr query");
    assertThat(fixture.refusal("SELECT id FROM t@incr('starttimestamp'='0')"))
        .hasMessageContaining("Unsupported parameter in incr query");
    for (String time :
        List.of("2026-10-01", "2026-10-01T10:00:00", "2026-10-01 10:00:00.5", "x", "1")) {
      assertThat(fixture.refusal("SELECT id FROM t@incr('startTimestamp'='" + time + "')"))
          .hasMessage("Invalid TIMESTAMP format in incr clause: " + time);
    }
  }

  @Test
  void tablesWithoutTheLogAndServersWithoutTheFeatureRefuse() {
    fixture.run("CREATE TABLE plain (id INT) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1");
    assertThat(fixture.refusal("SELECT id FROM plain@incr()"))
        .hasMessage("INCR query requires changelog enabled on base table.");
    EngineFixture old = EngineFixture.old();
    old.run("CREATE TABLE plain (id INT) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1");
    assertThat(old.refusal("SELECT id FROM plain@incr()"))
        .hasMessage("INCR query requires ROW binlog enabled on base table.");
    EngineFixture off = new EngineFixture(EngineSettings.defaults().withChangelogEnabled(false));
    assertThat(
            off.refusal(
                "CREATE TABLE x (id INT) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1"
                    + " PROPERTIES (\"changelog.enable\" = \"true\")"))
        .hasMessageContaining("enable_feature_changelog");
  }

  @Test
  void anEndAfterTheClockIsRefused() {
    String sql = "SELECT id FROM t@incr('endTimestamp'='2026-10-01 10:00:01')";
    assertThat(fixture.refusal(sql))
        .hasMessage(
            "endTimestamp exceeds the maximum supported time for an INCR read:"
                + " requestedEndTimestampMs=1790848801000,"
                + " CURRENT_TSO_PHYSICAL_TIME=1790848800000");
    assertThat(fixture.refusal(fixture.sessionOnFollower(), sql))
        .hasMessageStartingWith(
            "acquire time-based read fence from master FE failed: endTimestamp");
    EngineFixture cloud = cloud();
    DorisException refusal = cloud.refusal(sql);
    assertThat(refusal.code()).isEqualTo(5100);
    assertThat(refusal.name()).isEqualTo("ERR_INCR_WINDOW_NOT_READY");
    assertThat(refusal)
        .hasMessageMatching(
            "ERR_INCR_WINDOW_NOT_READY: reason=END_AFTER_CURRENT_TSO,"
                + " requestedEndTimestampMs=1790848801000, currentTSO=\\d+,"
                + " currentTSOPhysicalTimeMs=1790848800000, committedTSO=\\d+,"
                + " committedTSOPhysicalTimeMs=\\d+, retryAfterMs=\\d+, timeoutMs=\\d+");
  }

  private static EngineFixture cloud() {
    return new EngineFixture(
            EngineSettings.defaults().withDeployment(EngineSettings.Deployment.CLOUD))
        .withTable();
  }

  @Test
  void aReadWaitsForRunningTransactionsAndTimesOut() {
    hold(fixture);
    assertThat(fixture.refusal("SELECT id FROM t@incr()"))
        .hasMessageMatching(
            "timeout waiting previous transactions finish for time-based read,"
                + " txnIdWatermark=\\d+ dbId=\\d+ tableIds=\\[\\d+\\]");
    EngineFixture cloud = cloud();
    hold(cloud);
    cloud.nextSecond();
    DorisException refusal =
        cloud.refusal("SELECT id FROM t@incr('endTimestamp'='2026-10-01 10:00:01')");
    assertThat(refusal.code()).isEqualTo(5101);
    assertThat(refusal)
        .hasMessageContaining("reason=VISIBLE_WAIT_TIMEOUT")
        .hasMessageContaining("timeoutMs=1");
    fixture.run("SET enable_eventual_consistent_change = true");
    assertThat(fixture.rows("SELECT id FROM t@incr()")).isEmpty();
  }

  private static Transaction hold(EngineFixture in) {
    in.run("SET change_visible_timeout_ms = 1");
    return in.catalog.transactions().begin("held", List.of(in.catalog.table("db", "t")));
  }

  @Test
  void aReadGoesOnOnceTheTransactionIsFinished() {
    Transaction open = hold(fixture);
    fixture.run("SET change_visible_timeout_ms = 60000");
    CompletableFuture<List<List<Object>>> read =
        CompletableFuture.supplyAsync(() -> fixture.rows("SELECT id FROM t@incr()"));
    assertThat(read).isNotDone();
    open.abort();
    assertThat(read.join()).isEmpty();
  }

  @Test
  void aMasterThatIsNotReadyRefuses() {
    fixture.engine.state().tsoCalibrated(false);
    assertThat(fixture.refusal("SELECT id FROM t@incr()"))
        .hasMessage("TSO timestamp is not calibrated, please check");
    fixture.engine.state().tsoCalibrated(true);
    assertThat(fixture.rows("SELECT id FROM t@incr()")).isEmpty();
    EngineFixture cloud = cloud();
    cloud.engine.state().recovering(true);
    assertThat(cloud.refusal("SELECT id FROM t@incr()").code()).isEqualTo(5100);
  }

  @Test
  void expiryIsAnErrorOnlyForFoldedReadsWithAStart() {
    fixture.run("ALTER TABLE t SET (\"changelog.ttl_seconds\" = \"1\")");
    insertUpdateDelete();
    fixture.nextSecond();
    String start = "'startTimestamp'='2026-10-01 10:00:00'";
    assertThat(fixture.refusal("SELECT id FROM t@incr(" + start + ")"))
        .hasMessage("Changelog offset has expired according to changelog.ttl_seconds");
    assertThat(incr(start + ", 'incrementType'='DETAIL'")).isEmpty();
  }

  @Test
  void rawRecordsHaveBeforeImagesInTheSpellingOfTheServer() {
    insertUpdateDelete();
    assertThat(
            fixture.rows(
                "SELECT __DORIS_CHANGELOG_OP__, id, age, __BEFORE__age__"
                    + " FROM changelog(\"table\"=\"t\")"
                    + " ORDER BY __DORIS_CHANGELOG_TSO__, __DORIS_CHANGELOG_LSN__"))
        .containsExactly(
            Arrays.asList(0L, 1, 1, null),
            Arrays.asList(0L, 2, 2, null),
            List.of(1L, 1, 10, 1),
            List.of(2L, 2, 2, 2));
    assertThat(fixture.refusal("SELECT * FROM binlog(\"table\"=\"t\")"))
        .hasMessageContaining("binlog");
    assertThat(fixture.refusal("SELECT * FROM changelog(\"tablet\"=\"1\")"))
        .hasMessageContaining("\"table\"");
  }

  @Test
  void snapshotsShowTheTableAsItWas() {
    insertUpdateDelete();
    long tso = (1790848801000L << 18) - 1;
    assertThat(fixture.rows("SELECT id, age FROM t FOR VERSION AS OF " + tso + " ORDER BY id"))
        .containsExactly(List.of(1, 1), List.of(2, 2));
    assertThat(
            fixture.rows(
                "SELECT id, age FROM t FOR TIME AS OF '2026-10-01 10:00:01' x ORDER BY x.id"))
        .containsExactly(List.of(1, 10), List.of(2, 2));
    assertThat(fixture.refusal("SELECT * FROM t FOR TIME AS OF 'yesterday'"))
        .hasMessageContaining("yesterday");
    assertThat(fixture.refusal("SELECT * FROM t@snapshot()")).hasMessageContaining("snapshot");
    assertThat(fixture.refusal("SELECT * FROM t@other()")).hasMessageContaining("other");
  }
}
