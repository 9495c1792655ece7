package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.UnsupportedServerException;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case 01: changes on each side of a whole second. Rows 1 to 5 are committed in the last
 * millisecond of a second, twice in the first one of the next, in its last one, and in the first
 * one of the second behind it.
 */
@ExtendWith(LeakCheck.class)
class Case01WindowBoundaryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Instant FIRST = Instant.parse("2026-10-01T10:09:59Z");

  @TempDir Path directory;

  private StudentTable table = StudentTable.unique();

  @AfterEach
  void close() {
    table.close();
  }

  private void fill() {
    insertAt("10:09:59.999", 1);
    insertAt("10:10:00.000", 2);
    insertAt("10:10:00.000", 3);
    insertAt("10:10:00.999", 4);
    insertAt("10:10:01.000", 5);
    table.clock().set(FIRST.plusSeconds(3));
  }

  private void insertAt(String time, int id) {
    table.clock().set(Instant.parse("2026-10-01T" + time + "Z"));
    table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
  }

  private ChangelogReaderBuilder builder() {
    return table
        .reader()
        .maxWindow(Duration.ofSeconds(1))
        .scanMode(ScanMode.fromTimestamp(FIRST))
        .offsetStore(FileOffsetStore.in(directory), "sync");
  }

  /** Ids of one window, which is then committed. */
  private static List<Integer> window(ChangelogReader reader) {
    List<Integer> ids = new ArrayList<>();
    boolean ended = false;
    while (!ended) {
      var batch = reader.poll(PATIENCE);
      batch.forEach(change -> ids.add(change.row().getInt("id")));
      ended = batch.endsWindow();
    }
    reader.commit();
    return ids;
  }

  @Test
  void everyRowIsInExactlyOneWindow() {
    fill();
    try (ChangelogReader reader = builder().build()) {
      assertThat(window(reader)).containsExactly(1);
      assertThat(window(reader)).containsExactly(2, 3, 4);
      assertThat(window(reader)).containsExactly(5);
    }
  }

  @Test
  void aRestartAfterEachWindowNeitherLosesNorRepeats() {
    fill();
    List<List<Integer>> windows = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      try (ChangelogReader reader = builder().build()) {
        windows.add(window(reader));
        assertThat(reader.committed().map(Position::nextStart)).contains(FIRST.plusSeconds(i));
      }
    }
    assertThat(windows).containsExactly(List.of(1), List.of(2, 3, 4), List.of(5));
  }

  @Test
  void anEmptyWindowEndsWhereItEnds() {
    table.clock().set(FIRST.plusSeconds(2));
    try (ChangelogReader reader = builder().build()) {
      assertThat(window(reader)).isEmpty();
      assertThat(window(reader)).isEmpty();
      assertThat(reader.committed().map(Position::nextStart)).contains(FIRST.plusSeconds(2));
    }
  }

  @Test
  void aWindowThatWasNotCommittedComesAgain() {
    fill();
    try (ChangelogReader reader = builder().build()) {
      assertThat(window(reader)).containsExactly(1);
      assertThat(reader.next().row().getInt("id")).isEqualTo(2);
    }
    try (ChangelogReader reader = builder().build()) {
      assertThat(window(reader)).containsExactly(2, 3, 4);
      assertThat(window(reader)).containsExactly(5);
    }
  }

  @Test
  void aServerWithTheOldWindowsIsRefusedAtTheFirstRowOutside() {
    table.close();
    table = StudentTable.unique(server -> server.oldWindows(true));
    fill();
    try (ChangelogReader reader = builder().build()) {
      assertThatExceptionOfType(UnsupportedServerException.class)
          .isThrownBy(() -> reader.forEachRemaining(change -> {}))
          .withMessageContaining("outside the window")
          .satisfies(e -> assertThat(e.isRetryable()).isFalse())
          .satisfies(e -> assertThat(e.window()).isPresent());
      assertThat(reader.committed().map(Position::nextStart)).contains(FIRST);
    }
  }
}
