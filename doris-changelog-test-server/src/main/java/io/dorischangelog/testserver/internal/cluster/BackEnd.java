package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.ServerNode;
import io.dorischangelog.testserver.internal.engine.BackEndNode;
import io.dorischangelog.testserver.internal.flight.BackEndServices;
import io.dorischangelog.testserver.internal.flight.FlightBackEnd;
import org.jspecify.annotations.Nullable;

/** One back end: its Flight port. After a stop it can be started again on the same port. */
final class BackEnd implements ServerNode, AutoCloseable {
  private static final int FIRST_THRIFT_PORT = 9060;

  private final int index;
  private final Shared shared;
  private int port;
  private @Nullable FlightBackEnd flight;

  /**
   * @param index position among the back ends, from 0
   * @param port 0 for a free one
   */
  BackEnd(int index, int port, Shared shared) {
    this.index = index;
    this.port = port;
    this.shared = shared;
  }

  @Override
  public synchronized void restart() {
    if (flight == null) {
      BackEndServices services = new BackEndServices(shared.calls(), shared.faults());
      flight = new FlightBackEnd(port, name(), shared.queries(), services, shared.tls());
      port = flight.port();
    }
  }

  @Override
  public String name() {
    return "be_" + (index + 1);
  }

  @Override
  public void kill() {
    close();
  }

  @Override
  public synchronized boolean isRunning() {
    return flight != null;
  }

  synchronized BackEndNode node() {
    return new BackEndNode(10_001L + index, FrontEnd.HOST, FIRST_THRIFT_PORT + index, port);
  }

  @Override
  public synchronized void close() {
    Closing.all(flight);
    flight = null;
  }
}
