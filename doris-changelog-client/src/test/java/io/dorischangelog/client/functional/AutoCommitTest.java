package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Commits that the reader makes by itself cover what was processed, and not a row more. */
@ExtendWith(LeakCheck.class)
class AutoCommitTest {
  private final StudentTable table = StudentTable.unique();
  private final MemoryOffsetStore store = new MemoryOffsetStore();
  private final ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());

  @BeforeEach
  void insert() {
    table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (3, 'N', 1)");
    table.passSecond();
  }

  @AfterEach
  void stop() {
    table.close();
  }

  private ChangelogReaderBuilder builder() {
    return table.reader().scanMode(mode).offsetStore(store, "auto");
  }

  @Test
  void theNextChangeCommitsTheOneBeforeIt() {
    try (ChangelogReader reader = builder().autoCommit(Duration.ZERO).build()) {
      Position first = reader.next().position();
      reader.next();
      assertThat(reader.committed()).contains(first);
    }
  }

  @Test
  void askingWhetherThereIsMoreProvesNothing() {
    try (ChangelogReader reader = builder().autoCommit(Duration.ZERO).build()) {
      Position start = reader.committed().orElseThrow();
      Position first = reader.next().position();
      assertThat(reader.hasNext()).isTrue();
      assertThat(reader.committed()).contains(start).isNotEqualTo(Optional.of(first));
    }
  }

  @Test
  void theChangeInHandComesAgainAfterARestart() {
    try (ChangelogReader reader = builder().autoCommit(Duration.ZERO).build()) {
      StudentTable.take(reader, 2);
    }
    try (ChangelogReader reader = builder().autoCommit(Duration.ZERO).build()) {
      assertThat(StudentTable.take(reader, 2))
          .containsExactly("+I {id=2, name=N, age=1}", "+I {id=3, name=N, age=1}");
    }
  }

  @Test
  void aPollCommitsTheBatchBeforeIt() {
    try (ChangelogReader reader = builder().autoCommit(Duration.ZERO).build()) {
      Position end = rows(reader).end();
      reader.poll(Duration.ZERO); // It may be at the window's end already.
      assertThat(reader.committed().orElseThrow().tso()).isGreaterThanOrEqualTo(end.tso());
    }
  }

  private static ChangeBatch rows(ChangelogReader reader) {
    ChangeBatch batch = reader.poll(Duration.ofSeconds(10));
    while (batch.rowCount() == 0) {
      batch = reader.poll(Duration.ofSeconds(10));
    }
    return batch;
  }

  @Test
  void beforeTheIntervalHasPassedNothingIsCommitted() {
    try (ChangelogReader reader = builder().autoCommit(Duration.ofDays(1)).build()) {
      Position start = reader.committed().orElseThrow();
      StudentTable.take(reader, 3);
      assertThat(reader.committed()).contains(start);
    }
  }

  @Test
  void aFailedCommitIsThrownAndNoChangeIsLost() {
    RefusingStore refusing = new RefusingStore();
    try (ChangelogReader reader =
        table
            .reader()
            .scanMode(mode)
            .offsetStore(refusing, "auto")
            .autoCommit(Duration.ZERO)
            .build()) {
      Change first = reader.next();
      refusing.refuses = true;
      assertThatExceptionOfType(OffsetStoreException.class).isThrownBy(reader::next);
      refusing.refuses = false;
      assertThat(reader.next().row().getInt("id")).isEqualTo(2);
      assertThat(reader.committed()).contains(first.position());
    }
  }

  @Test
  void anIntervalBelowZeroIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.reader().autoCommit(Duration.ofMillis(-1)))
        .withMessageContaining("must not be negative");
  }

  /** Refuses to save while told so. */
  private static final class RefusingStore extends WrappedMemoryStore {
    private boolean refuses;

    @Override
    public void save(String consumer, TableId of, Position position, Optional<Position> expected) {
      if (refuses) {
        throw new OffsetStoreException(OffsetStoreException.Reason.UNAVAILABLE, "refused");
      }
      super.save(consumer, of, position, expected);
    }
  }
}
