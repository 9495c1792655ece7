package io.dorischangelog.client.offset;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.TlsOptions;
import io.dorischangelog.client.internal.tls.TlsMaterial;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link DorisTableOffsetStore}. {@code jdbcUrl}, {@code username} and {@code table}
 * are required. Not thread-safe.
 */
public final class DorisTableOffsetStoreBuilder {

  private @Nullable String jdbcUrl;
  private @Nullable String username;
  private String password = "";
  private @Nullable TableId table;
  private @Nullable ServerZone zone;
  private @Nullable TlsMaterial tls;
  private Duration connectTimeout = Duration.ofSeconds(30);
  private Duration readTimeout = Duration.ofSeconds(30);

  /** As a parameter, or between user and host. */
  private static final Pattern PASSWORD = Pattern.compile("(?i)password[1-3]?=|//[^/?]*:[^/?@]*@");

  /** What the driver's own parameters say about TLS. */
  private static final Pattern DRIVER_TLS =
      Pattern.compile(
          "(?i)[?&(,](sslMode|useSSL|requireSSL|verifyServerCertificate|trustCertificate\\w*"
              + "|clientCertificate\\w*)=");

  DorisTableOffsetStoreBuilder() {}

  /**
   * Where Doris' front ends answer the MySQL protocol, for example {@code
   * jdbc:mysql://127.0.0.1:9030}. Parameters of MySQL's driver may follow.
   *
   * @throws IllegalArgumentException if it is not a {@code jdbc:mysql:} address, holds a password,
   *     which drivers repeat in their messages, or says how to use TLS as {@link #tls} does
   */
  public DorisTableOffsetStoreBuilder jdbcUrl(String jdbcUrl) {
    if (!jdbcUrl.startsWith("jdbc:mysql:")) {
      throw new IllegalArgumentException("jdbc-url must begin with jdbc:mysql:");
    }
    if (PASSWORD.matcher(jdbcUrl).find()) {
      throw new IllegalArgumentException(
          "jdbc-url must not hold a password; set username and password on their own");
    }
    this.jdbcUrl = jdbcUrl;
    requireOneTls();
    return this;
  }

  /** The user, who needs SELECT and INSERT on the table. */
  public DorisTableOffsetStoreBuilder username(String username) {
    this.username = username;
    return this;
  }

  /** The user's password; empty by default. */
  public DorisTableOffsetStoreBuilder password(String password) {
    this.password = password;
    return this;
  }

  /**
   * The offset table as {@code db.table}; it must exist.
   *
   * @throws IllegalArgumentException if the text is not exactly two names
   */
  public DorisTableOffsetStoreBuilder table(String table) {
    this.table = TableId.parse(table);
    return this;
  }

  /**
   * The zone the times in the table are in; only needed if the server's own name for its zone
   * cannot be understood. By default the server is asked.
   *
   * @throws IllegalArgumentException if it is not the name of a zone
   */
  public DorisTableOffsetStoreBuilder timeZone(String name) {
    this.zone = ServerZone.named(name);
    return this;
  }

  /**
   * Connects with TLS, and checks the server's certificate and that it is made for the host of the
   * jdbc-url. By default what the jdbc-url says holds. Which of HTTP and Flight the options leave
   * out does not matter here.
   *
   * @throws IllegalArgumentException if a file cannot be used, or the jdbc-url holds parameters
   *     about TLS as well
   */
  public DorisTableOffsetStoreBuilder tls(TlsOptions tls) {
    this.tls = TlsMaterial.load(tls);
    requireOneTls();
    return this;
  }

  private void requireOneTls() {
    if (tls != null && jdbcUrl != null && DRIVER_TLS.matcher(jdbcUrl).find()) {
      throw new IllegalArgumentException(
          "tls is set, and jdbc-url holds parameters about TLS as well; leave those out, or exclude"
              + " the protocol mysql from tls");
    }
  }

  /**
   * How long to wait for a connection; 30 seconds by default.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public DorisTableOffsetStoreBuilder connectTimeout(Duration connectTimeout) {
    this.connectTimeout = positive("connect timeout", connectTimeout);
    return this;
  }

  /**
   * How long to wait for an answer; 30 seconds by default.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public DorisTableOffsetStoreBuilder readTimeout(Duration readTimeout) {
    this.readTimeout = positive("read timeout", readTimeout);
    return this;
  }

  private static Duration positive(String key, Duration value) {
    if (value.toMillis() <= 0 || value.toMillis() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          key + " must be between 1 ms and " + Integer.MAX_VALUE + " ms: " + value);
    }
    return value;
  }

  /**
   * The store; it does not connect yet.
   *
   * @throws IllegalArgumentException if a required setting is missing
   * @throws io.dorischangelog.client.error.OffsetStoreException if MySQL's JDBC driver is missing
   */
  public DorisTableOffsetStore build() {
    TableId name = required("table", table);
    Properties properties = new Properties();
    properties.setProperty("user", required("username", username));
    properties.setProperty("password", password);
    properties.setProperty("connectTimeout", Long.toString(connectTimeout.toMillis()));
    properties.setProperty("socketTimeout", Long.toString(readTimeout.toMillis()));
    return new DorisTableOffsetStore(
        new MysqlOffsetTable(
            MysqlDriver.load(driverLoaders()),
            required("jdbcUrl", jdbcUrl),
            properties,
            name,
            tls == null ? null : new MysqlTls(tls)),
        name,
        zone);
  }

  private static List<ClassLoader> driverLoaders() {
    return Stream.of(
            Thread.currentThread().getContextClassLoader(),
            DorisTableOffsetStoreBuilder.class.getClassLoader())
        .filter(Objects::nonNull)
        .toList();
  }

  private static <T> T required(String key, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(key + " of the Doris offset store is not set");
    }
    return value;
  }
}
