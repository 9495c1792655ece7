package io.dorischangelog.testserver.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.DorisTestServer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The last Connector/J of the old numbering, which the build puts into {@code target/drivers}. */
final class OtherConnectorTest {
  private static final Path DRIVERS = Path.of("target", "drivers");

  private static URL[] jars() throws Exception {
    try (Stream<Path> files = Files.list(DRIVERS)) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
      assertThat(jars).hasSize(1);
      return new URL[] {jars.get(0).toUri().toURL()};
    }
  }

  @Test
  void anotherMajorVersionOfTheDriverWritesAndReads() throws Exception {
    try (DorisTestServer server = DorisTestServer.start();
        URLClassLoader loader = new URLClassLoader(jars(), ClassLoader.getPlatformClassLoader())) {
      server.execute("CREATE DATABASE d");
      server.execute(
          "CREATE TABLE d.t (id INT NOT NULL, s VARCHAR(9)) UNIQUE KEY(id)"
              + " DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ('replication_num' = '1')");
      Driver driver =
          (Driver)
              loader.loadClass("com.mysql.cj.jdbc.Driver").getDeclaredConstructor().newInstance();
      assertThat(driver.getMajorVersion()).isEqualTo(9);
      Properties login = new Properties();
      login.put("user", "root");
      login.put("password", "");
      try (Connection connection = driver.connect(server.jdbcUrl() + "d", login);
          PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)");
          PreparedStatement select = connection.prepareStatement("SELECT s FROM t")) {
        insert.setInt(1, 1);
        insert.setString(2, "a'b");
        assertThat(insert.executeUpdate()).isEqualTo(1);
        try (ResultSet rows = select.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString(1)).isEqualTo("a'b");
        }
      }
      // The driver's own cleaner thread would outlive its class loader.
      loader
          .loadClass("com.mysql.cj.jdbc.AbandonedConnectionCleanupThread")
          .getMethod("checkedShutdown")
          .invoke(null);
    }
  }
}
