package io.dorischangelog.testserver;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The command line of {@link DorisTestServerMain}. */
final class MainOptions {
  static final String USAGE =
      """
      Options, each followed by its value:
        --http-port N              HTTP port of the front end (default 8030, 0 = any free port)
        --mysql-port N             MySQL port of the front end (default 9030)
        --flight-port N            Arrow Flight SQL port of the front end (default 8070)
        --back-end-flight-port N   Arrow Flight port of the back end (default 8050)
        --front-ends N             number of front ends (default 1)
        --back-ends N              number of back ends (default 1)
        --names WORD               changelog (default), binlog, or another word for the columns
        --deployment KIND          shared-nothing (default) or cloud
        --time-zone ZONE           global time zone (default UTC)
        --tls-certificate FILE     speak TLS with this PEM certificate; needs --tls-key
        --tls-key FILE             its private key, PKCS 8 without a password
        --tls-client-ca FILE       ask clients for certificates of this authority
        --flight-sessions N        limit of Flight sessions (default 4096)
        --wire-form FORM           new (default), or old: zoned DATETIME, no type metadata
        --script FILE              SQL statements to run before the ready line
      """;

  private final DorisTestServerBuilder builder =
      DorisTestServer.builder().httpPort(8030).mysqlPort(9030).flightPort(8070);
  private @Nullable Path script;
  private @Nullable Path tlsCertificate;
  private @Nullable Path tlsKey;
  private @Nullable Path tlsClientCa;

  private MainOptions() {
    builder.backEndFlightPort(8050);
  }

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException naming the option that is unknown, incomplete or wrong
   */
  static MainOptions parse(String... args) {
    MainOptions options = new MainOptions();
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length) {
        throw new IllegalArgumentException("Option " + args[i] + " needs a value");
      }
      options.set(args[i], args[i + 1]);
    }
    options.secure();
    return options;
  }

  private void secure() {
    if (tlsCertificate != null && tlsKey != null) {
      TlsFiles files = TlsFiles.of(tlsCertificate, tlsKey);
      builder.tls(tlsClientCa == null ? files : files.requireClientsOf(tlsClientCa));
    } else if (tlsCertificate != null || tlsKey != null || tlsClientCa != null) {
      throw new IllegalArgumentException("TLS needs both --tls-certificate and --tls-key");
    }
  }

  DorisTestServerBuilder builder() {
    return builder;
  }

  Optional<Path> script() {
    return Optional.ofNullable(script);
  }

  private void set(String option, String value) {
    switch (option) {
      case "--http-port" -> builder.httpPort(number(option, value));
      case "--mysql-port" -> builder.mysqlPort(number(option, value));
      case "--flight-port" -> builder.flightPort(number(option, value));
      case "--back-end-flight-port" -> builder.backEndFlightPort(number(option, value));
      case "--front-ends" -> builder.frontEnds(number(option, value));
      case "--back-ends" -> builder.backEnds(number(option, value));
      case "--names" -> builder.names(names(value));
      case "--deployment" -> builder.deployment(deployment(value));
      case "--time-zone" -> builder.timeZone(zone(value));
      case "--tls-certificate" -> tlsCertificate = Path.of(value);
      case "--tls-key" -> tlsKey = Path.of(value);
      case "--tls-client-ca" -> tlsClientCa = Path.of(value);
      case "--flight-sessions" ->
          builder.flightSessions(FlightSessionModel.pool(number(option, value)));
      case "--wire-form" -> wireForm(value);
      case "--script" -> script = Path.of(value);
      default -> throw new IllegalArgumentException("Unknown option " + option);
    }
  }

  private void wireForm(String form) {
    if (!form.equals("new") && !form.equals("old")) {
      throw new IllegalArgumentException("--wire-form must be new or old, but was " + form);
    }
    builder.typeMetadata(form.equals("new")).zonedDatetimes(form.equals("old"));
  }

  private static int number(String option, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " must be a number, but was " + value, e);
    }
  }

  private static ChangelogNames names(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "changelog" -> ChangelogNames.CHANGELOG;
      case "binlog" -> ChangelogNames.BINLOG;
      default -> ChangelogNames.withColumns(word);
    };
  }

  private static Deployment deployment(String kind) {
    return switch (kind) {
      case "shared-nothing" -> Deployment.SHARED_NOTHING;
      case "cloud" -> Deployment.CLOUD;
      default ->
          throw new IllegalArgumentException(
              "--deployment must be shared-nothing or cloud, but was " + kind);
    };
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("--time-zone must be a zone, but was " + name, e);
    }
  }
}
