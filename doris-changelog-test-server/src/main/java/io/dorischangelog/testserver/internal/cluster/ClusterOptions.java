package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.MysqlAuthentication;

/**
 * Shape and addresses of a cluster. Ports are those of the first node of a kind; 0 takes a free
 * one.
 */
public record ClusterOptions(
    int frontEnds,
    int backEnds,
    int httpPort,
    int mysqlPort,
    int flightPort,
    int backEndFlightPort,
    MysqlAuthentication mysqlAuthentication) {

  /** One front end, one back end, free ports. */
  public static ClusterOptions defaults() {
    return new ClusterOptions(1, 1, 0, 0, 0, 0, MysqlAuthentication.NATIVE_PASSWORD);
  }

  public ClusterOptions withFrontEnds(int count) {
    return new ClusterOptions(
        count, backEnds, httpPort, mysqlPort, flightPort, backEndFlightPort, mysqlAuthentication);
  }

  public ClusterOptions withBackEnds(int count) {
    return new ClusterOptions(
        frontEnds, count, httpPort, mysqlPort, flightPort, backEndFlightPort, mysqlAuthentication);
  }

  public ClusterOptions withHttpPort(int port) {
    return new ClusterOptions(
        frontEnds, backEnds, port, mysqlPort, flightPort, backEndFlightPort, mysqlAuthentication);
  }

  public ClusterOptions withMysqlPort(int port) {
    return new ClusterOptions(
        frontEnds, backEnds, httpPort, port, flightPort, backEndFlightPort, mysqlAuthentication);
  }

  public ClusterOptions withFlightPort(int port) {
    return new ClusterOptions(
        frontEnds, backEnds, httpPort, mysqlPort, port, backEndFlightPort, mysqlAuthentication);
  }

  public ClusterOptions withBackEndFlightPort(int port) {
    return new ClusterOptions(
        frontEnds, backEnds, httpPort, mysqlPort, flightPort, port, mysqlAuthentication);
  }

  public ClusterOptions withMysqlAuthentication(MysqlAuthentication authentication) {
    return new ClusterOptions(
        frontEnds, backEnds, httpPort, mysqlPort, flightPort, backEndFlightPort, authentication);
  }
}
