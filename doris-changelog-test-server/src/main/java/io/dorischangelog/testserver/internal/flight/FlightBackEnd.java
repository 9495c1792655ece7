package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.wire.Tls;
import org.jspecify.annotations.Nullable;

/** The Flight port of a back end. */
public final class FlightBackEnd implements AutoCloseable {
  private final FlightPort port;

  /**
   * Opens the port; calls are served at once.
   *
   * @param port 0 for a free one
   * @param name of the back end
   */
  public FlightBackEnd(
      int port, String name, BackEndQueries queries, BackEndServices services, @Nullable Tls tls) {
    FlightPort.Resources resources = new FlightPort.Resources("doris-flight-" + name);
    this.port =
        FlightPort.open(
            port,
            new BackEndProducer(name, queries, resources, services),
            resources,
            tls,
            builder -> builder);
  }

  public int port() {
    return port.port();
  }

  @Override
  public void close() {
    port.close();
  }
}
