package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Locale;
import java.util.Set;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.jspecify.annotations.Nullable;

/**
 * Sorts a failed Flight call: broken connection, lost session, or an answer of the server. The
 * call's metadata is looked at key by key and never printed, because it carries the bearer token.
 */
final class FlightFailures {
  private static final String ERROR_CODE = "doris-error-code";

  /** What gRPC itself reports for a dead peer, a deadline, a full server or a cancelled call. */
  private static final Set<FlightStatusCode> CONNECTION =
      Set.of(
          FlightStatusCode.UNAVAILABLE,
          FlightStatusCode.TIMED_OUT,
          FlightStatusCode.CANCELLED,
          FlightStatusCode.RESOURCE_EXHAUSTED);

  /** Statuses under which servers have reported an unknown token, beside UNAUTHENTICATED. */
  private static final Set<FlightStatusCode> PERHAPS_TOKEN =
      Set.of(
          FlightStatusCode.INTERNAL, FlightStatusCode.UNKNOWN, FlightStatusCode.INVALID_ARGUMENT);

  private FlightFailures() {}

  /**
   * Throws, or returns what is to be thrown: {@code throw sort(e, secrets)}.
   *
   * @param secrets taken out of the failure's texts
   */
  static StatementFailure sort(FlightRuntimeException failure, Secrets secrets)
      throws IOException, SessionLostException {
    FlightRuntimeException e = secrets.hide(failure);
    if (Thread.currentThread().isInterrupted()) {
      InterruptedIOException interrupted = new InterruptedIOException("the call was interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
    CallStatus status = e.status();
    String text = status.description() == null ? "" : status.description();
    int code = dorisCode(failure.status().metadata());
    StatementFailure answer = new StatementFailure(code, text, e);
    // What stands between may drop the code and leave the status, which is that of a lost link.
    if (code != StatementFailure.NO_CODE || ServerErrors.isNotReady(answer)) {
      return answer;
    }
    if (isLostToken(status.code(), text)) {
      throw new SessionLostException(e);
    }
    if (CONNECTION.contains(status.code())) {
      throw new IOException(reason(status, text), e);
    }
    return answer;
  }

  private static boolean isLostToken(FlightStatusCode code, String text) {
    return code == FlightStatusCode.UNAUTHENTICATED
        || (PERHAPS_TOKEN.contains(code) && text.toLowerCase(Locale.ROOT).contains("bearer token"));
  }

  private static int dorisCode(@Nullable ErrorFlightMetadata metadata) {
    if (metadata == null || !metadata.containsKey(ERROR_CODE)) {
      return StatementFailure.NO_CODE;
    }
    try {
      return Integer.parseInt(metadata.get(ERROR_CODE).trim());
    } catch (NumberFormatException e) {
      return StatementFailure.NO_CODE;
    }
  }

  private static String reason(CallStatus status, String text) {
    if (status.code() == FlightStatusCode.TIMED_OUT) {
      return "no answer in time";
    }
    Throwable cause = status.cause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause == null || cause.getMessage() == null ? text : cause.getMessage();
  }
}
