package io.dorischangelog.client.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;
import org.junit.jupiter.api.Test;

class SecretsTest {
  private static final String TOKEN = "4f0123456789abcdefghijklmn";

  private final Secrets secrets = new Secrets(new Credentials("reader", "hush-hush-9"));

  private static FlightRuntimeException failure(CallStatus status, String text) {
    return status
        .withDescription(text)
        .withCause(new IllegalStateException(text))
        .toRuntimeException();
  }

  private static String trace(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  @Test
  void aTokenThatTheServerPrintsWholeIsHiddenInAllCauses() {
    secrets.add(TOKEN);
    Throwable lost =
        catchThrowable(
            () ->
                FlightFailures.sort(
                    failure(CallStatus.UNAUTHENTICATED, "invalid bearer token: " + TOKEN),
                    secrets));
    assertThat(lost).isInstanceOf(SessionLostException.class);
    assertThat(trace(lost)).contains("invalid bearer token: ***").doesNotContain(TOKEN);
  }

  @Test
  void theCodeBesideATextWithASecretStillCounts() throws Exception {
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    metadata.insert("doris-error-code", "5101");
    FlightRuntimeException failure =
        failure(CallStatus.UNAVAILABLE.withMetadata(metadata), "wait of hush-hush-9");
    StatementFailure refused = FlightFailures.sort(failure, secrets);
    assertThat(refused.code()).isEqualTo(5101);
    assertThat(trace(refused)).contains("wait of ***").doesNotContain("hush-hush-9");
  }

  @Test
  void aFailureWithoutSecretsKeepsItsCauses() {
    FlightRuntimeException failure = failure(CallStatus.INTERNAL, "disk full");
    assertThat(secrets.hide(failure)).isSameAs(failure);
  }

  @Test
  void theTokenOfASessionThatIsOverIsForgotten() {
    secrets.add(TOKEN);
    secrets.forget(TOKEN);
    assertThat(secrets.hide(TOKEN)).isEqualTo(TOKEN);
  }

  @Test
  void aPasswordThatIsTheUserNameOrVeryShortIsNoReasonToBlotOutWords() {
    assertThat(new Secrets(new Credentials("root", "root")).hide("user root")).contains("root");
    assertThat(new Secrets(new Credentials("u", "a")).hide("a table")).isEqualTo("a table");
  }
}
