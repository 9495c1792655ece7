package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.ManualClock;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Case 02: windows across a change of the local time, where the text of "now" stands still or goes
 * back. JVM and server are in the zone of the change; rows are committed half an hour before it, a
 * millisecond before, at it, and up to an hour behind it.
 */
@ExtendWith(LeakCheck.class)
class Case02DstFallBackWindowTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final TimeZone before = TimeZone.getDefault();

  @AfterEach
  void restoreZone() {
    TimeZone.setDefault(before);
  }

  private static DorisTestServer start(ManualClock clock, ZoneId zone) {
    DorisTestServer server = DorisTestServer.builder().clock(clock).timeZone(zone).start();
    server.execute("CREATE DATABASE test");
    server.execute(
        "CREATE TABLE test.t (id INT, n INT) UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1"
            + " PROPERTIES (\"replication_num\" = \"1\", \"changelog.enable\" = \"true\","
            + " \"changelog.need_historical_value\" = \"true\")");
    return server;
  }

  private static ChangelogReader reader(DorisTestServer server, Instant from) {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table("test.t")
        .pollInterval(Duration.ofSeconds(1))
        .scanMode(ScanMode.fromTimestamp(from))
        .build();
  }

  private static void insert(DorisTestServer server, ManualClock clock, Instant at, int id) {
    clock.set(at);
    server.execute("INSERT INTO test.t VALUES (" + id + ", 1)");
  }

  /** Reads windows until one ends at the server's present second. */
  private static List<Integer> upTo(ChangelogReader reader, ManualClock clock) {
    List<Integer> ids = new ArrayList<>();
    while (reader.position().nextStart().isBefore(clock.instant())) {
      reader.poll(PATIENCE).forEach(change -> ids.add(change.row().getInt("id")));
    }
    return ids;
  }

  @ParameterizedTest
  @CsvSource({
    "America/New_York, 2026-11-01T06:00:00Z",
    "America/New_York, 2026-03-08T07:00:00Z",
    "Australia/Lord_Howe, 2026-04-04T15:00:00Z",
    "Australia/Lord_Howe, 2026-10-03T15:30:00Z"
  })
  void everyRowIsInExactlyOneWindow(String zone, Instant change) {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    Instant begin = change.minus(Duration.ofMinutes(30));
    ManualClock clock = new ManualClock(begin.minusSeconds(60));
    try (DorisTestServer server = start(clock, ZoneId.of(zone));
        ChangelogReader reader = reader(server, begin)) {
      insert(server, clock, begin, 1);
      clock.set(change.minusSeconds(1));
      assertThat(upTo(reader, clock)).containsExactly(1);
      insert(server, clock, change.minusMillis(1), 2);
      clock.set(change);
      assertThat(upTo(reader, clock)).containsExactly(2);
      insert(server, clock, change, 3);
      insert(server, clock, change.plus(Duration.ofMinutes(30)).minusMillis(1), 4);
      clock.set(change.plus(Duration.ofMinutes(30)));
      assertThat(upTo(reader, clock)).containsExactly(3, 4);
      insert(server, clock, change.plus(Duration.ofHours(1)).minusMillis(1), 5);
      clock.set(change.plus(Duration.ofHours(1)));
      assertThat(upTo(reader, clock)).containsExactly(5);
      assertThat(Position.parse(reader.position().toText()).nextStart())
          .isEqualTo(change.plus(Duration.ofHours(1)));
    }
  }

  @Test
  void everySessionIsSetToUtcBeforeItsFirstWindow() {
    Instant begin = Instant.parse("2026-11-01T05:30:00Z");
    ManualClock clock = new ManualClock(begin.minusSeconds(60));
    try (DorisTestServer server = start(clock, ZoneId.of("America/New_York"));
        ChangelogReader reader = reader(server, begin)) {
      insert(server, clock, begin, 1);
      clock.set(begin.plusSeconds(1));
      assertThat(upTo(reader, clock)).containsExactly(1);
      server.faults().onPlan().matching("ORDER BY").expireToken();
      insert(server, clock, begin.plusSeconds(1800), 2);
      clock.set(begin.plusSeconds(1801));
      assertThat(upTo(reader, clock)).containsExactly(2);
      requireUtcFirst(server);
    }
  }

  private static void requireUtcFirst(DorisTestServer server) {
    List<Long> sessions =
        server.calls().by(Protocol.FLIGHT_FRONT_END).stream()
            .filter(call -> call.sql().contains("@incr"))
            .map(call -> call.sessionId())
            .distinct()
            .toList();
    assertThat(sessions).hasSizeGreaterThan(1);
    for (long session : sessions) {
      assertThat(server.calls().by(Protocol.FLIGHT_FRONT_END))
          .filteredOn(call -> call.sessionId() == session && !call.sql().isEmpty())
          .first()
          .satisfies(call -> assertThat(call.sql()).contains("time_zone = '+00:00'"));
    }
  }
}
