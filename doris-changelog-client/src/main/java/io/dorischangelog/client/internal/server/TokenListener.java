package io.dorischangelog.client.internal.server;

import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.auth2.ClientBearerHeaderHandler;
import org.apache.arrow.flight.auth2.ClientHeaderHandler;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.jspecify.annotations.Nullable;

/**
 * Takes the token out of the answers of one session, as Arrow's own handler does, and notes it as a
 * secret.
 */
final class TokenListener implements ClientHeaderHandler {
  private static final String HEADER = "authorization";
  private static final String BEARER = "bearer ";

  private final ClientBearerHeaderHandler handler = new ClientBearerHeaderHandler();
  private final Secrets secrets;
  private volatile String last = "";

  TokenListener(Secrets secrets) {
    this.secrets = secrets;
  }

  @Override
  public @Nullable CredentialCallOption getCredentialCallOptionFromIncomingHeaders(
      CallHeaders headers) {
    String value = headers.get(HEADER);
    if (value != null && value.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      String token = value.substring(BEARER.length()).trim();
      if (!token.isEmpty() && !token.equals(last)) {
        secrets.add(token);
        last = token;
      }
    }
    return handler.getCredentialCallOptionFromIncomingHeaders(headers);
  }

  /** The token of the last answer; empty before any. */
  String last() {
    return last;
  }
}
