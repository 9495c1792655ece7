package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.AccessDeniedException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Front ends whose HTTP port is closed: clock and metadata come over a second Flight session. */
@ExtendWith(LeakCheck.class)
class HttpRefusedTest {

  private static ChangelogReaderBuilder overFlight(StudentTable table) {
    return table
        .reader()
        .scanMode(ScanMode.fromTimestamp(table.clock().instant()))
        .flightSqlPort(table.server().flightPort());
  }

  private static void readsWindows(StudentTable table, ChangelogReaderBuilder builder) {
    try (ChangelogReader reader = builder.build()) {
      for (int id = 0; id < 3; id++) {
        table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 1))
            .containsExactly("+I {id=" + id + ", name=N, age=1}");
      }
      assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isEqualTo(2);
    }
    assertThat(table.server().calls().logins(Protocol.FLIGHT_FRONT_END)).isEqualTo(2);
    assertThat(table.server().calls().sessionsClosedByClient()).isEqualTo(2);
    assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 405, 302})
  void everythingComesOverFlightWhereHttpAnswersWithARefusal(int status) {
    try (StudentTable table = StudentTable.unique()) {
      table.server().faults().onHttp().always().answer(status, "no");
      readsWindows(table, overFlight(table));
    }
  }

  @Test
  void everythingComesOverFlightWhereTheHttpPortIsClosed() {
    try (StudentTable table = StudentTable.unique()) {
      readsWindows(table, overFlight(table).frontEnds("127.0.0.1:1"));
    }
  }

  @Test
  void withoutTheFlightPortTheRefusalSaysWhatToSet() {
    try (StudentTable table = StudentTable.unique()) {
      table.server().faults().onHttp().always().answer(404, "no");
      assertThatExceptionOfType(ServerUnavailableException.class)
          .isThrownBy(table.reader().retries(0)::build)
          .withMessageContaining("HTTP 404")
          .withMessageContaining("flight-sql-port");
    }
  }

  @Test
  void aWrongPasswordIsRefusedOverFlightToo() {
    try (StudentTable table = StudentTable.unique()) {
      assertThatExceptionOfType(AccessDeniedException.class)
          .isThrownBy(overFlight(table).password("wrong-secret")::build)
          .withMessageNotContaining("wrong-secret");
      assertThat(table.server().calls().refusedLogins(Protocol.FLIGHT_FRONT_END)).isEqualTo(1);
    }
  }

  @Test
  void aForgottenMetadataSessionIsReplacedOnce() {
    try (StudentTable table = StudentTable.unique()) {
      table.server().faults().onHttp().always().answer(403, "no");
      ChangelogReaderBuilder builder = overFlight(table);
      table.server().faults().onPlan().matching("tso_status").after(2).expireToken();
      try (ChangelogReader reader = builder.build()) {
        table.run("INSERT INTO t VALUES (1, 'N', 1)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 1)).hasSize(1);
        reader.poll(Duration.ofSeconds(1));
      }
      assertThat(table.server().calls().logins(Protocol.FLIGHT_FRONT_END)).isEqualTo(3);
    }
  }

  @Test
  void aMetadataStatementThatHangsIsGivenUp() {
    try (StudentTable table = StudentTable.unique()) {
      table.server().faults().onHttp().always().answer(403, "no");
      table.server().faults().onPlan().matching("SHOW CREATE").always().hang();
      ChangelogReaderBuilder builder =
          overFlight(table).readTimeout(Duration.ofMillis(300)).retries(0);
      assertThatExceptionOfType(ServerUnavailableException.class).isThrownBy(builder::build);
    }
  }
}
