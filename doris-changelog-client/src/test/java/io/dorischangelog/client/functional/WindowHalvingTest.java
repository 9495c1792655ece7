package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows that are too much for one query of the server are read in parts. */
@ExtendWith(LeakCheck.class)
class WindowHalvingTest {
  private static final String NO_MEMORY =
      "errCode = 2, detailMessage = (10.0.0.8)[MEM_LIMIT_EXCEEDED]PreCatch error code:11, memory"
          + " tracker limit exceeded";
  private static final String FIRST_SECOND = "'startTimestamp' = '2026-10-01 10:00:01'";

  /** One row in each of eight seconds, which are one window. */
  private static ChangelogReaderBuilder rows(StudentTable table) {
    Instant start = table.clock().instant();
    for (int id = 1; id <= 8; id++) {
      table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
      table.passSecond();
    }
    return table.reader().scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()));
  }

  private static List<String> expected() {
    return IntStream.rangeClosed(1, 8).mapToObj(id -> "+I {id=" + id + ", name=N, age=1}").toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        NO_MEMORY,
        "errCode = 2, detailMessage = query is timeout, killed by timeout checker",
        "errCode = 2, detailMessage = Memory limit exceeded:<consuming_tracker=Query>",
        "errCode = 2, detailMessage = (10.0.0.8)[CANCELLED]Allocator sys memory check failed"
      })
  void aWindowThatFailsByALimitIsHalved(String message) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table);
      Fault limit =
          table
              .server()
              .faults()
              .onFetch()
              .matching(FIRST_SECOND)
              .times(2)
              .failAfterBatches(0, FlightStatusCode.INTERNAL, message);
      try (ChangelogReader reader = builder.build()) {
        assertThat(StudentTable.drain(reader)).isEqualTo(expected());
        assertThat(limit.hits()).isEqualTo(2);
      }
    }
  }

  @Test
  void soIsOneThatFailsWhileItIsPlanned() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table);
      table
          .server()
          .faults()
          .onPlan()
          .matching(FIRST_SECOND)
          .times(3)
          .failWith(FlightStatusCode.INTERNAL, NO_MEMORY);
      try (ChangelogReader reader = builder.build()) {
        assertThat(StudentTable.drain(reader)).isEqualTo(expected());
      }
    }
  }

  @Test
  void aSecondIsNotHalvedAndTheErrorNamesTheSetting() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table);
      Fault limit =
          table
              .server()
              .faults()
              .onPlan()
              .matching(FIRST_SECOND)
              .always()
              .failWith(FlightStatusCode.INTERNAL, NO_MEMORY);
      try (ChangelogReader reader = builder.build()) {
        assertThatExceptionOfType(ServerFailureException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("execMemLimit");
      }
      assertThat(limit.hits()).isEqualTo(4); // 8, 4, 2 seconds and 1.
    }
  }

  @Test
  void aWindowOfWhichRowsWereHandedOutIsNotHalved() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table).batchSize(2);
      table
          .server()
          .faults()
          .onFetch()
          .matching(FIRST_SECOND)
          .failAfterBatches(
              1, FlightStatusCode.INTERNAL, "errCode = 2, detailMessage = query timeout");
      try (ChangelogReader reader = builder.build()) {
        reader.next();
        assertThatExceptionOfType(ServerFailureException.class)
            .isThrownBy(() -> StudentTable.drain(reader))
            .withMessageContaining("queryTimeout");
      }
    }
  }

  @Test
  void aWindowThatFoldsIsNotHalved() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder =
          rows(table).incrementType(IncrementType.MIN_DELTA).maxWindow(Duration.ofMinutes(1));
      Fault limit =
          table
              .server()
              .faults()
              .onPlan()
              .matching(FIRST_SECOND)
              .failWith(FlightStatusCode.INTERNAL, NO_MEMORY);
      try (ChangelogReader reader = builder.build()) {
        assertThatExceptionOfType(ServerFailureException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("execMemLimit")
            .withMessageContaining("maxWindow");
      }
      assertThat(limit.hits()).isEqualTo(1);
    }
  }
}
