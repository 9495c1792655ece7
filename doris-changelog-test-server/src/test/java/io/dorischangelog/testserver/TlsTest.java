package io.dorischangelog.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.Location;
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
}
