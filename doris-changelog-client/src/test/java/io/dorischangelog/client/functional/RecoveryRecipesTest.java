package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The ways on after changes have expired, as the guide to operations gives them. */
@ExtendWith(LeakCheck.class)
class RecoveryRecipesTest {
  @TempDir Path directory;

  private final StudentTable table = StudentTable.unique();
  private final RecordingListener listener = new RecordingListener();

  /** The consumer {@code sync} has stopped, and two days later its changes have expired. */
  @BeforeEach
  void expire() {
    reader("sync", ScanMode.latest()).build().close();
    table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
    table.clock().advance(Duration.ofDays(2));
    table.run("INSERT INTO t VALUES (2, 'Bob', 19)");
    table.passSecond();
  }

  @AfterEach
  void close() {
    table.close();
  }

  private ChangelogReaderBuilder reader(String consumer, ScanMode mode) {
    return table
        .reader()
        .scanMode(mode)
        .listener(listener)
        .offsetStore(FileOffsetStore.in(directory), consumer);
  }

  private ChangelogExpiredException refusal(ScanMode mode) {
    return catchThrowableOfType(
        ChangelogExpiredException.class, () -> reader("sync", mode).build());
  }

  @Test
  void theOldPositionWinsOverInitial() {
    assertThat(refusal(ScanMode.initial())).isNotNull();
  }

  @Test
  void aNewConsumerBeginsWithTheTablesPresentState() {
    try (ChangelogReader reader = reader("sync-2", ScanMode.initial()).build()) {
      assertThat(StudentTable.take(reader, 2))
          .containsExactlyInAnyOrder("+S {id=1, name=Ann, age=18}", "+S {id=2, name=Bob, age=19}");
    }
  }

  @Test
  void aRemovedPositionLetsTheSameConsumerBeginAnew() {
    try (FileOffsetStore store = FileOffsetStore.in(directory)) {
      store.remove("sync", TableId.parse(StudentTable.NAME));
    }
    try (ChangelogReader reader = reader("sync", ScanMode.initial()).build()) {
      assertThat(StudentTable.take(reader, 2)).hasSize(2);
    }
  }

  @Test
  void theGapCanBeAcceptedOnce() {
    try (ChangelogReader reader = reader("sync", ScanMode.latest()).onLoss(OnLoss.SKIP).build()) {
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=Bob, age=19}");
      assertThat(listener.events("gap")).hasSize(1);
      reader.commit();
    }
    reader("sync", ScanMode.latest()).build().close();
  }

  @Test
  void theReadCanBeginAtTheEarliestSafeStart() {
    Instant safe = refusal(ScanMode.latest()).earliestSafeStart().orElseThrow();
    try (ChangelogReader reader = reader("sync-2", ScanMode.fromTimestamp(safe)).build()) {
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=Bob, age=19}");
    }
  }

  @Test
  void theReadCanBeginWithWhatComesNow() {
    try (ChangelogReader reader = reader("sync-2", ScanMode.latest()).build()) {
      table.run("INSERT INTO t VALUES (3, 'Cid', 20)");
      table.passSecond();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=3, name=Cid, age=20}");
    }
  }
}
