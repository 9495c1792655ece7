package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.failsafe.RetryPolicy;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ReaderListener;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ReadInterruptedException;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.error.WindowNotReadyException;
import io.dorischangelog.testserver.FaultRule;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server cannot show a window yet; which answers mean that, and what then happens. */
@ExtendWith(LeakCheck.class)
class Case09VisibilityWaitTest {
  private static final RetryPolicy<Object> AT_ONCE =
      RetryPolicy.builder().withDelay(Duration.ofMillis(1)).build();
  private static final List<String> TWO_ROWS =
      List.of("+I {id=1, name=Ann, age=18}", "+I {id=2, name=Bob, age=19}");
  private static final Map<String, String> TIMEOUT =
      Map.of("doris-error-code", "5101", "doris-error-name", "ERR_INCR_VISIBLE_WAIT_TIMEOUT");

  private final StudentTable table = StudentTable.unique();
  private final RecordingListener events = new RecordingListener();

  @AfterEach
  void close() {
    table.close();
  }

  private ChangelogReaderBuilder twoRows() {
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    table.run("INSERT INTO t VALUES (1, 'Ann', 18)", "INSERT INTO t VALUES (2, 'Bob', 19)");
    table.clock().advance(Duration.ofSeconds(5));
    return table
        .reader()
        .listener(events)
        .scanMode(mode.until(table.clock().instant()))
        .visibilityRetry(AT_ONCE);
  }

  private FaultRule onPlan() {
    return table.server().faults().onPlan().matching("ORDER BY");
  }

  private List<String> plans() {
    return table.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .filter(sql -> sql.contains("ORDER BY"))
        .toList();
  }

  private static String text(String name, String reason, int retryAfterMs) {
    return name + ": reason=" + reason + ", retryAfterMs=" + retryAfterMs + ", timeoutMs=10000";
  }

  private static String timeoutText(int retryAfterMs) {
    return text("ERR_INCR_VISIBLE_WAIT_TIMEOUT", "VISIBLE_WAIT_TIMEOUT", retryAfterMs);
  }

  private void readsAfter(int times) {
    try (ChangelogReader reader = twoRows().build()) {
      Position before = reader.position();
      assertThat(StudentTable.drain(reader)).isEqualTo(TWO_ROWS);
      assertThat(reader.position()).isGreaterThan(before);
    }
    assertThat(plans()).hasSize(times + 1).containsOnly(plans().get(0));
    assertThat(events.events("waiting")).hasSize(times);
    assertThat(events.events("retrying")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = FlightStatusCode.class,
      names = {"UNAVAILABLE", "INTERNAL", "UNKNOWN", "TIMED_OUT", "INVALID_ARGUMENT"})
  void theCodeBesideTheTextDecidesWhateverTheStatus(FlightStatusCode status) {
    onPlan().times(3).failWith(status, timeoutText(1), TIMEOUT);
    readsAfter(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"END_AFTER_CURRENT_TSO", "TSO_RECOVERING", "WINDOW_NOT_READY"})
  void windowsThatAreNotReadyAreWaitedFor(String reason) {
    onPlan()
        .times(3)
        .failWith(
            FlightStatusCode.UNAVAILABLE,
            text("ERR_INCR_WINDOW_NOT_READY", reason, 1),
            Map.of("doris-error-code", "5100"));
    readsAfter(3);
    assertThat(events.events("waiting 5100")).hasSize(3).allMatch(e -> e.contains(reason));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UNAVAILABLE | errCode = 5101, detailMessage = not yet",
        "INTERNAL    | error msg: errCode = 5100, detailMessage = not yet",
        "UNAVAILABLE | ERR_INCR_VISIBLE_WAIT_TIMEOUT: reason=VISIBLE_WAIT_TIMEOUT",
        "INTERNAL    | timeout waiting previous transactions finish for time-based read, dbId=1",
        "INTERNAL    | timeout synchronizing visible versions for time-based read, dbId=1",
        "INTERNAL    | timeout waiting follower journal replay for time-based read, max=1",
        "INTERNAL    | timeout waiting transaction become visible for time-based read, txnId=1",
        "INTERNAL    | endTimestamp exceeds the maximum supported time for an INCR read: x=1",
        "INTERNAL    | errCode = 2, detailMessage = TSO timestamp is not calibrated, please check"
      })
  void withoutACodeTheTextDecides(FlightStatusCode status, String text) {
    onPlan().times(3).failWith(status, text);
    readsAfter(3);
  }

  @Test
  void aLostConnectionIsAnotherMatterAndCountedApart() {
    onPlan().failWith(FlightStatusCode.UNAVAILABLE, "connection refused");
    try (ChangelogReader reader = twoRows().build()) {
      assertThat(StudentTable.drain(reader)).isEqualTo(TWO_ROWS);
      assertThat(reader.stats().scan().retries()).isOne();
    }
    assertThat(events.events("waiting")).isEmpty();
    assertThat(events.events("retrying")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INVALID_ARGUMENT | bad request",
        "INTERNAL | errCode = 2, detailMessage = mismatched input near t_5101",
        "INTERNAL | errCode = 2, detailMessage = Unknown table 'errCode 5101 t_5100'",
        "INTERNAL | errCode = 51010, detailMessage = no such thing",
        "INTERNAL | errCode = 2, detailMessage = retryAfterMs=1 is no column",
      })
  void otherAnswersAreNotAskedAgain(FlightStatusCode status, String text) {
    onPlan().always().failWith(status, text);
    try (ChangelogReader reader = twoRows().build()) {
      assertThatExceptionOfType(ChangelogException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> assertThat(e.isRetryable()).isFalse());
    }
    assertThat(plans()).hasSize(1);
    assertThat(events.events("waiting")).isEmpty();
  }

  @Test
  void withoutABudgetTheFirstAnswerSurfacesAndTheSameWindowIsReadNext() {
    onPlan().failWith(FlightStatusCode.UNAVAILABLE, timeoutText(1000), TIMEOUT);
    try (ChangelogReader reader = twoRows().visibleWaitTimeout(Duration.ZERO).build()) {
      Position before = reader.position();
      assertThatExceptionOfType(WindowNotReadyException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> assertThat(e.tries()).isOne());
      assertThat(reader.position()).isEqualTo(before);
      assertThat(StudentTable.drain(reader)).isEqualTo(TWO_ROWS);
    }
    assertThat(plans()).hasSize(2).containsOnly(plans().get(0));
  }

  @Test
  void theErrorAtTheEndOfTheBudgetSaysEverything() {
    onPlan().always().failWith(FlightStatusCode.UNAVAILABLE, timeoutText(20), TIMEOUT);
    try (ChangelogReader reader = twoRows().visibleWaitTimeout(Duration.ofMillis(150)).build()) {
      long start = System.nanoTime();
      assertThatExceptionOfType(WindowNotReadyException.class)
          .isThrownBy(reader::next)
          .withMessageContaining("5101")
          .withMessageContaining("ERR_INCR_VISIBLE_WAIT_TIMEOUT")
          .withMessageContaining("VISIBLE_WAIT_TIMEOUT")
          .withMessageContaining("2026-10-01T10:00:01Z")
          .withMessageContaining(" tries over ")
          .satisfies(e -> assertThat(e.code()).isEqualTo(5101))
          .satisfies(e -> assertThat(e.tries()).isBetween(2, 9)) // The hint of 20 ms was kept.
          .satisfies(e -> assertThat(e.getCause()).hasMessageContaining("retryAfterMs=20"));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    }
    assertThat(plans()).containsOnly(plans().get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"retryAfterMs=0", "retryAfterMs=99999999999999999999", "retryAfterMs=-1"})
  void aHintThatIsNoneIsLeftToTheBackOff(String hint) {
    onPlan().times(2).failWith(FlightStatusCode.UNAVAILABLE, "not yet, " + hint, TIMEOUT);
    readsAfter(2);
  }

  @Test
  void theMiddleOfTheResultMayNotBeReadyEither() {
    table
        .server()
        .faults()
        .onFetch()
        .matching("ORDER BY")
        .failAfterBatches(0, FlightStatusCode.INTERNAL, "errCode = 5101, detailMessage = not yet");
    try (ChangelogReader reader = twoRows().build()) {
      assertThatExceptionOfType(WindowNotReadyException.class).isThrownBy(reader::next);
      assertThat(StudentTable.drain(reader)).isEqualTo(TWO_ROWS);
    }
  }

  @Test
  void aMasterWithoutAClockIsWaitedFor() {
    ChangelogReaderBuilder builder = twoRows();
    table
        .server()
        .faults()
        .onHttp()
        .matching("GET /api/tso")
        .times(3)
        .answer(
            200,
            "{\"msg\":\"Bad Request\",\"code\":403,\"data\":\"TSO timestamp is not"
                + " calibrated, please check\",\"count\":0}");
    try (ChangelogReader reader = builder.build()) {
      assertThat(StudentTable.drain(reader)).isEqualTo(TWO_ROWS);
    }
    assertThat(events.events("waiting")).hasSize(3);
  }

  @Test
  void aReplyThatIsLateBeyondTheCallsTimeIsALostConnection() {
    // Where the server does not know how long it may wait itself, a plan may take a query's time.
    table
        .server()
        .faults()
        .onPlan()
        .matching("change_visible_timeout_ms")
        .always()
        .failWith(
            FlightStatusCode.INTERNAL, "errCode = 2, detailMessage = Unknown system variable");
    onPlan().times(4).failWith(FlightStatusCode.UNAVAILABLE, timeoutText(1), TIMEOUT);
    onPlan().after(4).hang();
    ChangelogReaderBuilder builder = twoRows().queryTimeout(Duration.ofSeconds(1));
    try (ChangelogReader reader = builder.build()) {
      assertThat(StudentTable.drain(reader)).isEqualTo(TWO_ROWS);
    }
    assertThat(plans()).hasSize(6).containsOnly(plans().get(0));
    assertThat(events.events("waiting")).hasSize(4);
    assertThat(events.events("retrying")).hasSize(1);
  }

  /** Opens when the server has said for the first time that it is not ready. */
  private static final class FirstWait implements ReaderListener {
    private final CountDownLatch came = new CountDownLatch(1);

    @Override
    public void waiting(int code, String reason, Duration waited) {
      came.countDown();
    }
  }

  @Test
  void anInterruptEndsTheWaitAndTheNextCallAsksForTheSameWindow() throws Exception {
    FirstWait first = new FirstWait();
    onPlan().failWith(FlightStatusCode.UNAVAILABLE, timeoutText(600_000), TIMEOUT);
    try (ChangelogReader reader = twoRows().listener(first).build()) {
      FutureTask<Boolean> read =
          new FutureTask<>(
              () -> {
                assertThatExceptionOfType(ReadInterruptedException.class).isThrownBy(reader::next);
                return Thread.currentThread().isInterrupted();
              });
      Thread thread = new Thread(read, "reading");
      thread.start();
      assertThat(first.came.await(20, TimeUnit.SECONDS)).isTrue();
      thread.interrupt();
      assertThat(read.get(1, TimeUnit.SECONDS)).isTrue();
      thread.join();
      assertThat(plans()).hasSize(1);
      assertThat(StudentTable.drain(reader)).isEqualTo(TWO_ROWS);
    }
    assertThat(plans()).hasSize(2).containsOnly(plans().get(0));
  }

  @Test
  void closeEndsTheWaitAndAsksForNothingMore() throws Exception {
    FirstWait first = new FirstWait();
    onPlan().always().failWith(FlightStatusCode.UNAVAILABLE, timeoutText(600_000), TIMEOUT);
    ChangelogReader reader = twoRows().listener(first).build();
    FutureTask<ChangelogException> read =
        new FutureTask<>(
            () -> {
              try {
                throw new AssertionError(reader.next().toString());
              } catch (ReaderClosedException e) {
                return e;
              }
            });
    Thread thread = new Thread(read, "reading");
    thread.start();
    assertThat(first.came.await(20, TimeUnit.SECONDS)).isTrue();
    reader.close();
    assertThat(read.get(1, TimeUnit.SECONDS)).hasMessageContaining("closed");
    thread.join();
    assertThat(plans()).hasSize(1);
  }
}
