package io.dorischangelog.client.scan;

import dev.failsafe.ExecutionContext;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import dev.failsafe.RetryPolicyBuilder;
import dev.failsafe.RetryPolicyConfig;
import dev.failsafe.event.ExecutionScheduledEvent;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.WindowNotReadyException;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for the same thing again while the server says that transactions in the window are not
 * visible yet. One budget of time; the pauses are the server's hint where it gives one, otherwise
 * the policy's. Thread-safe.
 */
final class VisibilityWait {
  private static final Logger LOG = LoggerFactory.getLogger(VisibilityWait.class);
  private static final RetryPolicy<Object> DEFAULT =
      RetryPolicy.builder()
          .withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(5))
          .withJitter(0.1)
          .build();

  /** Readers that wait for the same transaction are not to ask at the same moment. */
  private static final double LEAST_JITTER = 0.001;

  private final Duration budget;
  private final Duration first;
  private final Duration longest;
  private final double factor;
  private final double jitter;
  private final ScanEvents events;

  /**
   * @param budget time for all attempts at one window; zero: one attempt
   * @param delays whose delay, back-off and jitter to use, or null for the default
   * @param events told before every pause
   */
  VisibilityWait(Duration budget, @Nullable RetryPolicy<?> delays, ScanEvents events) {
    this.budget = budget;
    this.events = events;
    RetryPolicyConfig<?> wanted = (delays == null ? DEFAULT : delays).getConfig();
    this.first = wanted.getDelay();
    this.longest = wanted.getMaxDelay() == null ? first : wanted.getMaxDelay();
    this.factor = wanted.getDelayFactor();
    this.jitter = Math.max(LEAST_JITTER, wanted.getJitterFactor());
  }

  /** What is asked. */
  interface Ask<T> {
    T get() throws IOException, StatementFailure, SessionLostException, InterruptedException;
  }

  /**
   * Asks until the answer is another than "not ready".
   *
   * @throws WindowNotReadyException if the budget is used up
   */
  <T> T await(Ask<T> ask, ErrorContext context)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    int[] tries = {0};
    long start = System.nanoTime();
    try {
      return Failsafe.with(policy())
          .get(
              () -> {
                tries[0]++;
                return ask.get();
              });
    } catch (FailsafeException e) {
      Duration waited = Duration.ofNanos(System.nanoTime() - start);
      throw unwrap(e, tries[0], waited, context);
    }
  }

  private RetryPolicy<Object> policy() {
    RetryPolicyBuilder<Object> policy =
        RetryPolicy.builder().handleIf(VisibilityWait::isNotReady).onRetryScheduled(this::announce);
    if (budget.isZero()) {
      return policy.withMaxRetries(0).build();
    }
    policy.withMaxRetries(-1).withDelayFn(this::pause).withMaxDuration(budget);
    return policy.build();
  }

  /** At least what the server asks for; otherwise longer each time, a little more or less. */
  private Duration pause(ExecutionContext<Object> execution) {
    Throwable last = execution.getLastException();
    Optional<Duration> wish =
        last instanceof StatementFailure answer
            ? ServerErrors.retryAfter(answer)
            : Optional.empty();
    double spread = ThreadLocalRandom.current().nextDouble(jitter);
    return wish.map(hint -> times(hint, 1 + spread))
        .orElseGet(() -> times(backOff(execution.getAttemptCount()), 1 + 2 * spread - jitter));
  }

  private Duration backOff(int attempts) {
    double nanos = first.toNanos() * Math.pow(factor, Math.max(0, attempts - 1));
    return nanos < longest.toNanos() ? Duration.ofNanos((long) nanos) : longest;
  }

  private static Duration times(Duration pause, double factor) {
    return Duration.ofNanos((long) (pause.toNanos() * factor));
  }

  private static boolean isNotReady(Throwable failure) {
    return failure instanceof StatementFailure answer && ServerErrors.isNotReady(answer);
  }

  private void announce(ExecutionScheduledEvent<Object> pause) {
    if (pause.getLastException() instanceof StatementFailure answer) {
      LOG.info(
          "waiting since {} until everything is visible: {}",
          pause.getElapsedTime(),
          ServerErrors.notReadyName(answer));
      events.tell(
          to ->
              to.waiting(
                  ServerErrors.code(answer),
                  ServerErrors.notReadyName(answer),
                  pause.getElapsedTime()));
    }
  }

  /** Throws what the attempt threw; "not ready" becomes the public error. */
  private static WindowNotReadyException unwrap(
      FailsafeException wrapped, int tries, Duration waited, ErrorContext context)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    Throwable cause = wrapped.getCause();
    if (cause instanceof StatementFailure answer) {
      if (!ServerErrors.isNotReady(answer)) {
        throw answer;
      }
      return new WindowNotReadyException(
          context,
          ServerErrors.code(answer),
          ServerErrors.notReadyName(answer),
          tries,
          waited,
          answer);
    }
    if (cause instanceof IOException broken) {
      throw broken;
    }
    if (cause instanceof SessionLostException lost) {
      throw lost;
    }
    if (cause instanceof InterruptedException interrupted) {
      throw interrupted;
    }
    throw wrapped;
  }
}
