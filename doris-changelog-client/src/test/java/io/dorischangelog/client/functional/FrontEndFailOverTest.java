package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.FlightSessionModel;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One of several front ends is dead, follows, refuses, is slow, or its clock is behind. */
@ExtendWith(LeakCheck.class)
class FrontEndFailOverTest {

  private static StudentTable twoFrontEnds() {
    return StudentTable.unique(server -> server.frontEnds(2));
  }

  private static ChangelogReaderBuilder reader(StudentTable table) {
    return table
        .reader()
        .frontEnds(String.join(",", table.server().httpAddresses()))
        .scanMode(ScanMode.fromTimestamp(table.clock().instant()))
        .retries(2);
  }

  private static void readsWindow(StudentTable table, ChangelogReader reader, int id) {
    table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
    table.passSecond();
    assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=" + id + ", name=N, age=1}");
  }

  @Test
  void aFrontEndThatIsDeadFromTheBeginningIsPassedOver() {
    try (StudentTable table = twoFrontEnds()) {
      table.server().frontEnd(0).kill();
      try (ChangelogReader reader = reader(table).build()) {
        readsWindow(table, reader, 1);
      }
      table.server().frontEnd(0).restart();
    }
  }

  @Test
  void frontEndsThatDieInTurnAreLeftInTurn() {
    try (StudentTable table = twoFrontEnds()) {
      RecordingListener listener = new RecordingListener();
      try (ChangelogReader reader = reader(table).listener(listener).build()) {
        readsWindow(table, reader, 1);
        for (int round = 0; round < 4; round++) {
          table.server().frontEnd(round % 2).kill();
          readsWindow(table, reader, 2 + round);
          table.server().frontEnd(round % 2).restart();
        }
      }
      assertThat(listener.events("failedOver")).hasSize(4);
      assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
    }
  }

  @Test
  void aFollowerAloneServesToo() {
    try (StudentTable table = twoFrontEnds()) {
      ChangelogReaderBuilder builder =
          reader(table).frontEnds(table.server().httpAddresses().get(1));
      try (ChangelogReader reader = builder.build()) {
        readsWindow(table, reader, 1);
        readsWindow(table, reader, 2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 403, 404, 500, 502, 503})
  void aFrontEndThatRefusesHttpIsLeft(int status) {
    try (StudentTable table = twoFrontEnds();
        ChangelogReader reader = reader(table).build()) {
      readsWindow(table, reader, 1);
      Fault refusal = table.server().faults().onHttp().times(1).answer(status, "not now");
      readsWindow(table, reader, 2);
      assertThat(refusal.hits()).isEqualTo(1);
    }
  }

  @Test
  void whatIsNoFrontEndIsLeft() {
    try (StudentTable table = twoFrontEnds()) {
      table.server().faults().onHttp().times(1).answer(200, "<html>welcome</html>");
      try (ChangelogReader reader = reader(table).build()) {
        readsWindow(table, reader, 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/tso", "/api/query"})
  void aSlowFrontEndIsLeftWhenItsTimeIsUp(String call) {
    try (StudentTable table = twoFrontEnds();
        ChangelogReader reader = reader(table).readTimeout(Duration.ofMillis(500)).build()) {
      Fault slow = table.server().faults().onHttp().matching(call).hang();
      readsWindow(table, reader, 1);
      assertThat(slow.hits()).isEqualTo(1);
      slow.remove();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "RESOURCE_EXHAUSTED", "TIMED_OUT"})
  void aFrontEndThatTakesNoMoreSessionsIsLeft(FlightStatusCode status) {
    try (StudentTable table = twoFrontEnds()) {
      RecordingListener listener = new RecordingListener();
      table.server().faults().onFlightLogin().failWith(status, "Reach limit of connections");
      try (ChangelogReader reader = reader(table).listener(listener).build()) {
        readsWindow(table, reader, 1);
      }
      assertThat(listener.events("failedOver")).hasSize(1);
    }
  }

  @Test
  void aFrontEndWhoseClockIsBehindIsWaitedFor() {
    try (StudentTable table = twoFrontEnds();
        ChangelogReader reader = reader(table).build()) {
      readsWindow(table, reader, 1);
      long behind = table.clock().instant().minusSeconds(30).toEpochMilli() << 18;
      Fault late =
          table
              .server()
              .faults()
              .onHttp()
              .matching("/api/tso")
              .times(3)
              .answer(
                  200,
                  "{\"msg\":\"success\",\"code\":0,\"data\":{\"current_tso\":"
                      + behind
                      + "},\"count\":0}");
      readsWindow(table, reader, 2);
      assertThat(late.hits()).isEqualTo(3);
    }
  }

  @Test
  void aFrontEndThatDiesWhileNamesAreAskedForOrASnapshotIsPlannedIsLeft() {
    try (StudentTable table = twoFrontEnds()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      for (int passed = 0; passed < 6; passed++) {
        table
            .server()
            .faults()
            .onPlan()
            .after(passed)
            .failWith(FlightStatusCode.UNAVAILABLE, "Network closed for unknown reason");
        try (ChangelogReader reader =
            reader(table).scanMode(ScanMode.snapshot()).snapshotParallelism(2).build()) {
          assertThat(StudentTable.drain(reader)).containsExactly("+S {id=1, name=N, age=1}");
        }
        table.server().faults().clear();
      }
    }
  }

  @Test
  void aSessionThatWasIdleForTooLongBeforeASnapshotIsReplaced() {
    try (StudentTable table = twoFrontEnds()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      for (int passed = 1; passed < 5; passed++) {
        table.server().faults().onPlan().after(passed).expireToken();
        try (ChangelogReader reader =
            reader(table)
                .scanMode(ScanMode.snapshot())
                .snapshotConsistency(SnapshotConsistency.AUTO)
                .snapshotParallelism(2)
                .build()) {
          assertThat(StudentTable.drain(reader)).containsExactly("+S {id=1, name=N, age=1}");
        }
        table.server().faults().clear();
      }
    }
  }

  @Test
  void noFrontEndAtAllNamesEachOfThem() {
    try (StudentTable table = twoFrontEnds();
        ChangelogReader reader = reader(table).retries(0).build()) {
      List<String> addresses = table.server().httpAddresses();
      table.server().frontEnd(0).kill();
      table.server().frontEnd(1).kill();
      assertThatExceptionOfType(ServerUnavailableException.class)
          .isThrownBy(reader::next)
          .withMessageContaining(addresses.get(0))
          .withMessageContaining(addresses.get(1))
          .withMessageContaining("refused");
      table.server().frontEnd(1).restart();
      readsWindow(table, reader, 1);
      table.server().frontEnd(0).restart();
    }
  }

  @Test
  void aBackEndThatDiesAmongItsRowsIsAskedAgainWhenItIsBack() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1), (4, 'N', 1)");
      table.passSecond();
      ChangelogReaderBuilder builder =
          table.reader().scanMode(mode).batchSize(1).retries(0).fetchMaxBytes(1 << 20);
      try (ChangelogReader reader = builder.build()) {
        Fault held = table.server().faults().onFetch().matching("ORDER BY").hangAfterBatches(2);
        List<String> seen = new ArrayList<>(StudentTable.take(reader, 1));
        table.server().backEnd(0).kill();
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(() -> reader.forEachRemaining(change -> seen.add(change.toString())));
        held.remove();
        table.server().backEnd(0).restart();
        seen.addAll(StudentTable.take(reader, 4 - seen.size()));
        assertThat(seen)
            .containsExactly(
                "+I {id=1, name=N, age=1}",
                "+I {id=2, name=N, age=1}",
                "+I {id=3, name=N, age=1}",
                "+I {id=4, name=N, age=1}");
      }
    }
  }

  @Test
  void aFullPoolIsNamedAndFreedByTheEndOfAReader() {
    try (StudentTable table =
        StudentTable.unique(server -> server.flightSessions(FlightSessionModel.pool(1)))) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      ChangelogReaderBuilder second = table.reader().scanMode(mode).retries(0);
      try (ChangelogReader first = table.reader().scanMode(mode).build()) {
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(second::build)
            .withMessageContaining("connections");
        readsWindow(table, first, 1);
      }
      try (ChangelogReader reader = second.build()) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=1, name=N, age=1}");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aSessionThatIsPushedOutWhileItsRowsComeIsReplaced(int batches) throws Exception {
    FlightSessionModel one = FlightSessionModel.tokenCache(1, Duration.ofDays(1));
    try (StudentTable table = StudentTable.unique(server -> server.flightSessions(one))) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1), (4, 'N', 1)");
      table.passSecond();
      mode = mode.until(table.clock().instant());
      try (ChangelogReader reader = table.reader().scanMode(mode).batchSize(1).build()) {
        Fault held =
            table.server().faults().onFetch().matching("ORDER BY").hangAfterBatches(batches);
        FutureTask<List<String>> reading = new FutureTask<>(() -> StudentTable.drain(reader));
        Thread thread = new Thread(reading, "reading");
        thread.start();
        assertThat(held.awaitHits(1, Duration.ofSeconds(10))).isTrue();
        table.reader().scanMode(ScanMode.snapshot()).build().close();
        held.remove();
        assertThat(reading.get(10, TimeUnit.SECONDS)).hasSize(4).doesNotHaveDuplicates();
        thread.join();
      }
    }
  }
}
