package io.dorischangelog.client.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.client.offset.OffsetStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CommitQueueTest {

  private static final TableId TABLE = new TableId("shop", "orders");

  private final GatedStore store = new GatedStore();

  @Test
  void theNewestPositionWinsWhileAnOlderOneIsSaved() throws InterruptedException {
    try (CommitQueue queue = queue(3, Duration.ofSeconds(20))) {
      queue.submit(at(1));
      store.entered.acquire();
      queue.submit(at(2));
      queue.submit(at(3));
      assertThat(queue.committed()).isEmpty();
      store.gate.countDown();
    }

    assertThat(store.saved).containsExactly(at(1), at(3));
    assertThat(store.load("c", TABLE)).contains(at(3));
  }

  @Test
  void aPassingFailureIsTriedAgain() {
    store.gate.countDown();
    store.failures.add(Reason.UNAVAILABLE);
    store.failures.add(Reason.UNAVAILABLE);
    CommitQueue queue = queue(3, Duration.ofSeconds(20));
    queue.submit(at(1));
    queue.close();

    assertThat(queue.committed()).contains(at(1));
  }

  @Test
  void aFailureThatLastsComesOutOfCloseAndNothingIsCommitted() {
    store.gate.countDown();
    store.failures.add(Reason.CONFLICT);
    CommitQueue queue = queue(3, Duration.ofSeconds(20));
    queue.submit(at(1));

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(queue::close)
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CONFLICT));
    assertThat(queue.committed()).isEmpty();
  }

  @Test
  void aFailureComesOutOfTheNextSubmit() throws InterruptedException {
    store.gate.countDown();
    for (int i = 0; i < 3; i++) {
      store.failures.add(Reason.UNAVAILABLE);
    }
    CommitQueue queue = queue(3, Duration.ofSeconds(20));
    queue.submit(at(1));
    store.entered.acquire(3);
    OffsetStoreException failure = null;
    while (failure == null) {
      try {
        queue.submit(at(2));
      } catch (OffsetStoreException e) {
        failure = e;
      }
    }
    queue.close();

    assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
    assertThat(queue.committed()).contains(at(2));
  }

  @Test
  void aStoreThatHangsDoesNotHoldCloseForEver() throws InterruptedException {
    CommitQueue queue = queue(3, Duration.ofMillis(50));
    queue.submit(at(1));
    store.entered.acquire();

    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(queue::close)
        .withMessageContaining("was not saved within");
    assertThat(queue.endsWithin(Duration.ofSeconds(10))).isTrue();
  }

  private CommitQueue queue(int tries, Duration atClose) {
    return new CommitQueue(
        store,
        "c",
        TABLE,
        Optional.empty(),
        new CommitQueue.Patience(tries, Duration.ZERO, atClose));
  }

  private static Position at(int second) {
    return Position.startingAt(Instant.ofEpochSecond(1_790_000_000L + second), TABLE);
  }

  /** A store that lets saves through when it is told to, and fails some. */
  private static final class GatedStore implements OffsetStore {
    final MemoryOffsetStore memory = new MemoryOffsetStore();
    final CountDownLatch gate = new CountDownLatch(1);
    final Semaphore entered = new Semaphore(0);
    final Queue<Reason> failures = new ArrayDeque<>();
    final List<Position> saved = new CopyOnWriteArrayList<>();

    @Override
    public Optional<Position> load(String consumer, TableId table) {
      return memory.load(consumer, table);
    }

    @Override
    public void save(
        String consumer, TableId table, Position position, Optional<Position> expected) {
      entered.release();
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new OffsetStoreException(Reason.UNAVAILABLE, "interrupted", e);
      }
      Reason failure = failures.poll();
      if (failure != null) {
        throw new OffsetStoreException(failure, "told to fail");
      }
      memory.save(consumer, table, position, expected);
      saved.add(position);
    }

    @Override
    public void remove(String consumer, TableId table) {
      memory.remove(consumer, table);
    }

    @Override
    public List<String> consumers(TableId table) {
      return memory.consumers(table);
    }

    @Override
    public void close() {
      memory.close();
    }
  }
}
