package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads under and after expiry, by what stands around the {@code @incr}; and reads refused. */
final class ExpiryByQueryFormTest {
  private static final String EXPIRED =
      "Changelog offset has expired according to changelog.ttl_seconds";
  private static final String START = "'startTimestamp'='2026-10-01 10:00:00'";

  private final EngineFixture fixture = new EngineFixture().withTable();

  /** One change that has expired at 10:01:40 and two that have not. */
  @BeforeEach
  void expireTheFirstChange() {
    fixture.run("ALTER TABLE t SET (\"changelog.ttl_seconds\" = \"60\")");
    fixture.run("INSERT INTO t VALUES (1, 'a', 1)");
    fixture.clock.advance(Duration.ofSeconds(95));
    fixture.run("INSERT INTO t VALUES (2, 'b', 2)");
    fixture.nextSecond();
    fixture.run("INSERT INTO t VALUES (3, 'c', 3)");
    fixture.clock.advance(Duration.ofSeconds(4));
  }

  private static List<String> forms(String incr) {
    return List.of(
        "SELECT id FROM " + incr,
        "SELECT COUNT(*) FROM " + incr,
        "SELECT name, COUNT(*) FROM " + incr + " GROUP BY name",
        "SELECT id FROM " + incr + " UNION ALL SELECT id FROM t@incr('incrementType'='DETAIL')",
        "SELECT id FROM t@incr('incrementType'='DETAIL') UNION ALL SELECT id FROM " + incr);
  }

  @Test
  void foldedReadsFromAnExpiredStartAreRefusedInEveryForm() {
    for (String form : forms("t@incr(" + START + ", 'incrementType'='MIN_DELTA')")) {
      assertThat(fixture.refusal(form)).as(form).hasMessage(EXPIRED);
    }
    fixture.run(
        "CREATE VIEW folded AS SELECT id FROM t@incr(" + START + ", 'incrementType'='MIN_DELTA')");
    assertThat(fixture.refusal("SELECT id FROM folded")).hasMessage(EXPIRED);
    assertThat(fixture.refusal("SELECT COUNT(*) FROM folded")).hasMessage(EXPIRED);
  }

  @Test
  void detailedReadsBeginWhereTheLogBeginsInEveryForm() {
    String detail = "t@incr(" + START + ", 'incrementType'='DETAIL')";
    assertThat(fixture.rows("SELECT id FROM " + detail)).containsExactly(List.of(2), List.of(3));
    assertThat(fixture.rows("SELECT COUNT(*) FROM " + detail)).containsExactly(List.of(2L));
    assertThat(fixture.rows("SELECT id FROM " + detail + " UNION ALL SELECT id FROM " + detail))
        .containsExactly(List.of(2), List.of(3), List.of(2), List.of(3));
    fixture.run("CREATE VIEW detailed AS SELECT id FROM " + detail);
    assertThat(fixture.rows("SELECT id FROM detailed")).containsExactly(List.of(2), List.of(3));
  }

  @Test
  void foldedReadsWithoutAStartAreNotRefused() {
    assertThat(fixture.rows("SELECT COUNT(*) FROM t@incr('incrementType'='MIN_DELTA')")).hasSize(1);
  }

  @Test
  void aReversedWindowIsEmpty() {
    String window = "'startTimestamp'='2026-10-01 10:01:38', 'endTimestamp'='2026-10-01 10:01:30'";
    for (String type : List.of("DETAIL", "MIN_DELTA", "APPEND_ONLY")) {
      assertThat(
              fixture.rows("SELECT id FROM t@incr(" + window + ", 'incrementType'='" + type + "')"))
          .as(type)
          .isEmpty();
    }
  }

  @Test
  void tableStreamsAreRefused() {
    for (String sql :
        List.of(
            "CREATE STREAM s ON TABLE t",
            "CREATE TABLE STREAM s ON TABLE t",
            "DROP STREAM s",
            "SHOW STREAMS")) {
      assertThat(fixture.refusal(sql)).as(sql).hasMessageMatching("(?s).+");
    }
  }

  @Test
  void theRawRecordsOfAPartitionOrATabletAreAskedForByName() {
    fixture.run(
        "CREATE TABLE p (id INT, v INT) DUPLICATE KEY(id) PARTITION BY RANGE(id)"
            + " (PARTITION low VALUES LESS THAN (\"10\"), PARTITION high VALUES LESS THAN"
            + " (\"20\")) DISTRIBUTED BY HASH(id) BUCKETS 1"
            + " PROPERTIES (\"changelog.enable\" = \"true\")");
    fixture.run("INSERT INTO p VALUES (1, 1), (11, 2)");
    fixture.nextSecond();
    assertThat(fixture.rows("SELECT id FROM changelog(\"table\"=\"p\", \"partition\"=\"low\")"))
        .containsExactly(List.of(1));
    List<List<Object>> tablets = fixture.rows("SHOW TABLETS FROM p");
    assertThat(tablets)
        .extracting(tablet -> fixture.rows(ofTablet(tablet.get(0))))
        .containsExactlyInAnyOrder(List.of(List.of(1)), List.of(List.of(11)));
    assertThat(fixture.refusal("SELECT id FROM changelog(\"table\"=\"p\", \"partition\"=\"none\")"))
        .hasMessageContaining("none");
    assertThat(fixture.refusal(ofTablet("x"))).hasMessage("invalid tablet: x");
  }

  private static String ofTablet(Object tablet) {
    return "SELECT id FROM changelog(\"table\"=\"p\", \"tablet\"=\"" + tablet + "\")";
  }
}
