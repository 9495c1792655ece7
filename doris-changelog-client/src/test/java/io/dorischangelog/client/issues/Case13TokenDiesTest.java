package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.CapturedLog;
import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.AccessDeniedException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.FlightSessionModel;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The session token dies between windows, and inside one; sessions are ended, once each. */
@ExtendWith(LeakCheck.class)
class Case13TokenDiesTest {
  private static final String GONE = "invalid bearer token, token id: abc***, try reconnect";

  private static ChangelogReaderBuilder reader(StudentTable table) {
    return table.reader().scanMode(ScanMode.fromTimestamp(table.clock().instant())).batchSize(2);
  }

  private static void readsWindow(StudentTable table, ChangelogReader reader, int id) {
    table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
    table.passSecond();
    assertThat(StudentTable.take(reader, 1))
        .isEqualTo(List.of("+I {id=" + id + ", name=N, age=1}"));
  }

  private static long logins(StudentTable table) {
    return table.server().calls().logins(Protocol.FLIGHT_FRONT_END);
  }

  private static long zonesSet(StudentTable table) {
    return table.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .filter(sql -> sql.contains("time_zone = '+00:00'"))
        .count();
  }

  @Test
  void aTokenThatDiesAfterThreeWindowsIsReplacedOnceAndTheZoneSetAgain() {
    try (StudentTable table = StudentTable.unique()) {
      try (ChangelogReader reader = reader(table).build()) {
        for (int id = 1; id <= 3; id++) {
          readsWindow(table, reader, id);
        }
        table.server().faults().onPlan().matching("ORDER BY").expireToken();
        readsWindow(table, reader, 4);
        readsWindow(table, reader, 5);
      }
      assertThat(logins(table)).isEqualTo(2);
      assertThat(zonesSet(table)).isEqualTo(2);
      assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aStreamThatLosesTheTokenIsReadAgainFromANewPlan(int batches) {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = reader(table).build()) {
      table
          .server()
          .faults()
          .onFetch()
          .failAfterBatches(batches, FlightStatusCode.UNAUTHENTICATED, GONE);
      table.run(
          "INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1), (4, 'N', 1), (5, 'N', 1)");
      table.passSecond();
      assertThat(StudentTable.take(reader, 5)).doesNotHaveDuplicates().hasSize(5);
      assertThat(logins(table)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAUTHENTICATED", "INTERNAL", "UNKNOWN", "INVALID_ARGUMENT"})
  void rowsThatComeAgainAfterATokenWasLostAreFlagged(FlightStatusCode status) {
    try (StudentTable table = StudentTable.duplicate();
        ChangelogReader reader = reader(table).build()) {
      table.server().faults().onFetch().failAfterBatches(1, status, GONE);
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1)");
      table.passSecond();
      List<String> seen = new ArrayList<>();
      while (!seen.contains("3 again")) {
        Change change = reader.next();
        seen.add(change.row().getInt("id") + (change.replayed() ? " again" : ""));
      }
      assertThat(seen).containsExactly("1", "2", "1 again", "2 again", "3 again");
      assertThat(logins(table)).isEqualTo(2);
    }
  }

  @Test
  void aMinDeltaWindowThatLostItsTokenComesAgainWhole() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader =
            reader(table).incrementType(IncrementType.MIN_DELTA).batchSize(1).build()) {
      table.server().faults().onFetch().failAfterBatches(2, FlightStatusCode.UNAUTHENTICATED, GONE);
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1)");
      table.passSecond();
      Set<Integer> again = new TreeSet<>();
      while (again.size() < 3) {
        Change change = reader.next();
        if (change.replayed()) {
          again.add(change.row().getInt("id"));
        }
      }
      assertThat(again).containsExactly(1, 2, 3);
      assertThat(logins(table)).isEqualTo(2);
    }
  }

  @Test
  void aRefusedLogInIsTriedOnceAndShowsNoSecret() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = reader(table);
      table.server().faults().onFlightLogin().always().refuseLogin();
      assertThatExceptionOfType(AccessDeniedException.class)
          .isThrownBy(builder::build)
          .withMessageNotContaining("Basic ");
      assertThat(table.server().calls().refusedLogins(Protocol.FLIGHT_FRONT_END)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "RESOURCE_EXHAUSTED"})
  void aFullServerIsAskedAgainAndNoSessionIsLeftOpen(FlightStatusCode status) {
    try (StudentTable table = StudentTable.unique()) {
      table
          .server()
          .faults()
          .onFlightLogin()
          .times(2)
          .failWith(status, "Reach limit of connections");
      try (ChangelogReader reader = reader(table).build()) {
        readsWindow(table, reader, 1);
        assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isEqualTo(1);
      }
      assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
    }
  }

  @Test
  void everySecondLogInThatIsRefusedLeavesNoSessionBehind() {
    try (StudentTable table = StudentTable.unique()) {
      try (ChangelogReader reader = reader(table).build()) {
        for (int id = 1; id <= 6; id++) {
          table
              .server()
              .faults()
              .onFlightLogin()
              .failWith(FlightStatusCode.UNAVAILABLE, "Reach limit of connections");
          table.server().faults().onPlan().matching("ORDER BY").expireToken();
          readsWindow(table, reader, id);
          assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isEqualTo(1);
        }
      }
      assertThat(logins(table)).isEqualTo(7);
      assertThat(zonesSet(table)).isEqualTo(7);
      assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
    }
  }

  @Test
  void aServerThatStaysFullIsGivenUpAndTriedAgainByTheNextCall() {
    try (StudentTable table = StudentTable.unique();
        ChangelogReader reader = reader(table).retries(1).build()) {
      table.server().faults().onPlan().matching("ORDER BY").expireToken();
      Fault full =
          table
              .server()
              .faults()
              .onFlightLogin()
              .always()
              .failWith(FlightStatusCode.UNAVAILABLE, "Reach limit of connections");
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      assertThatExceptionOfType(ServerUnavailableException.class)
          .isThrownBy(reader::next)
          .withMessageContaining("Reach limit of connections");
      assertThat(full.hits()).isEqualTo(2);
      full.remove();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=1, name=N, age=1}");
    }
  }

  /** Idle sessions are killed (pool), or tokens die of age (cache). */
  static Stream<FlightSessionModel> models() {
    return Stream.of(
        FlightSessionModel.pool(10), FlightSessionModel.tokenCache(10, Duration.ofHours(1)));
  }

  @ParameterizedTest
  @MethodSource("models")
  void aReaderThatWasIdleForLongerThanASessionLivesGoesOnQuietly(FlightSessionModel model)
      throws Exception {
    try (StudentTable table = StudentTable.unique(server -> server.flightSessions(model));
        CapturedLog log = CapturedLog.begin();
        ChangelogReader reader = reader(table).build()) {
      readsWindow(table, reader, 1);
      table.clock().advance(Duration.ofHours(9));
      readsWindow(table, reader, 2);
      readsWindow(table, reader, 3);
      assertThat(logins(table)).isEqualTo(2);
      assertThat(zonesSet(table)).isEqualTo(2);
      assertThat(log.text()).contains("session lost").doesNotContain("WARN", "ERROR");
    }
  }

  @Test
  void noSecretIsLogged() throws Exception {
    try (StudentTable table = StudentTable.unique();
        CapturedLog log = CapturedLog.begin()) {
      table.run(
          "CREATE USER reader IDENTIFIED BY 'hush-hush-9'",
          "GRANT SELECT_PRIV ON test.student TO reader");
      ChangelogReaderBuilder builder =
          reader(table)
              .username("reader")
              .password("hush-hush-9")
              .flightSqlPort(table.server().flightPort());
      Fault fault =
          table
              .server()
              .faults()
              .onSessionCall()
              .always()
              .failWith(FlightStatusCode.INTERNAL, "no end for hush-hush-9");
      try (ChangelogReader reader = builder.build()) {
        readsWindow(table, reader, 1);
        table.server().faults().onPlan().matching("ORDER BY").expireToken();
        readsWindow(table, reader, 2);
        table.server().faults().onFetch().cutAfterBatches(0);
        readsWindow(table, reader, 3);
        assertThat(reader.toString()).doesNotContain("hush-hush-9");
      }
      assertThat(fault.hits()).isPositive();
      assertThat(log.text())
          .contains("connection broke", "no end for ***")
          .doesNotContain("hush-hush-9")
          .doesNotContain(basic("reader:hush-hush-9"))
          .doesNotContainPattern("\\b[0-9a-v]{25,26}\\b");
      table.server().frontEnd(0).kill(); // Ends the session that the client could not end.
      table.server().frontEnd(0).restart();
    }
  }

  private static String basic(String account) {
    return Base64.getEncoder().encodeToString(account.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aSessionWhoseSettingsCannotBeMadeIsEndedToo() {
    try (StudentTable table = StudentTable.unique()) {
      table
          .server()
          .faults()
          .onPlan()
          .matching("SET ")
          .failWith(FlightStatusCode.UNAVAILABLE, "broken");
      try (ChangelogReader reader = reader(table).build()) {
        readsWindow(table, reader, 1);
        assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNIMPLEMENTED", "INTERNAL"})
  void aCloseSessionThatFailsIsNoErrorOfTheReader(FlightStatusCode status) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReader reader = reader(table).build();
      Fault refused = table.server().faults().onSessionCall().failWith(status, "no");
      reader.close();
      assertThat(refused.hits()).isEqualTo(1);
      table.server().frontEnd(0).kill(); // Ends the session that the client could not end.
      table.server().frontEnd(0).restart();
    }
  }

  @Test
  void aCloseSessionThatHangsIsCut() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReader reader = reader(table).build();
      Fault hang = table.server().faults().onSessionCall().hang();
      long start = System.nanoTime();
      reader.close();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
      assertThat(hang.hits()).isEqualTo(1);
      hang.remove();
    }
  }

  @Test
  void aThousandWindowsNeedOneHandshakeAndOneFarewell() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      int windows = 1000;
      for (int id = 0; id < windows; id++) {
        table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
        table.passSecond();
      }
      ChangelogReaderBuilder builder =
          table
              .reader()
              .scanMode(mode.until(table.clock().instant()))
              .maxWindow(Duration.ofSeconds(1));
      try (ChangelogReader reader = builder.build()) {
        for (int id = 0; id < windows; id++) {
          assertThat(reader.next().row().getInt("id")).isEqualTo(id);
          assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END))
              .isLessThanOrEqualTo((int) logins(table));
        }
        assertThat(reader.hasNext()).isFalse();
        assertThat(reader.stats().windows()).isEqualTo(windows);
      }
      // Windows are opened ahead of the one that is handed out, each on a session of its own.
      assertThat(logins(table)).isBetween(1L, 3L);
      assertThat(table.server().calls().sessionsClosedByClient()).isEqualTo(logins(table));
      assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
    }
  }
}
