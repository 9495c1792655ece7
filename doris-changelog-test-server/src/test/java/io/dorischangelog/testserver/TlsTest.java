package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // Arrow's close() methods may be interrupted
final class TlsTest {
  @TempDir Path directory;

  private static SSLContext trusting(Path ca) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(ca)) {
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static FlightClient.Builder flight(
      BufferAllocator allocator, DorisTestServer server, TestCertificates certificates)
      throws Exception {
    return FlightClient.builder(allocator, Location.forGrpcTls("127.0.0.1", server.flightPort()))
        .trustedCertificates(Files.newInputStream(certificates.ca()));
  }

  @Test
  void allPortsSpeakTls() throws Exception {
    TestCertificates certificates = TestCertificates.create(directory);
    try (DorisTestServer server = DorisTestServer.builder().tls(certificates.server()).start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient flight = flight(allocator, server, certificates).build()) {
      HttpResponse<String> page =
          HttpClient.newBuilder()
              .sslContext(trusting(certificates.ca()))
              .build()
              .send(
                  HttpRequest.newBuilder(URI.create("https://" + server.httpAddress() + "/"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(flight.authenticateBasicToken("root", "")).isPresent();
      try (Connection connection =
          DriverManager.getConnection(server.jdbcUrl() + "?sslMode=REQUIRED", "root", "")) {
        assertThat(connection.isValid(10)).isTrue();
      }
    }
  }

  @Test
  void clientsWithoutACertificateAreRefusedWhereOneIsNeeded() throws Exception {
    TestCertificates certificates = TestCertificates.create(directory);
    try (DorisTestServer server =
            DorisTestServer.builder().tls(certificates.serverWithClientCertificates()).start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient with =
            flight(allocator, server, certificates)
                .clientCertificate(
                    Files.newInputStream(certificates.clientCertificate()),
                    Files.newInputStream(certificates.clientKey()))
                .build();
        FlightClient without = flight(allocator, server, certificates).build()) {
      assertThat(with.authenticateBasicToken("root", "")).isPresent();
      assertThatThrownBy(() -> without.authenticateBasicToken("root", ""))
          .isInstanceOf(FlightRuntimeException.class);
    }
  }

  private static String verified(DorisTestServer server, TestCertificates certificates) {
    return server.jdbcUrl()
        + "?sslMode=VERIFY_CA&trustCertificateKeyStoreType=PKCS12"
        + "&trustCertificateKeyStorePassword=changeit&trustCertificateKeyStoreUrl="
        + certificates.ca().resolveSibling("trust.p12").toUri();
  }

  /** Connector/J wants its certificates in a file of its own form. */
  private static void writeTrust(TestCertificates files, TestCertificates trusted)
      throws Exception {
    KeyStore store = emptyStore();
    store.setCertificateEntry("ca", certificate(trusted.ca()));
    try (OutputStream out = Files.newOutputStream(files.ca().resolveSibling("trust.p12"))) {
      store.store(out, "changeit".toCharArray());
    }
  }

  private static KeyStore emptyStore() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Certificate certificate(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static PrivateKey key(Path file, Certificate certificate) throws Exception {
    String base64 = Files.readString(file).replaceAll("-----[^-]+-----|\\s", "");
    return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  private static KeyStore clientKeys(TestCertificates files) throws Exception {
    KeyStore store = emptyStore();
    Certificate certificate = certificate(files.clientCertificate());
    store.setKeyEntry(
        "client",
        key(files.clientKey(), certificate),
        "changeit".toCharArray(),
        new Certificate[] {certificate});
    return store;
  }

  @Test
  void mysqlClientsCanVerifyTheServer() throws Exception {
    TestCertificates certificates = TestCertificates.create(directory);
    TestCertificates others =
        TestCertificates.create(Files.createDirectory(directory.resolve("x")));
    try (DorisTestServer server = DorisTestServer.builder().tls(certificates.server()).start()) {
      writeTrust(certificates, certificates);
      String url = verified(server, certificates);
      try (Connection connection = DriverManager.getConnection(url, "root", "")) {
        assertThat(connection.isValid(10)).isTrue();
      }
      writeTrust(others, others);
      assertThatThrownBy(() -> DriverManager.getConnection(verified(server, others), "root", ""))
          .isInstanceOf(SQLException.class)
          .hasStackTraceContaining("CertPathValidatorException");
    }
  }

  @Test
  void mysqlClientsNeedACertificateWhereOneIsAskedFor() throws Exception {
    TestCertificates certificates = TestCertificates.create(directory);
    Path keys = directory.resolve("client.p12");
    try (OutputStream out = Files.newOutputStream(keys)) {
      clientKeys(certificates).store(out, "changeit".toCharArray());
    }
    writeTrust(certificates, certificates);
    try (DorisTestServer server =
        DorisTestServer.builder().tls(certificates.serverWithClientCertificates()).start()) {
      String without = verified(server, certificates);
      String with =
          without
              + "&clientCertificateKeyStoreType=PKCS12&clientCertificateKeyStorePassword=changeit"
              + "&clientCertificateKeyStoreUrl="
              + keys.toUri();
      try (Connection connection = DriverManager.getConnection(with, "root", "")) {
        assertThat(connection.isValid(10)).isTrue();
      }
      assertThatThrownBy(() -> DriverManager.getConnection(without, "root", ""))
          .isInstanceOf(SQLException.class);
      assertThatThrownBy(
              () -> DriverManager.getConnection(server.jdbcUrl() + "?sslMode=DISABLED", "root", ""))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(3159));
    }
  }

  @Test
  void httpClientsNeedACertificateWhereOneIsAskedFor() throws Exception {
    TestCertificates certificates = TestCertificates.create(directory);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(clientKeys(certificates), "changeit".toCharArray());
    KeyStore trusted = emptyStore();
    trusted.setCertificateEntry("ca", certificate(certificates.ca()));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext with = SSLContext.getInstance("TLS");
    with.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    try (DorisTestServer server =
        DorisTestServer.builder().tls(certificates.serverWithClientCertificates()).start()) {
      assertThat(root(server, with)).isEqualTo(200);
      SSLContext without = trusting(certificates.ca());
      assertThatThrownBy(() -> root(server, without)).isInstanceOf(IOException.class);
    }
  }

  private static int root(DorisTestServer server, SSLContext context) throws Exception {
    return HttpClient.newBuilder()
        .sslContext(context)
        .build()
        .send(
            HttpRequest.newBuilder(URI.create("https://" + server.httpAddress() + "/")).build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void rowsAreFetchedFromBackEndsOverTls() throws Exception {
    TestCertificates certificates = TestCertificates.create(directory);
    try (DorisTestServer server =
            DorisTestServer.builder().tls(certificates.serverWithClientCertificates()).start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient frontEnd = shown(flight(allocator, server, certificates), certificates)) {
      server.execute("CREATE DATABASE db");
      server.execute(
          "CREATE TABLE db.t (id INT) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1"
              + " PROPERTIES ('replication_num' = '1')");
      server.execute("INSERT INTO db.t VALUES (1), (2)");
      CredentialCallOption token = frontEnd.authenticateBasicToken("root", "").orElseThrow();
      FlightEndpoint endpoint =
          new FlightSqlClient(frontEnd).execute("SELECT id FROM db.t", token).getEndpoints().get(0);
      Location location = endpoint.getLocations().get(0);
      assertThat(location.getUri().getPort()).isEqualTo(server.backEndFlightPort());
      Location overTls = Location.forGrpcTls("127.0.0.1", server.backEndFlightPort());
      assertThatThrownBy(() -> rows(at(allocator, overTls, certificates).build(), endpoint))
          .isInstanceOf(FlightRuntimeException.class);
      assertThat(rows(shown(at(allocator, overTls, certificates), certificates), endpoint))
          .isEqualTo(2);
    }
  }

  private static FlightClient.Builder at(
      BufferAllocator allocator, Location location, TestCertificates certificates)
      throws IOException {
    return FlightClient.builder(allocator, location)
        .trustedCertificates(Files.newInputStream(certificates.ca()));
  }

  private static FlightClient shown(FlightClient.Builder builder, TestCertificates certificates)
      throws IOException {
    return builder
        .clientCertificate(
            Files.newInputStream(certificates.clientCertificate()),
            Files.newInputStream(certificates.clientKey()))
        .build();
  }

  private static int rows(FlightClient client, FlightEndpoint endpoint) throws Exception {
    int rows = 0;
    try (client;
        FlightStream stream = client.getStream(endpoint.getTicket())) {
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
      }
    }
    return rows;
  }
}
