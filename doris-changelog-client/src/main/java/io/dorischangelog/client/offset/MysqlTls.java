package io.dorischangelog.client.offset;

import io.dorischangelog.client.internal.server.TlsFailures;
import io.dorischangelog.client.internal.tls.TlsMaterial;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects MySQL's driver with TLS. The driver takes certificates from files in Java's own form
 * only, so they are written down, for this user only and under a random password, while it
 * connects.
 */
final class MysqlTls {
  private static final Logger LOG = LoggerFactory.getLogger(MysqlTls.class);

  private final TlsMaterial material;

  MysqlTls(TlsMaterial material) {
    this.material = material;
  }

  /**
   * Connects, and checks the server's certificate and its host name.
   *
   * @return null if the driver does not accept the address
   */
  @Nullable Connection connect(Driver driver, String url, Properties settings) throws SQLException {
    Properties secure = new Properties();
    secure.putAll(settings);
    secure.setProperty("sslMode", "VERIFY_IDENTITY");
    List<Path> files = new ArrayList<>();
    try {
      write(material.trustStore(), "trustCertificate", secure, files);
      write(material.clientStore(), "clientCertificate", secure, files);
      secure.setProperty(
          "fallbackToSystemTrustStore", Boolean.toString(material.trustStore().isEmpty()));
      secure.setProperty("fallbackToSystemKeyStore", "false");
      return driver.connect(url, secure);
    } catch (IOException | GeneralSecurityException e) {
      throw new SQLException(
          "The certificates could not be written to a temporary file for the driver", e);
    } catch (SQLException e) {
      throw explained(e);
    } finally {
      files.forEach(MysqlTls::delete);
    }
  }

  private void write(Optional<KeyStore> store, String prefix, Properties settings, List<Path> files)
      throws IOException, GeneralSecurityException {
    if (store.isEmpty()) {
      return;
    }
    // On systems with owners it is made for its owner only.
    Path file = Files.createTempFile("doris-changelog", ".p12");
    files.add(file);
    char[] password = material.storePassword();
    try (OutputStream out = Files.newOutputStream(file)) {
      store.get().store(out, password);
    }
    settings.setProperty(prefix + "KeyStoreUrl", file.toUri().toString());
    settings.setProperty(prefix + "KeyStoreType", "PKCS12");
    settings.setProperty(prefix + "KeyStorePassword", new String(password));
  }

  /** The driver itself only says that the link failed. */
  private static SQLException explained(SQLException e) {
    return TlsFailures.explain(e)
        .<SQLException>map(
            why ->
                new SQLNonTransientConnectionException(why, e.getSQLState(), e.getErrorCode(), e))
        .orElse(e);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn(
          "Could not delete the temporary file {}; it is worthless without this process", file);
    }
  }
}
