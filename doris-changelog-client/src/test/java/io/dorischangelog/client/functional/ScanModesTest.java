package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where each scan mode begins and ends. */
@ExtendWith(LeakCheck.class)
class ScanModesTest {

  @Test
  void snapshotReadsTheRowsAndEnds() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'Ann', 18), (2, 'Bob', 19)");
      table.run("UPDATE t SET age = 20 WHERE id = 2");
      table.passSecond();
      try (ChangelogReader reader = table.reader().scanMode(ScanMode.snapshot()).build()) {
        assertThat(StudentTable.drain(reader))
            .containsExactlyInAnyOrder(
                "+S {id=1, name=Ann, age=18}", "+S {id=2, name=Bob, age=20}");
        assertThat(reader.hasNext()).isFalse();
      }
    }
  }

  @Test
  void snapshotOfAMomentShowsTheTableAsItWasThen() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      Instant then = table.clock().instant();
      table.run("UPDATE t SET age = 19 WHERE id = 1", "INSERT INTO t VALUES (2, 'Bob', 20)");
      table.passSecond();
      try (ChangelogReader reader =
          table.reader().scanMode(ScanMode.snapshot().until(then)).build()) {
        assertThat(StudentTable.drain(reader)).containsExactly("+S {id=1, name=Ann, age=18}");
      }
    }
  }

  @Test
  void snapshotOfTheFutureIsRefused() {
    try (StudentTable table = StudentTable.unique()) {
      Instant later = table.clock().instant().plusSeconds(60);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.reader().scanMode(ScanMode.snapshot().until(later)).build())
          .withMessageContaining("future");
    }
  }

  @Test
  void initialReadsTheRowsAndThenEveryKindOfChange() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      try (ChangelogReader reader = table.reader().scanMode(ScanMode.initial()).build()) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+S {id=1, name=Ann, age=18}");
        table.run("INSERT INTO t VALUES (2, 'Bob', 20)");
        table.run("UPDATE t SET age = 19 WHERE id = 1", "DELETE FROM t WHERE id = 2");
        table.passSecond();
        assertThat(StudentTable.take(reader, 4))
            .containsExactly(
                "+I {id=2, name=Bob, age=20}",
                "-U {id=1, name=Ann, age=18}",
                "+U {id=1, name=Ann, age=19}",
                "-D {id=2, name=Bob, age=20}");
      }
    }
  }

  @Test
  void rowsWrittenWhileTheSnapshotIsReadComeOnceInAnExactRead() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      try (ChangelogReader reader = table.reader().scanMode(ScanMode.initial()).build()) {
        table.run("INSERT INTO t VALUES (2, 'Bob', 20)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 2))
            .containsExactly("+S {id=1, name=Ann, age=18}", "+I {id=2, name=Bob, age=20}");
      }
    }
  }

  @Test
  void latestSkipsWhatIsThere() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      try (ChangelogReader reader = table.reader().scanMode(ScanMode.latest()).build()) {
        table.run("INSERT INTO t VALUES (2, 'Bob', 20)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=Bob, age=20}");
      }
    }
  }

  @Test
  void fromTimestampBeginsAtItInclusively() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (2, 'Bob', 20)");
      table.passSecond();
      try (ChangelogReader reader =
          table.reader().scanMode(ScanMode.fromTimestamp(start)).build()) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=Bob, age=20}");
      }
    }
  }

  @Test
  void aBoundedReadEndsBeforeItsEnd() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      Instant end = table.clock().instant();
      table.run("INSERT INTO t VALUES (2, 'Bob', 20)");
      table.passSecond();
      ScanMode mode = ScanMode.fromTimestamp(start).until(end);
      try (ChangelogReader reader = table.reader().scanMode(mode).build()) {
        assertThat(StudentTable.drain(reader)).containsExactly("+I {id=1, name=Ann, age=18}");
        assertThat(reader.position().nextStart()).isEqualTo(end);
      }
    }
  }

  @Test
  void aBacklogOfADayIsReadInOrderAndWhole() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      for (int hour = 0; hour < 20; hour++) {
        table.run("INSERT INTO t VALUES (" + hour + ", 'N', " + hour + ")");
        table.clock().advance(Duration.ofHours(1));
      }
      ScanMode mode = ScanMode.fromTimestamp(start).until(table.clock().instant());
      try (ChangelogReader reader = table.reader().scanMode(mode).build()) {
        assertThat(StudentTable.drain(reader)).hasSize(20).first().asString().contains("id=0");
      }
    }
  }

  @Test
  void withoutHistoricalValuesRowsAreUpsertsAndDeletesShowTheKey() {
    try (StudentTable table = StudentTable.withoutHistory()) {
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)", "INSERT INTO t VALUES (1, 'Ann', 19)");
      table.run("DELETE FROM t WHERE id = 1");
      table.passSecond();
      try (ChangelogReader reader =
          table.reader().scanMode(ScanMode.fromTimestamp(start)).build()) {
        assertThat(StudentTable.take(reader, 3))
            .containsExactly(
                "+U {id=1, name=Ann, age=18}",
                "+U {id=1, name=Ann, age=19}",
                "-D {id=1, name=null, age=null}");
      }
    }
  }

  @Test
  void aDuplicateTableYieldsInsertsOnly() {
    try (StudentTable table = StudentTable.duplicate()) {
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)", "INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      try (ChangelogReader reader =
          table.reader().scanMode(ScanMode.fromTimestamp(start)).build()) {
        assertThat(StudentTable.take(reader, 2))
            .containsExactly("+I {id=1, name=Ann, age=18}", "+I {id=1, name=Ann, age=18}");
      }
    }
  }
}
