package io.dorischangelog.testserver;

import io.dorischangelog.testserver.internal.cluster.Cluster;
import io.dorischangelog.testserver.internal.cluster.ClusterOptions;
import io.dorischangelog.testserver.internal.cluster.ClusterOptions.Ports;
import io.dorischangelog.testserver.internal.engine.EngineSettings;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Describes a {@link DorisTestServer}. Every setting has a default; a wrong value is refused at
 * once with an {@link IllegalArgumentException}. Not thread-safe; may start several servers.
 */
public final class DorisTestServerBuilder {
  private static final int MAX_NODES = 16;

  private InstantSource clock = InstantSource.system();
  private EngineSettings settings = EngineSettings.defaults();
  private ClusterOptions options = ClusterOptions.defaults();

  DorisTestServerBuilder() {}

  /** The clock of the server, such as a {@link ManualClock}; the system's by default. */
  public DorisTestServerBuilder clock(InstantSource newClock) {
    clock = Objects.requireNonNull(newClock, "clock");
    return this;
  }

  /** The spelling of the feature; {@link ChangelogNames#CHANGELOG} by default. */
  public DorisTestServerBuilder names(ChangelogNames names) {
    settings = settings.withNames(Objects.requireNonNull(names, "names"));
    return this;
  }

  /** The kind of storage; {@link Deployment#SHARED_NOTHING} by default. */
  public DorisTestServerBuilder deployment(Deployment deployment) {
    settings = settings.withDeployment(EngineSettings.Deployment.valueOf(deployment.name()));
    return this;
  }

  /** The global {@code time_zone}; UTC by default. */
  public DorisTestServerBuilder timeZone(ZoneId zone) {
    settings = settings.withTimeZone(Objects.requireNonNull(zone, "zone"));
    return this;
  }

  /** The front ends' {@code enable_feature_changelog}; on by default. */
  public DorisTestServerBuilder changelogEnabled(boolean enabled) {
    settings = settings.withChangelogEnabled(enabled);
    return this;
  }

  /** Whether the operation column is 64 bits wide instead of 8; both were observed. Off. */
  public DorisTestServerBuilder wideOperation(boolean wide) {
    settings = settings.withWideOperation(wide);
    return this;
  }

  /** Whether Arrow fields carry {@code doris_type}, as recent servers send it; on by default. */
  public DorisTestServerBuilder typeMetadata(boolean present) {
    return form(WireForm.UNTYPED_FIELDS, !present);
  }

  /**
   * Whether windows of {@code @incr} are {@code (start, end]} by the millisecond, as builds before
   * September 2026 read them, instead of {@code [start, end)}; off by default.
   */
  public DorisTestServerBuilder oldWindows(boolean old) {
    settings = settings.withOldWindows(old);
    return this;
  }

  /**
   * Whether DATETIME travels as an instant tagged with the session's zone, as older servers send
   * it, instead of a wall clock without a zone; off by default.
   */
  public DorisTestServerBuilder zonedDatetimes(boolean zoned) {
    return form(WireForm.ZONED_DATETIMES, zoned);
  }

  /** Adds ways in which values travel other than on the newest servers. */
  public DorisTestServerBuilder wireForms(WireForm... forms) {
    for (WireForm form : forms) {
      form(form, true);
    }
    return this;
  }

  private DorisTestServerBuilder form(WireForm form, boolean on) {
    Set<WireForm> forms = new HashSet<>(options.forms());
    if (on) {
      forms.add(form);
    } else {
      forms.remove(form);
    }
    options = options.withForms(forms);
    return this;
  }

  /** Number of front ends, 1 by default; the first is the master, the others follow it. */
  public DorisTestServerBuilder frontEnds(int count) {
    options = options.withNodes(checkCount("frontEnds", count), options.backEnds());
    return this;
  }

  /** Number of back ends, 1 by default. */
  public DorisTestServerBuilder backEnds(int count) {
    options = options.withNodes(options.frontEnds(), checkCount("backEnds", count));
    return this;
  }

  /** Fixed HTTP port of the first front end; 0, the default, takes a free one. */
  public DorisTestServerBuilder httpPort(int port) {
    Ports p = options.ports();
    options =
        options.withPorts(
            new Ports(checkPort("httpPort", port), p.mysql(), p.flight(), p.backEndFlight()));
    return this;
  }

  /** Fixed MySQL port of the first front end; 0, the default, takes a free one. */
  public DorisTestServerBuilder mysqlPort(int port) {
    Ports p = options.ports();
    options =
        options.withPorts(
            new Ports(p.http(), checkPort("mysqlPort", port), p.flight(), p.backEndFlight()));
    return this;
  }

  /** Fixed Flight SQL port of the first front end; 0, the default, takes a free one. */
  public DorisTestServerBuilder flightPort(int port) {
    Ports p = options.ports();
    options =
        options.withPorts(
            new Ports(p.http(), p.mysql(), checkPort("flightPort", port), p.backEndFlight()));
    return this;
  }

  /** Fixed Flight port of the first back end; 0, the default, takes a free one. */
  public DorisTestServerBuilder backEndFlightPort(int port) {
    Ports p = options.ports();
    options =
        options.withPorts(
            new Ports(p.http(), p.mysql(), p.flight(), checkPort("backEndFlightPort", port)));
    return this;
  }

  /**
   * What back ends advertise instead of their own address ({@code public_host}).
   *
   * @param port of a proxy ({@code arrow_flight_sql_proxy_port}), 0 for the back end's own
   */
  public DorisTestServerBuilder backEndPublicAddress(String host, int port) {
    Objects.requireNonNull(host, "host");
    options =
        options.withPublicAddress(
            new ClusterOptions.PublicAddress(host, checkPort("backEndPublicAddress", port)));
    return this;
  }

  /** What the MySQL port proposes; {@link MysqlAuthentication#NATIVE_PASSWORD} by default. */
  public DorisTestServerBuilder mysqlAuthentication(MysqlAuthentication authentication) {
    options =
        options.withMysqlAuthentication(Objects.requireNonNull(authentication, "authentication"));
    return this;
  }

  /** How long Flight sessions live; a pool of 4096 by default. */
  public DorisTestServerBuilder flightSessions(FlightSessionModel model) {
    options = options.withSessions(Objects.requireNonNull(model, "model"));
    return this;
  }

  /** Speaks TLS, and nothing else, on all ports; the MySQL port also takes plain connections. */
  public DorisTestServerBuilder tls(TlsFiles files) {
    options = options.withTls(Objects.requireNonNull(files, "files"));
    return this;
  }

  /**
   * Starts the server.
   *
   * @throws java.io.UncheckedIOException if a port cannot be opened or a TLS file cannot be read
   */
  public DorisTestServer start() {
    return new DorisTestServer(Cluster.start(clock, settings, options));
  }

  private static int checkCount(String name, int count) {
    if (count < 1 || count > MAX_NODES) {
      throw new IllegalArgumentException(
          name + " must be 1 to " + MAX_NODES + ", but was " + count);
    }
    return count;
  }

  private static int checkPort(String name, int port) {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException(name + " must be 0 to 65535, but was " + port);
    }
    return port;
  }
}
