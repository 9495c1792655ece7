package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.FlightSessionModel;
import io.dorischangelog.testserver.MysqlAuthentication;
import io.dorischangelog.testserver.TlsFiles;
import io.dorischangelog.testserver.WireForm;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shape and manners of a cluster.
 *
 * @param frontEnds number of front ends
 * @param backEnds number of back ends
 * @param ports ports of the first front end and the first back end
 * @param mysqlAuthentication what the MySQL port proposes
 * @param sessions how long Flight sessions live
 * @param forms where values differ from those of the newest servers
 * @param publicAddress what back ends advertise instead of their own address, or null
 * @param tls with what all ports speak TLS, or null
 */
public record ClusterOptions(
    int frontEnds,
    int backEnds,
    Ports ports,
    MysqlAuthentication mysqlAuthentication,
    FlightSessionModel sessions,
    Set<WireForm> forms,
    @Nullable PublicAddress publicAddress,
    @Nullable TlsFiles tls) {

  /** Fixed ports; 0 takes a free one. */
  public record Ports(int http, int mysql, int flight, int backEndFlight) {
    public static final Ports FREE = new Ports(0, 0, 0, 0);
  }

  /**
   * A proxy's address.
   *
   * @param host {@code public_host}
   * @param port {@code arrow_flight_sql_proxy_port}, 0 for the back end's own
   */
  public record PublicAddress(String host, int port) {}

  private static final int DEFAULT_SESSIONS = 4096;

  /** One front end, one back end, free ports. */
  public static ClusterOptions defaults() {
    return new ClusterOptions(
        1,
        1,
        Ports.FREE,
        MysqlAuthentication.NATIVE_PASSWORD,
        FlightSessionModel.pool(DEFAULT_SESSIONS),
        Set.of(),
        null,
        null);
  }

  public ClusterOptions withNodes(int newFrontEnds, int newBackEnds) {
    return new ClusterOptions(
        newFrontEnds, newBackEnds, ports, mysqlAuthentication, sessions, forms, publicAddress, tls);
  }

  public ClusterOptions withPorts(Ports newPorts) {
    return new ClusterOptions(
        frontEnds, backEnds, newPorts, mysqlAuthentication, sessions, forms, publicAddress, tls);
  }

  public ClusterOptions withMysqlAuthentication(MysqlAuthentication authentication) {
    return new ClusterOptions(
        frontEnds, backEnds, ports, authentication, sessions, forms, publicAddress, tls);
  }

  public ClusterOptions withSessions(FlightSessionModel model) {
    return new ClusterOptions(
        frontEnds, backEnds, ports, mysqlAuthentication, model, forms, publicAddress, tls);
  }

  public ClusterOptions withForms(Set<WireForm> newForms) {
    return new ClusterOptions(
        frontEnds, backEnds, ports, mysqlAuthentication, sessions, newForms, publicAddress, tls);
  }

  public ClusterOptions withPublicAddress(PublicAddress address) {
    return new ClusterOptions(
        frontEnds, backEnds, ports, mysqlAuthentication, sessions, forms, address, tls);
  }

  public ClusterOptions withTls(TlsFiles files) {
    return new ClusterOptions(
        frontEnds, backEnds, ports, mysqlAuthentication, sessions, forms, publicAddress, files);
  }
}
