package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.flight.FlightFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows that cannot be read yet, as clients of the master and of another front end see them. */
@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class WindowsNotReadyTest {
  private static final String FENCE = "acquire time-based read fence from master FE failed: ";

  private final ManualClock clock = ManualClock.at("2026-11-30T10:00:00Z");

  private DorisTestServer start(Deployment deployment) {
    DorisTestServer server =
        DorisTestServer.builder().clock(clock).frontEnds(2).deployment(deployment).start();
    server.execute("CREATE DATABASE db");
    server.execute(
        "CREATE TABLE db.t (id INT NOT NULL) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1"
            + " PROPERTIES ('replication_num' = '1', 'changelog.enable' = 'true')");
    clock.advance(Duration.ofSeconds(10));
    return server;
  }

  private static String until(String end) {
    return "SELECT id FROM db.t@incr('endTimestamp'='2026-11-30 " + end + "')";
  }

  /** A column of SHOW FRONTENDS for the second front end. */
  private static int followersPort(DorisTestServer server, String column) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), "root", "");
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("SHOW FRONTENDS")) {
      while (rows.next()) {
        if (!rows.getBoolean("IsMaster")) {
          return rows.getInt(column);
        }
      }
      throw new AssertionError("no second front end");
    }
  }

  private static void assertFlightRefuses(
      int port, String sql, Consumer<FlightRuntimeException> check) throws Exception {
    try (FlightFixture flight = new FlightFixture(port)) {
      var token = flight.login();
      flight.rows("SET change_visible_timeout_ms = 20", token);
      assertThatThrownBy(() -> flight.rows(sql, token))
          .isInstanceOfSatisfying(FlightRuntimeException.class, check);
    }
  }

  private static void assertMysqlRefuses(int port, String sql, Consumer<SQLException> check)
      throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:mysql://127.0.0.1:" + port + "/", "root", "");
        Statement statement = connection.createStatement()) {
      statement.execute("SET change_visible_timeout_ms = 20");
      assertThatThrownBy(() -> statement.executeQuery(sql))
          .isInstanceOfSatisfying(SQLException.class, check);
    }
  }

  private static Consumer<FlightRuntimeException> typed(String code, String name, String reason) {
    return e -> {
      assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE);
      assertThat(e.status().metadata().get("doris-error-code")).isEqualTo(code);
      assertThat(e.status().metadata().get("doris-error-name")).isEqualTo(name);
      assertThat(e.status().description()).startsWith(name + ": reason=" + reason + ",");
    };
  }

  private static Consumer<SQLException> numbered(int code, String reason) {
    return e -> {
      assertThat(e.getErrorCode()).isEqualTo(code);
      assertThat(e.getMessage()).contains("reason=" + reason + ",");
    };
  }

  @Test
  void aRecoveringMasterRefusesWithItsCode() throws Exception {
    try (DorisTestServer server = start(Deployment.CLOUD);
        FlightFixture flight = new FlightFixture(server.flightPort())) {
      server.setTsoRecovering(true);
      assertFlightRefuses(
          server.flightPort(),
          until("10:00:05"),
          typed("5100", "ERR_INCR_WINDOW_NOT_READY", "TSO_RECOVERING"));
      assertMysqlRefuses(server.mysqlPort(), until("10:00:05"), numbered(5100, "TSO_RECOVERING"));
      server.setTsoRecovering(false);
      assertThat(flight.rows(until("10:00:05"), flight.login())).isEmpty();
    }
  }

  @Test
  void aClockThatIsNotReadyRefusesWithoutACode() throws Exception {
    try (DorisTestServer server = start(Deployment.SHARED_NOTHING);
        FlightFixture flight = new FlightFixture(server.flightPort())) {
      server.setTsoCalibrated(false);
      assertFlightRefuses(
          server.flightPort(),
          until("10:00:05"),
          e -> {
            assertThat(e.status().code()).isEqualTo(FlightStatusCode.INTERNAL);
            assertThat(e.status().description())
                .endsWith("detailMessage = TSO timestamp is not calibrated, please check");
          });
      server.setTsoCalibrated(true);
      assertThat(flight.rows(until("10:00:05"), flight.login())).isEmpty();
    }
  }

  @Test
  void anotherFrontEndPutsItsWordsBeforeTheMasters() throws Exception {
    try (DorisTestServer server = start(Deployment.SHARED_NOTHING)) {
      String text = FENCE + "endTimestamp exceeds the maximum supported time";
      assertFlightRefuses(
          followersPort(server, "ArrowFlightSqlPort"),
          until("11:00:00"),
          e -> assertThat(e.status().description()).contains("detailMessage = " + text));
      assertMysqlRefuses(
          followersPort(server, "QueryPort"),
          until("11:00:00"),
          e -> assertThat(e.getMessage()).contains(text));
      OpenTransaction open = server.openTransaction("db.t");
      assertMysqlRefuses(
          followersPort(server, "QueryPort"),
          until("10:00:05"),
          e -> assertThat(e.getMessage()).contains(FENCE + "timeout waiting previous"));
      open.abort();
      assertMysqlRefuses(
          server.mysqlPort(),
          until("11:00:00"),
          e -> assertThat(e.getMessage()).doesNotContain("fence").contains("endTimestamp"));
    }
  }

  @Test
  void anotherFrontEndKeepsTheMastersCodes() throws Exception {
    try (DorisTestServer server = start(Deployment.CLOUD)) {
      int flightPort = followersPort(server, "ArrowFlightSqlPort");
      int mysqlPort = followersPort(server, "QueryPort");
      assertFlightRefuses(
          flightPort,
          until("11:00:00"),
          typed("5100", "ERR_INCR_WINDOW_NOT_READY", "END_AFTER_CURRENT_TSO"));
      assertMysqlRefuses(mysqlPort, until("11:00:00"), numbered(5100, "END_AFTER_CURRENT_TSO"));
      OpenTransaction open = server.openTransaction("db.t");
      clock.advance(Duration.ofMinutes(2));
      assertFlightRefuses(
          flightPort,
          until("10:01:00"),
          typed("5101", "ERR_INCR_VISIBLE_WAIT_TIMEOUT", "VISIBLE_WAIT_TIMEOUT"));
      assertMysqlRefuses(mysqlPort, until("10:01:00"), numbered(5101, "VISIBLE_WAIT_TIMEOUT"));
      open.abort();
    }
  }

  /** Both protocols of a front end refuse once each with this text, then the read works. */
  private static void assertFailsOncePerProtocol(
      DorisTestServer server, WaitFailure failure, int flightPort, int mysqlPort, String text)
      throws Exception {
    server.failWaits(failure, 2);
    assertFlightRefuses(
        flightPort,
        until("10:00:05"),
        e -> {
          assertThat(e.status().code()).isEqualTo(FlightStatusCode.INTERNAL);
          assertThat(e.status().description()).matches("(?s).*detailMessage = " + text);
        });
    assertMysqlRefuses(
        mysqlPort,
        until("10:00:05"),
        e -> {
          assertThat(e.getErrorCode()).isEqualTo(1105);
          assertThat(e.getMessage()).matches("(?s).*detailMessage = " + text);
        });
    try (FlightFixture flight = new FlightFixture(flightPort)) {
      assertThat(flight.rows(until("10:00:05"), flight.login())).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          WATERMARK_FAILED         | get transaction id watermark failed for time-based read
          TRANSACTION_CHECK_FAILED | check previous transactions failed for time-based read, .+
          VISIBLE_VERSIONS_TIMEOUT | timeout synchronizing visible versions for time-based read, dbId=\\d+ tableId=\\d+
          """)
  void aMastersWaitFailsInItsOwnWords(WaitFailure failure, String text) throws Exception {
    try (DorisTestServer server = start(Deployment.SHARED_NOTHING)) {
      assertFailsOncePerProtocol(server, failure, server.flightPort(), server.mysqlPort(), text);
      int flightPort = followersPort(server, "ArrowFlightSqlPort");
      int mysqlPort = followersPort(server, "QueryPort");
      assertFailsOncePerProtocol(server, failure, flightPort, mysqlPort, FENCE + text);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          JOURNAL_REPLAY_TIMEOUT | timeout waiting follower journal replay for time-based read, maxJournalId=\\d+
          MASTER_UNREACHABLE     | failed to get master FE client for time-based read
          """)
  void onlyAFollowersWaitFailsForLackOfItsMaster(WaitFailure failure, String text)
      throws Exception {
    try (DorisTestServer server = start(Deployment.SHARED_NOTHING);
        FlightFixture master = new FlightFixture(server.flightPort())) {
      server.failWaits(failure, 1);
      assertThat(master.rows(until("10:00:05"), master.login())).isEmpty();
      int flightPort = followersPort(server, "ArrowFlightSqlPort");
      int mysqlPort = followersPort(server, "QueryPort");
      assertFailsOncePerProtocol(server, failure, flightPort, mysqlPort, text);
    }
  }

  @Test
  void sharedStorageKnowsNoneOfTheSharedNothingFailures() throws Exception {
    try (DorisTestServer server = start(Deployment.CLOUD);
        FlightFixture master = new FlightFixture(server.flightPort())) {
      server.failWaits(WaitFailure.WATERMARK_FAILED, 1);
      server.failWaits(WaitFailure.TRANSACTION_CHECK_FAILED, 1);
      server.failWaits(WaitFailure.VISIBLE_VERSIONS_TIMEOUT, 1);
      assertThat(master.rows(until("10:00:05"), master.login())).isEmpty();
    }
  }

  @Test
  void aReadThatDoesNotWaitDoesNotFail() throws Exception {
    try (DorisTestServer server = start(Deployment.SHARED_NOTHING);
        FlightFixture master = new FlightFixture(server.flightPort())) {
      server.failWaits(WaitFailure.WATERMARK_FAILED, 1);
      var token = master.login();
      master.rows("SET enable_eventual_consistent_change = true", token);
      assertThat(master.rows(until("10:00:05"), token)).isEmpty();
      server.setTsoCalibrated(false);
      assertThat(master.rows("SELECT id FROM db.t@incr()", token)).isEmpty();
    }
  }
}
