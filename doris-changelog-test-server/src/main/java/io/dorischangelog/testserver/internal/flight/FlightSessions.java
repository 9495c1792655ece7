package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.FlightSessionModel;
import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import io.dorischangelog.testserver.internal.fault.FaultPoint;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;

/** The Flight sessions of one front end by their tokens. A token means nothing elsewhere. */
final class FlightSessions {
  private static final long DEFAULT_WAIT_TIMEOUT_SECONDS = 28_800;

  private final FrontEndServices services;
  private final BackEndQueries queries;
  private final FlightSessionModel model;
  private final BearerTokens tokens = new BearerTokens();

  /** In the order of their log-ins; guarded by this. */
  private final Map<String, FlightSession> sessions = new LinkedHashMap<>();

  FlightSessions(FrontEndServices services, BackEndQueries queries, FlightSessionModel model) {
    this.services = services;
    this.queries = queries;
    this.model = model;
  }

  /**
   * Opens a session.
   *
   * @throws FlightRuntimeException UNAUTHENTICATED if the account and password do not match,
   *     RESOURCE_EXHAUSTED if there are too many sessions
   */
  FlightSession login(String user, String password) {
    List<FaultAction> faults = services.faults().strike(FaultPoint.FLIGHT_LOGIN, user);
    FlightFaults.throwStatus(faults);
    boolean refused = faults.stream().anyMatch(FaultAction.RefuseLogin.class::isInstance);
    if (refused || !services.accounts().authenticate(user, password)) {
      services.calls().loginRefused(Protocol.FLIGHT_FRONT_END);
      throw denied(user, password);
    }
    makeRoom();
    FlightSession session =
        new FlightSession(
            tokens.next(),
            services.login(Protocol.FLIGHT_FRONT_END, user),
            services.clock().instant());
    synchronized (this) {
      sessions.put(session.token(), session);
    }
    services.record(Protocol.FLIGHT_FRONT_END, "login", "", session.session());
    return session;
  }

  private static FlightRuntimeException denied(String user, String password) {
    return CallStatus.UNAUTHENTICATED
        .withDescription(
            "Access denied for user '"
                + user
                + "@127.0.0.1' (using password: "
                + (password.isEmpty() ? "NO" : "YES")
                + ")")
        .toRuntimeException();
  }

  private void makeRoom() {
    List<FlightSession> all = all();
    all.stream().filter(this::expired).forEach(this::close);
    synchronized (this) {
      all = all();
    }
    if (all.size() < model.maxSessions()) {
      return;
    }
    if (!model.evicting()) {
      throw CallStatus.RESOURCE_EXHAUSTED
          .withDescription("Reach limit of connections")
          .toRuntimeException();
    }
    close(all.get(0));
  }

  private synchronized List<FlightSession> all() {
    return List.copyOf(sessions.values());
  }

  private boolean expired(FlightSession session) {
    Instant now = services.clock().instant();
    if (model.evicting()) {
      return !now.isBefore(session.opened().plus(model.lifetime()));
    }
    long seconds = session.number("wait_timeout", DEFAULT_WAIT_TIMEOUT_SECONDS);
    return !now.isBefore(session.lastUsed().plusSeconds(seconds));
  }

  /**
   * The session of a token, which counts as a use of it.
   *
   * @throws FlightRuntimeException UNAUTHENTICATED if there is none
   */
  FlightSession find(String token) {
    FlightSession session;
    synchronized (this) {
      session = sessions.get(token);
    }
    if (session == null) {
      throw unknown(token);
    }
    if (expired(session)) {
      close(session);
      throw unknown(token);
    }
    session.used(services.clock().instant());
    return session;
  }

  private FlightRuntimeException unknown(String token) {
    String reasons =
        model.evicting()
            ? ", the token may have expired or been evicted, try reconnect"
            : ", the session may have been closed or idle for wait_timeout, or belong to another"
                + " front end, try reconnect";
    return CallStatus.UNAUTHENTICATED
        .withDescription("invalid bearer token, token id: " + BearerTokens.masked(token) + reasons)
        .toRuntimeException();
  }

  /** Ends a session and drops what it has not fetched; false if it had ended before. */
  boolean close(FlightSession session) {
    synchronized (this) {
      if (!sessions.remove(session.token(), session)) {
        return false;
      }
    }
    queries.discard(session.session().id());
    services.sessions().close(Protocol.FLIGHT_FRONT_END, session.session());
    return true;
  }

  void closeAll() {
    all().forEach(this::close);
  }
}
