package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.FlightSessionModel;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import io.dorischangelog.testserver.internal.wire.Tls;
import org.jspecify.annotations.Nullable;

/** The Flight SQL port of a front end. */
public final class FlightFrontEnd implements AutoCloseable {
  private final FlightSessions sessions;
  private final FlightPort port;

  /**
   * Opens the port; calls are served at once.
   *
   * @param port 0 for a free one
   * @param name of the front end, for its threads
   */
  public FlightFrontEnd(
      int port,
      String name,
      FrontEndServices services,
      BackEndQueries queries,
      FlightSettings settings,
      FlightSessionModel model,
      @Nullable Tls tls) {
    this.sessions = new FlightSessions(services, queries, model);
    FlightPort.Resources resources = new FlightPort.Resources("doris-flight-" + name);
    StatementPlanner planner = new StatementPlanner(services, queries, settings);
    FrontEndProducer producer =
        new FrontEndProducer(services, sessions, planner, queries, resources);
    this.port =
        FlightPort.open(
            port,
            producer,
            resources,
            tls,
            builder -> builder.headerAuthenticator(new SessionAuthenticator(sessions)));
  }

  public int port() {
    return port.port();
  }

  @Override
  public void close() {
    sessions.closeAll();
    port.close();
  }
}
