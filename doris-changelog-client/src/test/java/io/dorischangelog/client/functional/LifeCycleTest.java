package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ReadInterruptedException;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.error.ReaderWokenUpException;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Close, wake-up, interrupt and misuse while a reader waits for changes. */
@ExtendWith(LeakCheck.class)
class LifeCycleTest {
  private StudentTable table;
  private ChangelogReader reader;

  @BeforeEach
  void open() {
    table = StudentTable.unique();
    reader = table.reader().scanMode(ScanMode.latest()).build();
  }

  @AfterEach
  void close() {
    reader.close();
    table.close();
  }

  /** A call of the reader that another thread makes and that is blocked when this returns. */
  private <T> Blocked<T> blockedIn(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "reading");
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return new Blocked<>(thread, task);
  }

  private record Blocked<T>(Thread thread, FutureTask<T> task) {
    T result() throws ExecutionException, InterruptedException, TimeoutException {
      T result = task.get(5, TimeUnit.SECONDS);
      thread.join();
      return result;
    }

    Throwable failure() throws InterruptedException, TimeoutException {
      try {
        T result = result();
        throw new AssertionError("the call returned " + result);
      } catch (ExecutionException e) {
        return e.getCause();
      }
    }
  }

  @Test
  void closeEndsABlockedHasNextWithFalse() throws Exception {
    Blocked<Boolean> blocked = blockedIn(reader::hasNext);
    reader.close();
    assertThat(blocked.result()).isFalse();
  }

  @Test
  void closeEndsABlockedNextAndPoll() throws Exception {
    Blocked<?> blocked = blockedIn(reader::next);
    reader.close();
    assertThat(blocked.failure()).isInstanceOf(ReaderClosedException.class);
    assertThatExceptionOfType(ReaderClosedException.class)
        .isThrownBy(() -> reader.poll(Duration.ZERO));
    assertThat(reader.hasNext()).isFalse();
  }

  @Test
  void closingTwiceFromTwoThreadsIsQuiet() throws Exception {
    FutureTask<Boolean> other =
        new FutureTask<>(
            () -> {
              reader.close();
              return true;
            });
    Thread thread = new Thread(other);
    thread.start();
    reader.close();
    assertThat(other.get(5, TimeUnit.SECONDS)).isTrue();
    thread.join();
  }

  @Test
  void wakeupEndsABlockedPollWithAnEmptyBatchAndTheReaderGoesOn() throws Exception {
    Blocked<ChangeBatch> blocked = blockedIn(() -> reader.poll(Duration.ofMinutes(1)));
    reader.wakeup();
    assertThat(blocked.result().rowCount()).isZero();
    table.run("INSERT INTO t VALUES (1, 'N', 1)");
    table.passSecond();
    assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=1, name=N, age=1}");
  }

  @Test
  void wakeupEndsABlockedNextWithAnErrorAndNothingIsLost() throws Exception {
    Blocked<?> blocked = blockedIn(reader::next);
    reader.wakeup();
    assertThat(blocked.failure()).isInstanceOf(ReaderWokenUpException.class);
    table.run("INSERT INTO t VALUES (1, 'N', 1)");
    table.passSecond();
    assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=1, name=N, age=1}");
  }

  @Test
  void interruptEndsABlockedCallWithTheFlagSet() throws Exception {
    Blocked<Boolean> blocked =
        blockedIn(
            () -> {
              try {
                reader.next();
                return false;
              } catch (ReadInterruptedException e) {
                return Thread.currentThread().isInterrupted();
              }
            });
    blocked.thread().interrupt();
    assertThat(blocked.result()).isTrue();
  }

  @Test
  void aSecondReadingThreadIsToldOff() throws Exception {
    Blocked<Boolean> blocked = blockedIn(reader::hasNext);
    assertThatIllegalStateException()
        .isThrownBy(reader::hasNext)
        .withMessageContaining("'reading'");
    reader.close();
    assertThat(blocked.result()).isFalse();
  }

  @Test
  void closeReleasesTheBatchOfItsOwnThread() {
    table.run("INSERT INTO t VALUES (1, 'N', 1)");
    table.passSecond();
    assertThat(rows()).isEqualTo(1);
    reader.close();
  }

  @Test
  void closeNamesTheBytesOfABatchThatAnotherThreadHolds() throws Exception {
    table.run("INSERT INTO t VALUES (1, 'N', 1)");
    table.passSecond();
    ChangeBatch[] held = new ChangeBatch[1];
    Thread other =
        new Thread(
            () -> {
              do {
                held[0] = reader.poll(Duration.ofSeconds(10));
              } while (held[0].rowCount() == 0);
            });
    other.start();
    other.join();
    assertThatIllegalStateException()
        .isThrownBy(reader::close)
        .withMessageContaining("bytes are still held");
    held[0].close();
  }

  @Test
  void aBatchEndsWhenTheNextIsAskedFor() {
    table.run("INSERT INTO t VALUES (1, 'N', 1)");
    table.passSecond();
    ChangeBatch batch = reader.poll(Duration.ofSeconds(10));
    while (batch.rowCount() == 0) {
      batch = reader.poll(Duration.ofSeconds(10));
    }
    ChangeBatch first = batch;
    reader.poll(Duration.ZERO);
    assertThatIllegalStateException().isThrownBy(first::rowCount);
  }

  private int rows() {
    int rows = 0;
    while (rows == 0) {
      rows = reader.poll(Duration.ofSeconds(10)).rowCount();
    }
    return rows;
  }
}
