package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A reader that is opened again goes on behind what was committed, and nowhere else. */
@ExtendWith(LeakCheck.class)
class ResumeTest {
  private static final TableId TABLE = TableId.parse(StudentTable.NAME);

  @TempDir Path directory;

  private ChangelogReader open(StudentTable table, ScanMode mode) {
    return table.reader().scanMode(mode).offsetStore(FileOffsetStore.in(directory), "sync").build();
  }

  @Test
  void inTheMiddleOfAWindowOnlyTheRestComes() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      for (int id = 1; id <= 5; id++) {
        table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
      }
      table.passSecond();
      try (ChangelogReader reader = open(table, mode)) {
        StudentTable.take(reader, 2);
        reader.commit();
        StudentTable.take(reader, 1);
      }
      try (ChangelogReader reader = open(table, mode)) {
        assertThat(StudentTable.take(reader, 3))
            .containsExactly(
                "+I {id=3, name=N, age=1}", "+I {id=4, name=N, age=1}", "+I {id=5, name=N, age=1}");
      }
    }
  }

  @Test
  void inTheMiddleOfATransactionOnlyTheRestComes() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1), (4, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, mode)) {
        StudentTable.take(reader, 2);
        assertThat(reader.position().isComplete()).isFalse();
        reader.commit();
      }
      try (ChangelogReader reader = open(table, mode)) {
        assertThat(StudentTable.take(reader, 2))
            .containsExactly("+I {id=3, name=N, age=1}", "+I {id=4, name=N, age=1}");
      }
    }
  }

  @Test
  void inTheMiddleOfATransactionOfADuplicateTableItComesAgainAndSaysSo() {
    try (StudentTable table = StudentTable.duplicate()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, mode)) {
        StudentTable.take(reader, 2);
        reader.commit();
      }
      try (ChangelogReader reader = open(table, mode)) {
        Change first = reader.next();
        assertThat(first).hasToString("+I {id=1, name=N, age=1}");
        assertThat(first.replayed()).isTrue();
      }
    }
  }

  @Test
  void theLastTransactionOfAWindowCountsAsComplete() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, mode)) {
        assertThat(reader.next().endsTransaction()).isFalse();
        Change last = reader.next();
        assertThat(last.endsTransaction()).isTrue();
        assertThat(last.position().nextStart()).isEqualTo(table.clock().instant());
      }
    }
  }

  @Test
  void theResolvedStartIsKeptThoughNothingWasRead() {
    try (StudentTable table = StudentTable.unique()) {
      open(table, ScanMode.latest()).close();
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.clock().advance(Duration.ofMinutes(1));
      try (ChangelogReader reader = open(table, ScanMode.latest())) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=1, name=N, age=1}");
      }
    }
  }

  @Test
  void anInterruptedSnapshotKeepsItsTime() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, ScanMode.initial())) {
        reader.next();
        reader.commit();
      }
      table.run("INSERT INTO t VALUES (3, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, ScanMode.initial())) {
        assertThat(StudentTable.take(reader, 3))
            .containsExactly(
                "+S {id=1, name=N, age=1}", "+S {id=2, name=N, age=1}", "+I {id=3, name=N, age=1}");
      }
    }
  }

  @Test
  void aSnapshotThatWasOnlyPolledComesAgain() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, ScanMode.initial())) {
        boolean snapshotEnded = false;
        while (!snapshotEnded) {
          snapshotEnded = reader.poll(Duration.ofSeconds(10)).endsWindow();
        }
      }
      try (ChangelogReader reader = open(table, ScanMode.initial())) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+S {id=1, name=N, age=1}");
      }
    }
  }

  @Test
  void aCommitWithTheInterruptFlagSetIsSavedAndTheFlagStays() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      table.run("INSERT INTO t VALUES (1, 'N', 1)", "INSERT INTO t VALUES (2, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, mode)) {
        StudentTable.take(reader, 1);
        Thread.currentThread().interrupt();
        reader.commit();
      }
      assertThat(Thread.interrupted()).isTrue();
      assertThat(table.server().calls().openSessions(Protocol.FLIGHT_FRONT_END)).isZero();
      try (ChangelogReader reader = open(table, mode)) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=N, age=1}");
      }
    }
  }

  @Test
  void aSavedPositionGoesBeforeTheScanMode() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, ScanMode.initial())) {
        reader.next();
        reader.commit();
      }
      table.run("INSERT INTO t VALUES (2, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, ScanMode.initial())) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=N, age=1}");
      }
    }
  }

  @Test
  void anIdleTableMovesTheCommittedPosition() {
    try (StudentTable table = StudentTable.unique()) {
      Instant later;
      try (ChangelogReader reader = open(table, ScanMode.latest())) {
        table.clock().advance(Duration.ofHours(5));
        later = table.clock().instant();
        while (!reader.poll(Duration.ofSeconds(10)).endsWindow()) {
          assertThat(reader.committed()).isPresent();
        }
        while (reader.committed().orElseThrow().nextStart().isBefore(later)) {
          reader.poll(Duration.ofSeconds(10));
        }
      }
      try (FileOffsetStore store = FileOffsetStore.in(directory)) {
        Optional<Position> stored = store.load("sync", TABLE);
        assertThat(stored.map(Position::nextStart)).contains(later);
      }
    }
  }

  @Test
  void aPositionThatWasNotHandedOutCannotBeCommitted() {
    try (StudentTable table = StudentTable.unique()) {
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      table.run("INSERT INTO t VALUES (1, 'N', 1)", "INSERT INTO t VALUES (2, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = table.reader().scanMode(mode).build()) {
        Change first = reader.next();
        Position ahead = Position.endOfWindow(table.clock().instant(), first.position().context());
        assertThatIllegalArgumentException()
            .isThrownBy(() -> reader.commit(ahead))
            .withMessageContaining("not handed out");
        reader.commit(first.position());
        assertThat(reader.committed()).contains(first.position());
      }
    }
  }

  @Test
  void anExpiredPositionStopsTheReadBeforeARowIsHandedOut() {
    try (StudentTable table = StudentTable.unique()) {
      try (ChangelogReader reader = open(table, ScanMode.latest())) {
        assertThat(reader.committed()).isPresent();
      }
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.clock().advance(Duration.ofDays(2));
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(() -> open(table, ScanMode.latest()))
          .satisfies(e -> assertThat(e.ttl()).contains(Duration.ofDays(1)));
    }
  }

  @Test
  void aPositionOfATableThatWasCreatedAgainIsRefused() {
    try (StudentTable table = StudentTable.unique()) {
      open(table, ScanMode.latest()).close();
      table.server().execute("DROP TABLE " + StudentTable.NAME);
      table.clock().advance(Duration.ofMinutes(1));
      table.run(
          "CREATE TABLE t (id INT, name VARCHAR(50), age INT) UNIQUE KEY(id) DISTRIBUTED BY"
              + " HASH(id) BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\", \"changelog.enable\""
              + " = \"true\", \"changelog.need_historical_value\" = \"true\")");
      table.passSecond();
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(() -> open(table, ScanMode.latest()))
          .withMessageContaining("created again");
    }
  }
}
