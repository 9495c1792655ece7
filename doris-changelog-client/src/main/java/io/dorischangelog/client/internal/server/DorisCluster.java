package io.dorischangelog.client.internal.server;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.internal.tls.TlsMaterial;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * All connections of one scan to one cluster: metadata over HTTP, queries over Flight sessions,
 * rows from back ends. Thread-safe.
 */
public final class DorisCluster implements AutoCloseable {
  private final FrontEnds frontEnds;
  private final Secrets secrets;
  private final FrontEndHttp http;
  private final FrontEndMetadata metadata;
  private final FlightConnections connections;
  private final SessionPool sessions;
  private final Endpoints endpoints;
  private final ThreadFactory threads;

  /**
   * What is needed to connect.
   *
   * @param flightSqlPort of all front ends; 0: found out
   * @param tls certificates, or null: plain text everywhere
   * @param retries rounds through the front ends after the first
   */
  public record Config(
      List<HostAndPort> frontEnds,
      Credentials credentials,
      int flightSqlPort,
      Duration connectTimeout,
      Duration readTimeout,
      int retries,
      Map<HostAndPort, HostAndPort> addressMap,
      SessionSettings settings,
      @Nullable TlsMaterial tls) {

    @Nullable TlsMaterial httpTls() {
      return tls != null && tls.options().isForHttp() ? tls : null;
    }

    @Nullable TlsMaterial flightTls() {
      return tls != null && tls.options().isForFlight() ? tls : null;
    }
  }

  /**
   * @param threads makes the threads of HTTP calls
   * @param listener told of front ends that fail and of log-ins
   */
  public DorisCluster(
      Config config,
      BufferAllocator allocator,
      ThreadFactory threads,
      ConnectionListener listener) {
    this.threads = threads;
    frontEnds = new FrontEnds(config.frontEnds(), config.retries(), listener);
    secrets = new Secrets(config.credentials());
    http =
        new FrontEndHttp(
            config.credentials(),
            secrets,
            config.connectTimeout(),
            config.readTimeout(),
            config.httpTls(),
            threads);
    connections = new FlightConnections(allocator, config.connectTimeout(), config.flightTls());
    endpoints = new Endpoints(connections, secrets, config.addressMap());
    FlightPorts ports = new FlightPorts(http, config.flightSqlPort());
    FrontEnds.Call<FlightSession> logIn = frontEnd -> logIn(frontEnd, ports, config, listener);
    sessions = new SessionPool(frontEnds, logIn, threads);
    metadata =
        new FrontEndMetadata(
            http,
            config.flightSqlPort() == 0
                ? null
                : new MetadataSession(logIn, endpoints, config.readTimeout(), threads));
  }

  private FlightSession logIn(
      HostAndPort frontEnd, FlightPorts ports, Config config, ConnectionListener listener)
      throws IOException, StatementFailure, InterruptedException {
    HostAndPort flightAddress = ports.addressOf(frontEnd);
    try {
      FlightSession session =
          FlightSession.logIn(
              connections,
              frontEnd,
              flightAddress,
              config.credentials(),
              secrets,
              config.settings(),
              config.readTimeout());
      listener.loggedIn(frontEnd);
      return session;
    } catch (IOException e) {
      ports.forget(frontEnd);
      throw e;
    }
  }

  public FrontEnds frontEnds() {
    return frontEnds;
  }

  public SessionPool sessions() {
    return sessions;
  }

  public Endpoints endpoints() {
    return endpoints;
  }

  /** A metadata statement at the current front end, or at the next that answers. */
  public TextTable query(String database, String sql)
      throws NoFrontEndException, StatementFailure, InterruptedException {
    return frontEnds.ask(frontEnd -> metadata.query(frontEnd, database, sql));
  }

  /** A metadata statement at one front end. */
  public TextTable query(HostAndPort frontEnd, String database, String sql)
      throws IOException, StatementFailure, InterruptedException {
    return metadata.query(frontEnd, database, sql);
  }

  /**
   * The tablets of a plain scan of one table; see {@link FrontEndHttp#plannedTablets}.
   *
   * @return ids, ascending
   */
  public List<Long> plannedTablets(HostAndPort frontEnd, TableId table, String sql)
      throws IOException, StatementFailure, InterruptedException {
    return http.plannedTablets(frontEnd, table, sql);
  }

  /** The server's TSO from the current front end, or from the next that answers. */
  public long currentTso() throws NoFrontEndException, StatementFailure, InterruptedException {
    return frontEnds.ask(metadata::currentTso);
  }

  /** The server's TSO as one front end knows it. */
  public long currentTso(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    return metadata.currentTso(frontEnd);
  }

  /** Each step has a deadline of its own; they run side by side, so that these do not add up. */
  @Override
  public void close() {
    InParallel.run(threads, List.of(sessions::close, metadata::close));
    connections.close();
  }
}
