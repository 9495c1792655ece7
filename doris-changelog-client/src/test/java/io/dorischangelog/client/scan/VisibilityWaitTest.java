package io.dorischangelog.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.failsafe.RetryPolicy;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.WindowNotReadyException;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class VisibilityWaitTest {
  private static final ScanEvents UNHEARD = new ScanEvents(new ScanListener() {});
  private static final RetryPolicy<Object> QUICK =
      RetryPolicy.builder().withDelay(Duration.ofMillis(1)).build();

  private final AtomicInteger tries = new AtomicInteger();

  private String ask(VisibilityWait wait, int notReady) throws Exception {
    return wait.await(
        () -> {
          if (tries.incrementAndGet() <= notReady) {
            throw new StatementFailure(5101, "ERR_INCR_VISIBLE_WAIT_TIMEOUT: reason=X");
          }
          return "rows";
        },
        ErrorContext.NONE);
  }

  @Test
  void theSameIsAskedAgainUntilItIsReady() throws Exception {
    assertThat(ask(new VisibilityWait(Duration.ofMinutes(1), QUICK, UNHEARD), 3)).isEqualTo("rows");
    assertThat(tries).hasValue(4);
  }

  @Test
  void withoutABudgetTheFirstAnswerCounts() {
    VisibilityWait wait = new VisibilityWait(Duration.ZERO, QUICK, UNHEARD);
    assertThatExceptionOfType(WindowNotReadyException.class)
        .isThrownBy(() -> ask(wait, 1))
        .satisfies(e -> assertThat(e.code()).isEqualTo(5101))
        .satisfies(e -> assertThat(e.tries()).isEqualTo(1))
        .satisfies(e -> assertThat(e.isRetryable()).isTrue());
  }

  @Test
  void theBudgetEnds() {
    VisibilityWait wait = new VisibilityWait(Duration.ofMillis(50), QUICK, UNHEARD);
    assertThatExceptionOfType(WindowNotReadyException.class)
        .isThrownBy(() -> ask(wait, Integer.MAX_VALUE))
        .satisfies(e -> assertThat(e.tries()).isGreaterThan(1));
  }

  @Test
  void otherAnswersAreNotAskedAgain() {
    VisibilityWait wait = new VisibilityWait(Duration.ofMinutes(1), QUICK, UNHEARD);
    assertThatExceptionOfType(StatementFailure.class)
        .isThrownBy(
            () ->
                wait.await(
                    () -> {
                      tries.incrementAndGet();
                      throw new StatementFailure(0, "syntax error near t_5101");
                    },
                    ErrorContext.NONE));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                wait.await(
                    () -> {
                      tries.incrementAndGet();
                      throw new IOException("connection refused");
                    },
                    ErrorContext.NONE));
    assertThat(tries).hasValue(2);
  }

  @Test
  void anInterruptEndsTheWait() throws Exception {
    VisibilityWait wait =
        new VisibilityWait(
            Duration.ofMinutes(5),
            RetryPolicy.builder().withDelay(Duration.ofMinutes(1)).build(),
            UNHEARD);
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> ask(wait, 10));
    Thread.interrupted();
    assertThat(tries).hasValue(1);
  }
}
