package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.error.WindowNotReadyException;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** While one window is handed out, the next ones are read already, and nothing shows of that. */
@ExtendWith(LeakCheck.class)
class ReadAheadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Row 1 in the first second, row 2 in the next, and so on; a window per second. */
  private static ChangelogReaderBuilder rows(StudentTable table, int count) {
    Instant start = table.clock().instant();
    for (int id = 1; id <= count; id++) {
      table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
      table.passSecond();
    }
    return table
        .reader()
        .scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()))
        .maxWindow(Duration.ofSeconds(1));
  }

  private static List<String> expected(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(id -> "+I {id=" + id + ", name=N, age=1}")
        .toList();
  }

  /** Holds the fetch of the window that begins with this second of the read. */
  private static Fault holdFetch(StudentTable table, int second) {
    return table.server().faults().onFetch().matching(windowOf(second)).hang();
  }

  private static String windowOf(int second) {
    return "'startTimestamp' = '2026-10-01 10:00:0" + second + "'";
  }

  @Test
  void theNextWindowsAreFetchedBeforeTheConsumerAsksForThem() throws InterruptedException {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 3);
      Fault second = table.server().faults().onFetch().matching(windowOf(2)).hang();
      Fault third = table.server().faults().onFetch().matching(windowOf(3)).hang();
      try (ChangelogReader reader = builder.build()) {
        ChangeBatch first = reader.poll(PATIENCE);
        assertThat(first.rowCount()).isOne();
        assertThat(second.awaitHits(1, PATIENCE)).isTrue(); // Nobody has polled again.
        second.release();
        assertThat(third.awaitHits(1, PATIENCE)).isTrue();
        third.release();
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(2, 3));
      }
    }
  }

  @Test
  void noMoreThanTwoWindowsAreOpenedAhead() throws InterruptedException {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 6);
      Fault third = holdFetch(table, 3);
      try (ChangelogReader reader = builder.build()) {
        reader.poll(PATIENCE);
        assertThat(third.awaitHits(1, PATIENCE)).isTrue();
        third.release();
        assertThat(windows(table)).hasSizeBetween(3, 4);
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(2, 6));
      }
    }
  }

  private static List<String> windows(StudentTable table) {
    return table.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .filter(sql -> sql.contains("@incr") && sql.contains("ORDER BY"))
        .toList();
  }

  @Test
  void netChangesAreNotReadAhead() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 3).incrementType(IncrementType.MIN_DELTA);
      try (ChangelogReader reader = builder.build()) {
        ChangeBatch first = reader.poll(PATIENCE);
        assertThat(first.rowCount()).isOne();
        assertThat(windows(table)).hasSize(1);
        assertThat(reader.position().openWindow()).isPresent();
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(2, 3));
      }
    }
  }

  @Test
  void anErrorOfTheWindowAheadShowsWhenItIsReached() throws InterruptedException {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 3);
      Fault broken =
          table
              .server()
              .faults()
              .onPlan()
              .matching(windowOf(2))
              .failWith(FlightStatusCode.INTERNAL, "errCode = 2, detailMessage = broken");
      try (ChangelogReader reader = builder.build()) {
        ChangeBatch first = reader.poll(PATIENCE);
        assertThat(broken.awaitHits(1, PATIENCE)).isTrue();
        assertThat(first.iterator().next()).hasToString(expected(1, 1).get(0));
        assertThat(reader.poll(PATIENCE).endsWindow()).isTrue();
        Position behindFirst = reader.position();
        assertThatExceptionOfType(ServerFailureException.class)
            .isThrownBy(() -> reader.poll(PATIENCE))
            .satisfies(e -> assertThat(e.serverMessage()).isEqualTo("broken"));
        assertThat(reader.position()).isEqualTo(behindFirst);
      }
    }
  }

  @Test
  void anErrorThatPassesDropsWhatWasReadAheadAndLosesNothing() throws InterruptedException {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 4).visibleWaitTimeout(Duration.ZERO);
      Fault notYet =
          table.server().faults().onPlan().matching(windowOf(2)).failWith(5101, "not visible");
      try (ChangelogReader reader = builder.build()) {
        ChangeBatch first = reader.poll(PATIENCE);
        assertThat(first.rowCount()).isOne();
        assertThat(notYet.awaitHits(1, PATIENCE)).isTrue();
        assertThat(reader.poll(PATIENCE).endsWindow()).isTrue();
        assertThatExceptionOfType(WindowNotReadyException.class)
            .isThrownBy(() -> reader.poll(PATIENCE));
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(2, 4));
      }
    }
  }

  @Test
  void seekDropsWhatWasReadAhead() throws InterruptedException {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 3);
      Fault second = holdFetch(table, 2);
      try (ChangelogReader reader = builder.build()) {
        Position start = reader.position();
        reader.poll(PATIENCE);
        assertThat(second.awaitHits(1, PATIENCE)).isTrue();
        reader.seek(start);
        second.remove();
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(1, 3));
      }
    }
  }

  @Test
  void closeEndsAReadThatIsAhead() throws InterruptedException {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 3);
      Fault second = holdFetch(table, 2);
      ChangelogReader reader = builder.build();
      reader.poll(PATIENCE);
      assertThat(second.awaitHits(1, PATIENCE)).isTrue();
      long before = System.nanoTime();
      reader.close();
      assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - before)).isLessThan(5);
    }
  }

  @Test
  void aWakeUpLeavesWhatIsReadAheadAlone() throws InterruptedException {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 3);
      Fault second = holdFetch(table, 2);
      try (ChangelogReader reader = builder.build()) {
        reader.poll(PATIENCE);
        assertThat(second.awaitHits(1, PATIENCE)).isTrue();
        reader.wakeup();
        ChangeBatch woken = reader.poll(PATIENCE);
        assertThat(woken.rowCount()).isZero();
        second.release();
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(2, 3));
        assertThat(windows(table)).hasSize(3);
      }
    }
  }

  @Test
  void whatIsCommittedIsNeverAheadOfWhatWasHandedOut() throws InterruptedException {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 3);
      Fault third = holdFetch(table, 3);
      try (ChangelogReader reader = builder.build()) {
        ChangeBatch first = reader.poll(PATIENCE);
        Position end = first.end();
        assertThat(third.awaitHits(1, PATIENCE)).isTrue();
        third.release();
        reader.commit();
        assertThat(reader.committed()).contains(end);
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(2, 3));
      }
    }
  }
}
