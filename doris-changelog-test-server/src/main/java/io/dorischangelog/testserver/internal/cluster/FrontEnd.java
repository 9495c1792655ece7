package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.ServerNode;
import io.dorischangelog.testserver.internal.engine.FrontEndNode;
import io.dorischangelog.testserver.internal.flight.FlightFrontEnd;
import io.dorischangelog.testserver.internal.http.HttpFrontEnd;
import io.dorischangelog.testserver.internal.mysql.MysqlServer;
import io.dorischangelog.testserver.internal.wire.FrontEndServices;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One front end: its three ports. After a stop it can be started again on the same ports. */
final class FrontEnd implements ServerNode, AutoCloseable {
  static final String HOST = "127.0.0.1";

  private final String name;
  private final boolean master;
  private final Shared shared;
  private final FrontEndServices services;
  private final AtomicReference<@Nullable FrontEndNode> node = new AtomicReference<>();
  private Ports ports;
  private @Nullable HttpFrontEnd http;
  private @Nullable MysqlServer mysql;
  private @Nullable FlightFrontEnd flight;

  /**
   * Ports of a front end; 0 stands for a free one until it has started.
   *
   * @param http HTTP
   * @param mysql MySQL protocol
   * @param flight Arrow Flight SQL
   */
  record Ports(int http, int mysql, int flight) {}

  FrontEnd(String name, boolean master, Ports ports, Shared shared) {
    this.name = name;
    this.master = master;
    this.ports = ports;
    this.shared = shared;
    this.services =
        new FrontEndServices(
            this::node,
            shared.engine(),
            shared.accounts(),
            shared.sessions(),
            shared.calls(),
            shared.faults(),
            shared.clock());
  }

  /** Opens the ports. */
  @Override
  public synchronized void restart() {
    if (flight != null) {
      return;
    }
    flight =
        new FlightFrontEnd(
            ports.flight(),
            name,
            services,
            shared.queries(),
            shared.flightSettings(),
            shared.options().sessions(),
            shared.tls());
    http =
        new HttpFrontEnd(ports.http(), services, shared.catalog(), shared.topology(), shared.tls());
    mysql =
        new MysqlServer(
            ports.mysql(), services, shared.options().mysqlAuthentication(), shared.tls());
    ports = new Ports(http.port(), mysql.port(), flight.port());
    node.set(new FrontEndNode(name, HOST, ports.http(), ports.mysql(), ports.flight(), master));
    http.start();
    mysql.start();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void kill() {
    close();
  }

  @Override
  public synchronized boolean isRunning() {
    return flight != null;
  }

  /** The front end as others see it; its ports stay the same after a stop. */
  FrontEndNode node() {
    FrontEndNode known = node.get();
    if (known == null) {
      throw new IllegalStateException("front end " + name + " is starting");
    }
    return known;
  }

  FrontEndServices services() {
    return services;
  }

  @Override
  public synchronized void close() {
    Closing.all(mysql, http, flight);
    mysql = null;
    http = null;
    flight = null;
  }
}
