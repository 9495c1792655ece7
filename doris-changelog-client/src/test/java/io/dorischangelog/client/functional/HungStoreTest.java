package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A store whose save does not return must not hold up anybody but the one who commits. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class HungStoreTest {
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

  /** Hangs in the second save, the first commit, until it is released. */
  private static final class HangingStore extends WrappedMemoryStore {
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private int saves;

    @Override
    public synchronized void save(
        String consumer, TableId table, Position position, Optional<Position> expected) {
      saves++;
      if (saves == 2) {
        hangs.countDown();
        try {
          released.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      super.save(consumer, table, position, expected);
    }

    @Override
    public synchronized void close() {
      closed.countDown();
    }
  }

  private final HangingStore store = new HangingStore();

  private ChangelogReader open(StudentTable table) {
    return table
        .reader()
        .scanMode(ScanMode.fromTimestamp(table.clock().instant()))
        .offsetStore(store, "sync")
        .build();
  }

  @Test
  void closeReturnsInTimeSaysWhatIsInDoubtAndClosesTheStoreLater() throws Exception {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReader reader = open(table);
      table.run("INSERT INTO t VALUES (1, 'N', 1)");
      table.passSecond();
      Change change = reader.next();
      CompletableFuture<Void> commit =
          CompletableFuture.runAsync(() -> reader.commit(change.position()));
      store.hangs.await();
      long before = System.nanoTime();
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(reader::close)
          .withMessageContaining("did not answer within")
          .withMessageContaining("Whether " + change.position() + " was saved")
          .withMessageContaining("is in doubt")
          .satisfies(e -> assertThat(e.isRetryable()).isTrue());
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(LONGEST_CLOSE);
      assertThat(store.closed.getCount()).isEqualTo(1);
      store.released.countDown();
      assertThat(store.closed.await(30, TimeUnit.SECONDS)).isTrue();
      commit.get(30, TimeUnit.SECONDS);
      assertThat(store.load("sync", new TableId("test", "student"))).contains(change.position());
    }
  }

  @Test
  void readingGoesOnAndSaysHowFarItIsWhileACommitHangs()
      throws InterruptedException, ExecutionException, TimeoutException {
    try (StudentTable table = StudentTable.unique()) {
      try (ChangelogReader reader = open(table)) {
        table.run("INSERT INTO t VALUES (1, 'N', 1)", "INSERT INTO t VALUES (2, 'N', 1)");
        table.passSecond();
        Change first = reader.next();
        Optional<Position> committed = reader.committed();
        CompletableFuture<Void> commit =
            CompletableFuture.runAsync(() -> reader.commit(first.position()));
        store.hangs.await();
        Change second = reader.next();
        assertThat(reader.position()).isEqualTo(second.position());
        assertThat(reader.committed()).isEqualTo(committed);
        store.released.countDown();
        commit.get(30, TimeUnit.SECONDS);
        assertThat(reader.committed()).contains(first.position());
      }
    }
  }
}
