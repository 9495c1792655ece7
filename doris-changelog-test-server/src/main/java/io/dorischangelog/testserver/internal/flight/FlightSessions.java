package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;

/** The Flight sessions of one front end by their tokens. A token means nothing elsewhere. */
final class FlightSessions {
  private final FrontEndServices services;
  private final BackEndQueries queries;
  private final BearerTokens tokens = new BearerTokens();
  private final Map<String, FlightSession> sessions = new ConcurrentHashMap<>();

  FlightSessions(FrontEndServices services, BackEndQueries queries) {
    this.services = services;
    this.queries = queries;
  }

  /**
   * Opens a session.
   *
   * @throws FlightRuntimeException UNAUTHENTICATED if the account and password do not match
   */
  FlightSession login(String user, String password) {
    if (!services.accounts().authenticate(user, password)) {
      services.calls().loginRefused(Protocol.FLIGHT_FRONT_END);
      throw CallStatus.UNAUTHENTICATED
          .withDescription(
              "Access denied for user '"
                  + user
                  + "@127.0.0.1' (using password: "
                  + (password.isEmpty() ? "NO" : "YES")
                  + ")")
          .toRuntimeException();
    }
    FlightSession session =
        new FlightSession(tokens.next(), services.login(Protocol.FLIGHT_FRONT_END, user));
    sessions.put(session.token(), session);
    services.record(Protocol.FLIGHT_FRONT_END, "login", "", session.session());
    return session;
  }

  /**
   * The session of a token.
   *
   * @throws FlightRuntimeException UNAUTHENTICATED if there is none
   */
  FlightSession find(String token) {
    FlightSession session = sessions.get(token);
    if (session == null) {
      throw CallStatus.UNAUTHENTICATED
          .withDescription(
              "invalid bearer token, token id: "
                  + BearerTokens.masked(token)
                  + ", it may have expired, been closed or come from another front end,"
                  + " try reconnect")
          .toRuntimeException();
    }
    return session;
  }

  /** Ends a session and drops what it has not fetched; false if it had ended before. */
  boolean close(FlightSession session) {
    if (!sessions.remove(session.token(), session)) {
      return false;
    }
    queries.discard(session.session().id());
    services.sessions().close(Protocol.FLIGHT_FRONT_END, session.session());
    return true;
  }

  void closeAll() {
    sessions.values().forEach(this::close);
  }
}
