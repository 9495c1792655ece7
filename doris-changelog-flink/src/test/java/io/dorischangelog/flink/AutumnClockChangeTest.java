package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.ScanMode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.IntStream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server and this JVM are in Berlin, where the clocks show 02:00 to 03:00 twice on 25 October
 * 2026: until 01:00 UTC the first time, until 02:00 UTC the second.
 */
class AutumnClockChangeTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant MIDNIGHT = Instant.parse("2026-10-25T00:00:00Z");
  private static final Duration STEP = Duration.ofMinutes(10);

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private final TimeZone before = TimeZone.getDefault();
  private final Doris doris = Doris.start(server -> server.timeZone(BERLIN));
  private @TempDir Path savepoints;

  @BeforeEach
  void goToBerlin() {
    TimeZone.setDefault(TimeZone.getTimeZone(BERLIN));
    doris.clock().set(MIDNIGHT.minus(STEP));
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 1);
    Materialized.rows("view").clear();
  }

  @AfterEach
  void goBack() {
    TimeZone.setDefault(before);
    doris.close();
  }

  /** One row every ten minutes from midnight on; its id is the number of minutes. */
  private void write(int firstMinute, int lastMinute) {
    for (int minute = firstMinute; minute <= lastMinute; minute += 10) {
      doris.clock().set(MIDNIGHT.plus(Duration.ofMinutes(minute)));
      doris.server().execute("INSERT INTO test.t VALUES (" + minute + ", 'written')");
    }
    doris.passSecond();
  }

  @Test
  void aStartInTheFirstOfTheTwoHoursReadsBothOnce() {
    write(0, 180);
    assertThat(read("UTC", "2026-10-25 00:30:00", "2026-10-25 01:30:00"))
        .containsExactly("+I[30]", "+I[40]", "+I[50]", "+I[60]", "+I[70]", "+I[80]");
  }

  @Test
  void localTimesAroundTheTwoHoursMeanWhatTheySay() {
    write(-10, 180);
    List<String> all =
        IntStream.iterate(-10, minute -> minute <= 110, minute -> minute + 10)
            .mapToObj(minute -> "+I[" + minute + "]")
            .toList();
    assertThat(read("Europe/Berlin", "2026-10-25 01:50:00", "2026-10-25 03:00:00"))
        .containsExactlyElementsOf(all);
  }

  @Test
  void aLocalTimeThatIsShownTwiceIsRefused() {
    assertThatThrownBy(() -> read("Europe/Berlin", "2026-10-25 02:30:00", "2026-10-25 03:00:00"))
        .hasStackTraceContaining("2026-10-25 02:30:00")
        .hasStackTraceContaining("twice");
  }

  @Test
  void aSavepointInTheSecondHourGoesOnThere() {
    String savepoint;
    write(0, 60);
    try (ViewJob job = fromMidnight().start()) {
      write(70, 90);
      job.awaitRows(10);
      savepoint = job.stop(savepoints);
    }
    Materialized.rows("view").clear();
    write(100, 120);
    try (ViewJob job = fromMidnight().restoredFrom(savepoint).start()) {
      write(130, 180);
      job.awaitRows(9);
      assertThat(Materialized.rows("view"))
          .containsOnlyKeys(100, 110, 120, 130, 140, 150, 160, 170, 180);
    }
  }

  @Test
  void progressPublishedInTheSecondHourMayBeRepeatedFromTheFirstAndLosesNothing() {
    doris.script("documented-offsets.sql").forEach(doris.server()::execute);
    write(0, 60);
    try (ViewJob job = publishing().start()) {
      write(70, 90);
      job.awaitRows(10);
      await(() -> published().equals("[[2026-10-25T02:30:01]]"));
    }
    Materialized.rows("view").clear();
    write(100, 180);
    try (ViewJob job = publishing().start()) {
      job.awaitRows(15);
      assertThat(Materialized.rows("view")).containsKeys(40, 100, 180).doesNotContainKey(30);
    }
  }

  private String published() {
    return doris.query("SELECT offset_timestamp FROM ops.flink_source_offsets").toString();
  }

  private ViewJob.Setup fromMidnight() {
    return ViewJob.of(doris).source(source -> source.scanMode(ScanMode.fromTimestamp(MIDNIGHT)));
  }

  private ViewJob.Setup publishing() {
    String url = doris.server().jdbcUrl();
    return ViewJob.of(doris)
        .source(
            source ->
                source
                    .scanMode(ScanMode.fromTimestamp(MIDNIGHT))
                    .offsetTable(
                        store ->
                            store.jdbcUrl(url).username("root").table("ops.flink_source_offsets"),
                        "autumn"));
  }

  private List<String> read(String zone, String start, String end) {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    tables.executeSql(
        "CREATE TABLE t (id INT) WITH ('connector' = 'doris', 'fenodes' = '"
            + doris.server().httpAddress()
            + "', 'table.identifier' = 'test.t', 'username' = 'root', 'password' = '',"
            + " 'source.changelog.poll-interval' = '1s', 'source.scan.mode' = 'from-timestamp',"
            + " 'source.scan.time-zone' = '"
            + zone
            + "', 'source.scan.timestamp' = '"
            + start
            + "', 'source.scan.end-timestamp' = '"
            + end
            + "')");
    try (Collected rows = new Collected(tables.executeSql("SELECT id FROM t"))) {
      return rows.drain();
    }
  }
}
