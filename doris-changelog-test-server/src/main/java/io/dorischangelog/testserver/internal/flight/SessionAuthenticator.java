package io.dorischangelog.testserver.internal.flight;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.auth2.Auth2Constants;
import org.apache.arrow.flight.auth2.CallHeaderAuthenticator;

/**
 * Reads the {@code authorization} header of every call: Basic opens a session, Bearer names one.
 * The answer's headers carry the bearer either way.
 */
final class SessionAuthenticator implements CallHeaderAuthenticator {
  private final FlightSessions sessions;

  SessionAuthenticator(FlightSessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public AuthResult authenticate(CallHeaders headers) {
    String header = headers.get(Auth2Constants.AUTHORIZATION_HEADER);
    if (header == null) {
      throw unauthenticated("no authorization header");
    }
    if (hasScheme(header, Auth2Constants.BASIC_PREFIX)) {
      return accepted(login(header.substring(Auth2Constants.BASIC_PREFIX.length())));
    }
    if (hasScheme(header, Auth2Constants.BEARER_PREFIX)) {
      return accepted(sessions.find(header.substring(Auth2Constants.BEARER_PREFIX.length())));
    }
    throw unauthenticated("the authorization header is neither Basic nor Bearer");
  }

  private static boolean hasScheme(String header, String prefix) {
    return header.toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT));
  }

  private FlightSession login(String encoded) {
    String credentials = decode(encoded);
    int colon = credentials.indexOf(':');
    if (colon < 0) {
      throw unauthenticated("Basic credentials without a colon");
    }
    return sessions.login(credentials.substring(0, colon), credentials.substring(colon + 1));
  }

  private static String decode(String encoded) {
    try {
      return new String(Base64.getDecoder().decode(encoded.trim()), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw unauthenticated("Basic credentials are not in base 64");
    }
  }

  private static FlightRuntimeException unauthenticated(String text) {
    return CallStatus.UNAUTHENTICATED.withDescription(text).toRuntimeException();
  }

  private static AuthResult accepted(FlightSession session) {
    return new AuthResult() {
      @Override
      public String getPeerIdentity() {
        return session.token();
      }

      @Override
      public void appendToOutgoingHeaders(CallHeaders outgoing) {
        outgoing.insert(
            Auth2Constants.AUTHORIZATION_HEADER, Auth2Constants.BEARER_PREFIX + session.token());
      }
    };
  }
}
