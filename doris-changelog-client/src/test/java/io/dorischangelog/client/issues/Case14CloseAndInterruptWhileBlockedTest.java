package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ReadInterruptedException;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stream sends ten of its rows and goes quiet; then the reader is closed, interrupted, woken. */
@ExtendWith(LeakCheck.class)
class Case14CloseAndInterruptWhileBlockedTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private StudentTable table;
  private MemoryOffsetStore store;
  private Fault quiet;
  private ChangelogReader reader;

  @BeforeEach
  void readTenRowsOfTwelve() {
    table = StudentTable.unique();
    store = new MemoryOffsetStore();
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run(
        IntStream.rangeClosed(1, 12)
            .mapToObj(id -> "(" + id + ", 'N', 1)")
            .collect(Collectors.joining(", ", "INSERT INTO t VALUES ", "")));
    table.passSecond();
    quiet = table.server().faults().onFetch().matching("ORDER BY").hangAfterBatches(1);
    reader = table.reader().scanMode(mode).batchSize(10).offsetStore(store, "c").build();
    ChangeBatch ten = reader.poll(LONG);
    assertThat(ten.rowCount()).isEqualTo(10);
  }

  @AfterEach
  void close() {
    reader.close();
    quiet.remove();
    table.close();
  }

  /** A call that another thread makes, and what came of it. */
  private record Call<T>(Thread thread, FutureTask<T> task) {

    static <T> Call<T> begun(Callable<T> call) {
      FutureTask<T> task = new FutureTask<>(call);
      Thread thread = new Thread(task, "reading");
      thread.start();
      return new Call<>(thread, task);
    }

    Call<T> blocked() {
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      return this;
    }

    T soon() throws Exception {
      T result = task.get(2, TimeUnit.SECONDS);
      thread.join();
      return result;
    }
  }

  private Call<ChangeBatch> blockedPoll() {
    return Call.begun(() -> reader.poll(LONG)).blocked();
  }

  private Call<String> blockedPollThatFails() {
    return Call.begun(
            () -> {
              try {
                return "returned " + reader.poll(LONG);
              } catch (ReaderClosedException e) {
                return "closed";
              } catch (ReadInterruptedException e) {
                return "interrupted " + Thread.currentThread().isInterrupted();
              }
            })
        .blocked();
  }

  private List<Integer> rest() {
    List<Integer> ids = new ArrayList<>();
    while (ids.isEmpty() || ids.get(ids.size() - 1) != 12) {
      reader.poll(LONG).forEach(change -> ids.add(change.row().getInt("id")));
    }
    return ids;
  }

  private void confirmsNothingOfTheWindow(Position before) {
    assertThat(store.load("c", before.table())).contains(before);
  }

  @Test
  void closeEndsThePoll() throws Exception {
    Position committed = reader.committed().orElseThrow();
    Call<String> poll = blockedPollThatFails();
    reader.close();
    assertThat(poll.soon()).isEqualTo("closed");
    assertThat(committed.nextStart()).isEqualTo(table.clock().instant().minusSeconds(1));
  }

  @Test
  void anInterruptEndsThePollAndTheNextGoesOnWithTheEleventhRow() throws Exception {
    Call<String> poll = blockedPollThatFails();
    poll.thread().interrupt();
    assertThat(poll.soon()).isEqualTo("interrupted true");
    confirmsNothingOfTheWindow(reader.committed().orElseThrow());
    assertThat(rest()).containsExactly(11, 12);
  }

  @Test
  void aWakeUpEndsThePollEmptyHandedAndTheNextGoesOnWithTheEleventhRow() throws Exception {
    Call<ChangeBatch> poll = blockedPoll();
    reader.wakeup();
    assertThat(poll.soon().rowCount()).isZero();
    quiet.release();
    assertThat(rest()).containsExactly(11, 12);
  }

  @Test
  void closingFromTwoThreadsIsQuiet() throws Exception {
    Call<String> poll = blockedPollThatFails();
    Call<Boolean> other =
        Call.begun(
            () -> {
              reader.close();
              return true;
            });
    reader.close();
    assertThat(other.soon()).isTrue();
    assertThat(poll.soon()).isEqualTo("closed");
  }

  @Test
  void aFlagSetBeforeEndsThePollWithoutACallToTheServer() {
    int calls = table.server().calls().all().size();
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(ReadInterruptedException.class).isThrownBy(() -> reader.poll(LONG));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(table.server().calls().all()).hasSize(calls);
  }

  @Test
  void closingWithTheFlagSetFreesEverythingAndKeepsTheFlag() {
    Thread.currentThread().interrupt();
    reader.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(table.server().calls().all()).anyMatch(c -> c.operation().equals("CloseSession"));
  }

  @Test
  void closeMayComeFromTheRowsOwnCallback() {
    quiet.release();
    ChangeBatch batch = reader.poll(LONG);
    assertThatIllegalStateException()
        .isThrownBy(() -> batch.forEach(change -> reader.close()))
        .withMessageContaining("was closed");
    assertThat(reader.hasNext()).isFalse();
  }

  @Test
  void aBatchStillHeldIsNamedAfterEverythingElseWasClosed() throws Exception {
    quiet.release();
    ChangeBatch held = Call.begun(() -> reader.poll(LONG)).soon();
    assertThat(held.rowCount()).isEqualTo(2);
    assertThatIllegalStateException()
        .isThrownBy(reader::close)
        .withMessageContaining("bytes are still held");
    reader.close();
    assertThat(table.server().calls().all()).anyMatch(c -> c.operation().equals("CloseSession"));
    held.close();
  }

  @Test
  void manyRoundsLeaveNothingBehind() {
    reader.close();
    quiet.remove();
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant().minusSeconds(1));
    for (int round = 0; round < 50; round++) {
      try (ChangelogReader next = table.reader().scanMode(mode).batchSize(10).build()) {
        assertThat(next.poll(LONG).rowCount()).isEqualTo(10);
      }
    }
    assertThat(table.server().calls().by(Protocol.FLIGHT_FRONT_END).stream())
        .filteredOn(call -> call.operation().equals("CloseSession"))
        .hasSize(51);
  }

  @Test
  void aPollAfterCloseFailsAtOnce() {
    reader.close();
    assertThatExceptionOfType(ReaderClosedException.class).isThrownBy(() -> reader.poll(LONG));
    assertThatExceptionOfType(ReaderClosedException.class).isThrownBy(reader::next);
    assertThat(reader.hasNext()).isFalse();
  }

  @Test
  void closeEndsThePlanOfTheNextWindowAndTheQuestionBehindIt() throws Exception {
    reader.close();
    quiet.remove();
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant().minusSeconds(1));
    for (Fault hang :
        List.of(
            table.server().faults().onPlan().matching("ORDER BY").hang(),
            table.server().faults().onHttp().matching("information_schema").after(1).hang())) {
      ChangelogReader next = table.reader().scanMode(mode).build();
      Call<Boolean> blocked = Call.begun(next::hasNext);
      assertThat(hang.awaitHits(1, LONG)).isTrue();
      next.close();
      assertThat(blocked.soon()).isFalse();
      hang.remove();
    }
  }
}
