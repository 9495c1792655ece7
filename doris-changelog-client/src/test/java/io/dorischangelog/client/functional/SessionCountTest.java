package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.error.ReadInterruptedException;
import io.dorischangelog.client.error.ReaderWokenUpException;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.ServerCalls;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However a read ends, every session that was opened is ended once, and none is left. */
@ExtendWith(LeakCheck.class)
class SessionCountTest {

  private static ChangelogReaderBuilder fiveRows(StudentTable table) {
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run(
        "INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1), (4, 'N', 1), (5, 'N', 1)");
    table.passSecond();
    return table.reader().scanMode(mode).batchSize(1).retries(0);
  }

  /** Sessions that broke with their connection, or that the server ended, cannot be ended. */
  private static void requireAllEnded(StudentTable table) {
    ServerCalls calls = table.server().calls();
    assertThat(calls.sessionsOpened(Protocol.FLIGHT_FRONT_END)).isPositive();
    assertThat(calls.sessionsClosedByClient())
        .isEqualTo(calls.sessionsOpened(Protocol.FLIGHT_FRONT_END));
    assertThat(calls.openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
  }

  @Test
  void atTheEndOfABoundedRead() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      ScanMode bounded = ScanMode.initial().until(table.clock().instant());
      try (ChangelogReader reader = builder.scanMode(bounded).build()) {
        assertThat(StudentTable.drain(reader)).hasSize(5);
      }
      requireAllEnded(table);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 5})
  void afterSomeRows(int rows) {
    try (StudentTable table = StudentTable.unique()) {
      try (ChangelogReader reader = fiveRows(table).build()) {
        StudentTable.take(reader, rows);
      }
      requireAllEnded(table);
    }
  }

  @ParameterizedTest
  @EnumSource
  void afterSomeRowsOfEachChangeType(IncrementType type) {
    try (StudentTable table = StudentTable.unique()) {
      try (ChangelogReader reader = fiveRows(table).incrementType(type).build()) {
        StudentTable.take(reader, 2);
      }
      requireAllEnded(table);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void inTheMiddleOfASnapshot(int parallelism) {
    try (StudentTable table = StudentTable.partitioned()) {
      for (int id = 0; id < 300; id += 10) {
        table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
      }
      table.passSecond();
      try (ChangelogReader reader =
          table
              .reader()
              .scanMode(ScanMode.initial())
              .batchSize(1)
              .snapshotParallelism(parallelism)
              .build()) {
        StudentTable.take(reader, 3);
      }
      requireAllEnded(table);
    }
  }

  @Test
  void afterAnErrorThatIsFinal() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      table.server().faults().onPlan().matching("ORDER BY").failWith(1105, "boom");
      try (ChangelogReader reader = builder.build()) {
        assertThatExceptionOfType(ServerFailureException.class).isThrownBy(reader::next);
      }
      requireAllEnded(table);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void afterErrorsThatAreNot(int batches) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table);
      try (ChangelogReader reader = builder.build()) {
        Fault cut =
            table
                .server()
                .faults()
                .onFetch()
                .matching("ORDER BY")
                .times(3)
                .cutAfterBatches(batches);
        for (int calls = 0; calls < 8 && cut.hits() < 3; calls++) {
          try {
            StudentTable.take(reader, 1);
          } catch (ServerUnavailableException expected) {
            assertThat(expected.isRetryable()).isTrue();
          }
        }
        assertThat(cut.hits()).isEqualTo(3);
      }
      requireAllEnded(table);
    }
  }

  @Test
  void afterAPlanThatIsRefusedWithAStatus() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = fiveRows(table).retries(3);
      table
          .server()
          .faults()
          .onPlan()
          .matching("ORDER BY")
          .times(2)
          .failWith(FlightStatusCode.UNAVAILABLE, "another command is still running");
      try (ChangelogReader reader = builder.build()) {
        assertThat(StudentTable.take(reader, 5)).hasSize(5);
      }
      requireAllEnded(table);
    }
  }

  @Test
  void afterAnInterrupt() {
    try (StudentTable table = StudentTable.unique()) {
      try (ChangelogReader reader = fiveRows(table).build()) {
        StudentTable.take(reader, 1);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(ReadInterruptedException.class)
            .isThrownBy(() -> StudentTable.take(reader, 4));
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      requireAllEnded(table);
    }
  }

  @Test
  void afterAWakeup() {
    try (StudentTable table = StudentTable.unique()) {
      try (ChangelogReader reader = fiveRows(table).build()) {
        reader.wakeup();
        assertThatExceptionOfType(ReaderWokenUpException.class).isThrownBy(reader::next);
        assertThat(StudentTable.take(reader, 5)).hasSize(5);
      }
      requireAllEnded(table);
    }
  }

  @Test
  void whenAnotherThreadClosesAnIdleReader() throws Exception {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReader reader = fiveRows(table).build();
      StudentTable.take(reader, 5);
      FutureTask<Boolean> waiting = new FutureTask<>(reader::hasNext);
      Thread thread = new Thread(waiting, "reading");
      thread.start();
      reader.close();
      assertThat(waiting.get(5, TimeUnit.SECONDS)).isFalse();
      thread.join();
      requireAllEnded(table);
    }
  }

  @Test
  void whenAReaderCannotBeBuilt() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder =
          fiveRows(table).scanMode(ScanMode.initial()).snapshotParallelism(2);
      for (int passed = 0; passed < 4; passed++) {
        Fault refusal =
            table
                .server()
                .faults()
                .onPlan()
                .matching("SELECT")
                .after(passed)
                .failWith(1105, "boom");
        assertThatExceptionOfType(ServerFailureException.class).isThrownBy(() -> use(builder));
        refusal.remove();
      }
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(fiveRows(table).table("test.nobody")::build);
      requireAllEnded(table);
    }
  }

  private static void use(ChangelogReaderBuilder builder) {
    try (ChangelogReader reader = builder.build()) {
      StudentTable.take(reader, 5);
    }
  }

  @Test
  void whenTheReadTakesLongerThanItsTime() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder =
          fiveRows(table).readTimeout(Duration.ofSeconds(2)).queryTimeout(Duration.ofMillis(500));
      try (ChangelogReader reader = builder.build()) {
        Fault hang = table.server().faults().onFetch().matching("ORDER BY").hangAfterBatches(1);
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(() -> StudentTable.take(reader, 5));
        hang.remove();
      }
      requireAllEnded(table);
    }
  }
}
