package io.dorischangelog.client.internal.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.auth2.BasicAuthCredentialWriter;
import org.apache.arrow.flight.auth2.ClientIncomingAuthHeaderMiddleware;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One logged-in session on one front end, with its own connection and settings. Used by one thread
 * at a time; a new statement ends what the previous one left on the server, so a result must have
 * been read before the next statement.
 */
public final class FlightSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FlightSession.class);
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final HostAndPort frontEnd;
  private final HostAndPort flightAddress;
  private final FlightConnections.Connection connection;
  private final FlightSqlClient sql;
  private final Bearer bearer;
  private final Secrets secrets;
  private final Duration timeout;
  private Duration planTimeout;

  /** A session's token and the header that carries it. */
  private record Bearer(String token, CredentialCallOption header) {
    @Override
    public String toString() {
      return "Bearer";
    }
  }

  private FlightSession(
      HostAndPort frontEnd,
      HostAndPort flightAddress,
      FlightConnections.Connection connection,
      Bearer bearer,
      Secrets secrets,
      Duration timeout) {
    this.frontEnd = frontEnd;
    this.flightAddress = flightAddress;
    this.connection = connection;
    this.sql = new FlightSqlClient(connection.client());
    this.bearer = bearer;
    this.secrets = secrets;
    this.timeout = timeout;
    this.planTimeout = Duration.ZERO;
  }

  /**
   * Logs in and applies the settings.
   *
   * @param frontEnd HTTP address of the front end, by which the session is known
   * @param flightAddress its Flight address
   * @param timeout for the log-in and for each setting
   * @throws IOException if the front end cannot be reached
   * @throws StatementFailure if it refuses the account or the mandatory setting
   */
  static FlightSession logIn(
      FlightConnections connections,
      HostAndPort frontEnd,
      HostAndPort flightAddress,
      Credentials credentials,
      Secrets secrets,
      SessionSettings settings,
      Duration timeout)
      throws IOException, StatementFailure {
    TokenListener token = new TokenListener(secrets);
    var bearers = new ClientIncomingAuthHeaderMiddleware.Factory(token);
    FlightConnections.Connection connection = connections.open(flightAddress, List.of(bearers));
    FlightSession session = null;
    boolean ready = false;
    try {
      handshake(connection.client(), credentials, secrets, timeout);
      CredentialCallOption header = bearers.getCredentialCallOption();
      if (header == null) {
        throw new IOException("the log-in at " + flightAddress + " gave no bearer token");
      }
      Bearer bearer = new Bearer(token.last(), header);
      session = new FlightSession(frontEnd, flightAddress, connection, bearer, secrets, timeout);
      session.apply(settings, timeout);
      ready = true;
      return session;
    } catch (SessionLostException e) {
      throw new StatementFailure(
          ServerErrors.ACCESS_DENIED, "the log-in over Flight was refused", e);
    } catch (IOException e) {
      throw session == null ? TlsFailures.hinting(e, connections.isSecure()) : e;
    } finally {
      if (!ready && session != null) {
        session.close(); // The server has opened it; left alone it would count against the limit.
      } else if (!ready) {
        connection.close();
      }
    }
  }

  private static void handshake(
      FlightClient client, Credentials credentials, Secrets secrets, Duration timeout)
      throws IOException, StatementFailure, SessionLostException {
    try {
      client.handshake(
          new CredentialCallOption(
              new BasicAuthCredentialWriter(credentials.username(), credentials.password())),
          deadline(timeout));
    } catch (FlightRuntimeException e) {
      throw FlightFailures.sort(e, secrets);
    }
  }

  private void apply(SessionSettings settings, Duration timeout)
      throws IOException, StatementFailure, SessionLostException {
    planTimeout = SessionSettings.VISIBLE_WAIT.plus(timeout);
    try {
      execute(settings.oneStatement(), timeout);
    } catch (StatementFailure unknownVariable) {
      LOG.debug("a session setting is not known here; setting them one by one", unknownVariable);
      execute(SessionSettings.TIME_ZONE, timeout);
      for (String statement : settings.optionalStatements()) {
        if (!applied(statement, timeout) && statement.contains(SessionSettings.WAIT_VARIABLE)) {
          planTimeout = settings.queryTimeout();
        }
      }
    }
  }

  private boolean applied(String statement, Duration timeout)
      throws IOException, SessionLostException {
    try {
      execute(statement, timeout);
      return true;
    } catch (StatementFailure refused) {
      LOG.debug("the server does not take '{}'", statement);
      return false;
    }
  }

  /**
   * The longest that planning a query may take: the server's wait for running transactions and an
   * answer; where the server does not let its wait be bounded, a whole query.
   */
  public Duration planTimeout() {
    return planTimeout;
  }

  /**
   * Sends one statement; it runs on the server when this returns.
   *
   * @param timeout for the answer, not for the rows
   * @throws IOException if the connection broke or the deadline passed
   * @throws SessionLostException if the server no longer knows the session
   * @throws StatementFailure if the server refuses the statement
   */
  public FlightInfo execute(String statement, Duration timeout)
      throws IOException, StatementFailure, SessionLostException {
    try {
      return sql.execute(statement, bearer.header(), deadline(timeout));
    } catch (FlightRuntimeException e) {
      throw FlightFailures.sort(e, secrets);
    }
  }

  /**
   * Whether the server has forgotten this session, which ends its queries too: a back end then only
   * says that it does not know the query, or that it was cancelled. Asks the server.
   */
  public boolean isLost() {
    try {
      execute(SessionSettings.TIME_ZONE, timeout);
      return false;
    } catch (SessionLostException e) {
      return true;
    } catch (IOException | StatementFailure e) {
      LOG.debug("whether the session still lives is not known", e);
      return false;
    }
  }

  /** The HTTP address of the front end that this session lives on. */
  public HostAndPort frontEnd() {
    return frontEnd;
  }

  /** The Flight address that this session is connected to. */
  HostAndPort flightAddress() {
    return flightAddress;
  }

  FlightClient client() {
    return connection.client();
  }

  /** What identifies the session; goes to its own front end only, never to a back end. */
  CallOption bearer() {
    return bearer.header();
  }

  /** Tells the server that the session is over, then disconnects; never throws for the server. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted(); // It would end the farewell before it began.
    try {
      sql.closeSession(new CloseSessionRequest(), bearer.header(), deadline(FAREWELL));
    } catch (FlightRuntimeException e) {
      log(e.status());
    } finally {
      disconnect();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Servers without the call, or that have gone, are no news; the metadata holds the token. */
  private void log(CallStatus status) {
    boolean expected =
        status.code() == FlightStatusCode.UNIMPLEMENTED
            || status.code() == FlightStatusCode.UNAUTHENTICATED
            || status.code() == FlightStatusCode.UNAVAILABLE;
    if (expected) {
      LOG.debug("the server did not close the session: {}", status.code());
    } else {
      LOG.warn(
          "the server did not close the session: {} {}",
          status.code(),
          secrets.hide(String.valueOf(status.description())));
    }
  }

  /** Ends all calls under way at once; the session is still to be closed. */
  void breakOff() {
    connection.channel().shutdownNow();
  }

  /** Disconnects without a word, where the server is known not to answer. */
  void disconnect() {
    connection.close();
    secrets.forget(bearer.token());
  }

  private static CallOption deadline(Duration timeout) {
    return CallOptions.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }
}
