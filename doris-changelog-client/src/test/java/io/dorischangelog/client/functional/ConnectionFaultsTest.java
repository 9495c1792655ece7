package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.failsafe.RetryPolicy;
import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.AccessDeniedException;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.client.error.WindowNotReadyException;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.FaultRule;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What breaks on the way, and that no row is lost or doubled by it. */
@ExtendWith(LeakCheck.class)
class ConnectionFaultsTest {
  private static final Map<String, String> NOT_VISIBLE =
      Map.of("doris-error-code", "5101", "doris-error-name", "ERR_INCR_VISIBLE_WAIT_TIMEOUT");
  private static final RetryPolicy<Object> AT_ONCE =
      RetryPolicy.builder().withDelay(Duration.ofMillis(1)).build();

  /** Rows 1 to 5 in one transaction, in batches of two. */
  private static ChangelogReaderBuilder fiveRows(StudentTable table) {
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run(
        "INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1), (4, 'N', 1), (5, 'N', 1)");
    table.passSecond();
    return table
        .reader()
        .scanMode(mode.until(table.clock().instant()))
        .batchSize(2)
        .visibilityRetry(AT_ONCE);
  }

  private static List<String> expected() {
    return IntStream.rangeClosed(1, 5).mapToObj(id -> "+I {id=" + id + ", name=N, age=1}").toList();
  }

  private static void readsAll(ChangelogReaderBuilder builder) {
    try (ChangelogReader reader = builder.build()) {
      assertThat(StudentTable.drain(reader)).isEqualTo(expected());
    }
  }

  private static FaultRule onWindowPlan(StudentTable table) {
    return table.server().faults().onPlan().matching("ORDER BY");
  }

  private static List<String> windowQueries(StudentTable table) {
    return table.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .filter(sql -> sql.contains("@incr") && !sql.contains("LIMIT 0"))
        .toList();
  }

  @Test
  void aWindowThatIsNotVisibleYetIsAskedForAgainUnchanged() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table)
          .times(3)
          .failWith(FlightStatusCode.UNAVAILABLE, "not visible, retryAfterMs=1", NOT_VISIBLE);
      readsAll(builder);
      assertThat(windowQueries(table)).hasSize(4);
      assertThat(windowQueries(table).stream().distinct()).hasSize(1);
    }
  }

  @Test
  void withoutAWaitTheFirstSuchAnswerSurfacesAndTheNextCallReadsTheWindow() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table).visibleWaitTimeout(Duration.ZERO);
      onWindowPlan(table).failWith(FlightStatusCode.UNAVAILABLE, "not visible", NOT_VISIBLE);
      try (ChangelogReader reader = builder.build()) {
        assertThatExceptionOfType(WindowNotReadyException.class).isThrownBy(reader::next);
        assertThat(StudentTable.drain(reader)).isEqualTo(expected());
      }
    }
  }

  @Test
  void aSyntaxErrorIsNotRepeated() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table)
          .failWith(FlightStatusCode.INTERNAL, "errCode = 2, detailMessage = near t_5101");
      try (ChangelogReader reader = builder.build()) {
        assertThatExceptionOfType(ServerFailureException.class)
            .isThrownBy(reader::next)
            .satisfies(e -> assertThat(e.serverMessage()).isEqualTo("near t_5101"));
        assertThatExceptionOfType(ServerFailureException.class).isThrownBy(reader::next);
      }
      assertThat(windowQueries(table)).hasSize(1);
    }
  }

  @Test
  void aLostTokenIsReplacedOnceAndTheSessionSetUpAgain() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table).expireToken();
      readsAll(builder);
      assertThat(table.server().calls().logins(Protocol.FLIGHT_FRONT_END)).isEqualTo(2);
      assertThat(table.server().calls().statements(Protocol.FLIGHT_FRONT_END))
          .filteredOn(sql -> sql.contains("time_zone = '+00:00'"))
          .hasSize(2);
    }
  }

  @Test
  void aLogInThatIsRefusedLaterIsTriedOnce() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table).expireToken();
      try (ChangelogReader reader = builder.build()) {
        table.server().faults().onFlightLogin().always().refuseLogin();
        assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(reader::next);
      }
      assertThat(table.server().calls().refusedLogins(Protocol.FLIGHT_FRONT_END)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aStreamThatBreaksIsContinuedBehindTheLastRow(int batches) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      try (ChangelogReader reader = builder.build()) {
        table.server().faults().onFetch().cutAfterBatches(batches);
        assertThat(StudentTable.drain(reader)).isEqualTo(expected());
      }
    }
  }

  @Test
  void aBrokenStreamOfADuplicateTableRepeatsTheTransactionAndSaysSo() {
    try (StudentTable table = StudentTable.duplicate()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      try (ChangelogReader reader = builder.build()) {
        table.server().faults().onFetch().cutAfterBatches(1);
        Change change = reader.next();
        assertThat(change.replayed()).isFalse();
        int replayed = 0;
        while (reader.hasNext()) {
          replayed += reader.next().replayed() ? 1 : 0;
        }
        assertThat(replayed).isEqualTo(5);
      }
    }
  }

  @Test
  void aServerThatNeverRecoversIsGivenUpAfterTheRetries() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table).retries(1);
      try (ChangelogReader reader = builder.build()) {
        Fault cut = table.server().faults().onFetch().always().cutAfterBatches(0);
        assertThatExceptionOfType(ServerUnavailableException.class).isThrownBy(reader::next);
        assertThat(cut.hits()).isEqualTo(2);
        cut.remove();
        assertThat(StudentTable.drain(reader)).isEqualTo(expected());
      }
    }
  }

  @Test
  void rowsFromSeveralEndpointsComeInOrder() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table).endpoints(EndpointShape.parts(2).reversed().withEmpty(1, 1));
      readsAll(builder);
    }
  }

  @Test
  void anAnswerOutOfOrderIsPutInOrder() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      table.run("INSERT INTO t VALUES (1, 'N', 1)", "INSERT INTO t VALUES (2, 'N', 1)");
      table.passSecond();
      onWindowPlan(table).times(2).endpoints(EndpointShape.one().reversed());
      try (ChangelogReader reader = table.reader().scanMode(mode).build()) {
        assertThat(StudentTable.take(reader, 2))
            .containsExactly("+I {id=1, name=N, age=1}", "+I {id=2, name=N, age=1}");
      }
    }
  }

  @Test
  void noEndpointsAndASchemaIsAnEmptyWindow() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table).endpoints(EndpointShape.none());
      try (ChangelogReader reader = builder.build()) {
        assertThat(reader.hasNext()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grpc+tcp://0.0.0.0:{port}",
        "grpc+tcp://[::]:{port}",
        "grpc://127.0.0.1:{port}",
        "grpc+tcp://localhost:{port}"
      })
  void locationsThatOnlyLookUselessAreFollowed(String location) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table).endpoints(EndpointShape.one().at(location));
      readsAll(builder);
    }
  }

  @Test
  void theSecondLocationServesWhenTheFirstRefuses() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table).endpoints(EndpointShape.one().at("grpc+tcp://127.0.0.1:1", "{location}"));
      readsAll(builder);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grpc+tcp://be-1.inner.invalid:8050",
        "grpc+tls://127.0.0.1:8050",
        "grpc+tcp://127.0.0.1:0",
        "http://127.0.0.1:8050"
      })
  void aUselessLocationIsNamedWithTheWayOut(String location) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      onWindowPlan(table).always().endpoints(EndpointShape.one().at(location));
      try (ChangelogReader reader = builder.build()) {
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(reader::next)
            .withMessageContaining(location)
            .withMessageContaining("address-map");
      }
      assertThat(windowQueries(table)).hasSize(1);
    }
  }

  @Test
  void theAddressMapMakesAnInnerNameReachable() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      String real = "127.0.0.1:" + table.server().execute("SHOW BACKENDS").get(0).get(6);
      onWindowPlan(table).endpoints(EndpointShape.one().at("grpc+tcp://be-1.inner.invalid:8050"));
      readsAll(builder.addressMap(Map.of("be-1.inner.invalid:8050", real)));
    }
  }

  @Test
  void anotherFrontEndTakesOver() {
    try (StudentTable table = StudentTable.unique(server -> server.frontEnds(2))) {
      ChangelogReaderBuilder builder =
          fiveRows(table).frontEnds(String.join(",", table.server().httpAddresses()));
      try (ChangelogReader reader = builder.build()) {
        table.server().frontEnd(0).kill();
        assertThat(StudentTable.drain(reader)).isEqualTo(expected());
        table.server().frontEnd(0).restart();
      }
    }
  }

  @Test
  void buildEndsWhenTheServerHangsWhileItIsAskedForNames() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder =
          fiveRows(table).readTimeout(Duration.ofMillis(300)).retries(0);
      Fault hang = table.server().faults().onFetch().always().hang();
      assertThatExceptionOfType(ServerUnavailableException.class).isThrownBy(builder::build);
      hang.remove();
    }
  }

  @Test
  void closeEndsAReadThatHangsInItsPlanOrInItsRows() throws Exception {
    try (StudentTable table = StudentTable.unique()) {
      hangsAndCloses(table, () -> onWindowPlan(table).hang());
      hangsAndCloses(table, () -> table.server().faults().onFetch().hang());
    }
  }

  private static void hangsAndCloses(StudentTable table, Supplier<Fault> fault) throws Exception {
    ChangelogReader reader = fiveRows(table).build();
    Fault hang = fault.get();
    FutureTask<Boolean> blocked = new FutureTask<>(reader::hasNext);
    Thread thread = new Thread(blocked, "reading");
    thread.start();
    assertThat(hang.awaitHits(1, Duration.ofSeconds(10))).isTrue();
    long start = System.nanoTime();
    reader.close();
    assertThat(blocked.get(5, TimeUnit.SECONDS)).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    thread.join();
    hang.remove();
  }

  @Test
  void sessionsAreKeptAndAllOfThemClosed() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      try (ChangelogReader reader = table.reader().scanMode(mode).build()) {
        for (int id = 0; id < 20; id++) {
          table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
          table.passSecond();
          StudentTable.take(reader, 1);
        }
      }
      assertThat(table.server().calls().logins(Protocol.FLIGHT_FRONT_END)).isEqualTo(1);
      assertThat(table.server().calls().sessionsClosedByClient()).isEqualTo(1);
      assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
    }
  }
}
