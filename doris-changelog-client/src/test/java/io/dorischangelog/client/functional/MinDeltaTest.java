package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Net changes: one window after the other, each a unit that is repeated exactly as it was. */
@ExtendWith(LeakCheck.class)
class MinDeltaTest {

  @TempDir Path directory;

  private ChangelogReader open(StudentTable table, Instant start) {
    return table
        .reader()
        .scanMode(ScanMode.fromTimestamp(start))
        .incrementType(IncrementType.MIN_DELTA)
        .offsetStore(FileOffsetStore.in(directory), "sync")
        .build();
  }

  /** The rows of one window that has some, up to and with the batch that ends it. */
  private static List<String> window(ChangelogReader reader) {
    List<String> rows = new ArrayList<>();
    boolean ended = false;
    while (!ended || rows.isEmpty()) {
      ChangeBatch batch = reader.poll(Duration.ofSeconds(10));
      batch.forEach(change -> rows.add(change.toString()));
      ended = batch.endsWindow();
    }
    return rows;
  }

  @Test
  void eachWindowIsFoldedOnItsOwn() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (1, 'N', 1)", "UPDATE t SET age = 2 WHERE id = 1");
      table.passSecond();
      try (ChangelogReader reader = open(table, start)) {
        assertThat(window(reader)).containsExactly("+I {id=1, name=N, age=2}");
        reader.commit();
        table.run("UPDATE t SET age = 3 WHERE id = 1", "UPDATE t SET age = 4 WHERE id = 1");
        table.passSecond();
        assertThat(window(reader))
            .containsExactly("-U {id=1, name=N, age=2}", "+U {id=1, name=N, age=4}");
        reader.commit();
        table.run("DELETE FROM t WHERE id = 1");
        table.passSecond();
        assertThat(window(reader)).containsExactly("-D {id=1, name=N, age=4}");
        reader.commit();
        assertThat(reader.committed().orElseThrow().openWindow()).isEmpty();
      }
    }
  }

  @Test
  void aWindowThatWasBegunIsReadAgainExactlyThoughItsRowsAreGoneSince() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, start)) {
        reader.next();
        reader.commit();
      }
      table.run("DELETE FROM t WHERE id = 1");
      table.passSecond();
      try (ChangelogReader reader = open(table, start)) {
        assertThat(window(reader))
            .containsExactly("+I {id=1, name=N, age=1}", "+I {id=2, name=N, age=1}");
        reader.commit();
        assertThat(window(reader)).containsExactly("-D {id=1, name=N, age=1}");
      }
    }
  }

  @Test
  void aLaterWindowDoesNotCommitAnEarlierOne() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, start)) {
        window(reader);
        table.run("INSERT INTO t VALUES (2, 'N', 1)");
        table.passSecond();
        window(reader);
      }
      try (ChangelogReader reader = open(table, start)) {
        assertThat(window(reader)).containsExactly("+I {id=1, name=N, age=1}");
        assertThat(window(reader)).containsExactly("+I {id=2, name=N, age=1}");
      }
    }
  }

  @Test
  void windowsBegunWithoutACommitBetweenAreAllReadAgainAsTheyWere() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, start)) {
        window(reader);
        table.run("INSERT INTO t VALUES (2, 'N', 1)");
        table.passSecond();
        window(reader);
        table.run("INSERT INTO t VALUES (3, 'N', 1)");
        table.passSecond();
        window(reader);
      }
      // Within longer windows 2 and 3 would not appear at all, and stay in the target for ever.
      table.run("DELETE FROM t WHERE id = 2", "DELETE FROM t WHERE id = 3");
      table.passSecond();
      try (ChangelogReader reader = open(table, start)) {
        assertThat(window(reader)).containsExactly("+I {id=1, name=N, age=1}");
        assertThat(window(reader)).containsExactly("+I {id=2, name=N, age=1}");
      }
      try (ChangelogReader reader = open(table, start)) {
        assertThat(window(reader)).containsExactly("+I {id=1, name=N, age=1}");
        reader.commit();
        assertThat(window(reader)).containsExactly("+I {id=2, name=N, age=1}");
      }
      try (ChangelogReader reader = open(table, start)) {
        assertThat(window(reader)).containsExactly("+I {id=2, name=N, age=1}");
        assertThat(window(reader)).containsExactly("+I {id=3, name=N, age=1}");
        assertThat(window(reader))
            .containsExactly("-D {id=2, name=N, age=1}", "-D {id=3, name=N, age=1}");
        reader.commit();
        assertThat(reader.committed().orElseThrow().context().laterEnds()).isEmpty();
      }
    }
  }

  @Test
  void aSnapshotThatIsReadAgainLeadsToTheSameWindows() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = openInitial(table)) {
        reader.next();
        table.run("INSERT INTO t VALUES (2, 'N', 1)");
        table.passSecond();
        assertThat(reader.next()).hasToString("+I {id=2, name=N, age=1}");
      }
      table.run("DELETE FROM t WHERE id = 2");
      table.passSecond();
      for (int attempt = 0; attempt < 2; attempt++) {
        try (ChangelogReader reader = openInitial(table)) {
          assertThat(reader.next()).hasToString("+S {id=1, name=N, age=1}");
          if (attempt > 0) {
            assertThat(reader.next()).hasToString("+I {id=2, name=N, age=1}");
            assertThat(reader.next()).hasToString("-D {id=2, name=N, age=1}");
          }
        }
      }
    }
  }

  private ChangelogReader openInitial(StudentTable table) {
    return table
        .reader()
        .scanMode(ScanMode.initial())
        .incrementType(IncrementType.MIN_DELTA)
        .offsetStore(FileOffsetStore.in(directory), "sync")
        .build();
  }
}
