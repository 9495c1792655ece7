package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TlsOptions;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections, and that nothing is ever sent in plain text instead. */
@ExtendWith(LeakCheck.class)
class TlsTest {
  private static final List<String> ROW = List.of("+S {id=1, name=N, age=1}");

  @TempDir static Path shared;
  private static TestCertificates files;
  @TempDir Path directory;

  @BeforeAll
  static void makeCertificates() {
    files = TestCertificates.create(shared);
  }

  private StudentTable secure() {
    StudentTable table = StudentTable.unique(server -> server.tls(files.server()));
    insert(table);
    return table;
  }

  private static void insert(StudentTable table) {
    table.run("INSERT INTO t VALUES (1, 'N', 1)");
    table.passSecond();
  }

  private TlsOptions trusting() {
    return TlsOptions.trusting(files.ca());
  }

  private TestCertificates others() throws IOException {
    return TestCertificates.create(Files.createDirectories(directory.resolve("others")));
  }

  private static List<String> readAll(ChangelogReaderBuilder builder) {
    try (ChangelogReader reader = builder.build()) {
      return StudentTable.drain(reader);
    }
  }

  private static void refused(ChangelogReaderBuilder builder, String... words) {
    assertThatExceptionOfType(ServerUnavailableException.class)
        .isThrownBy(() -> readAll(builder))
        .satisfies(e -> assertThat(e.getMessage()).contains(words));
  }

  @Test
  void allConnectionsAreEncryptedAndTheServerIsChecked() {
    try (StudentTable table = secure()) {
      assertThat(readAll(table.reader().tls(trusting()))).isEqualTo(ROW);
    }
  }

  @Test
  void aClientCertificateIsShownWhereOneIsAskedFor() {
    try (StudentTable table =
        StudentTable.unique(server -> server.tls(files.serverWithClientCertificates()))) {
      insert(table);
      TlsOptions mutual =
          trusting().withClientCertificate(files.clientCertificate(), files.clientKey());
      assertThat(readAll(table.reader().tls(mutual))).isEqualTo(ROW);
      refused(table.reader().tls(trusting()).retries(0), "client certificate");
      refused(
          table
              .reader()
              .tls(trusting().exceptHttp())
              .flightSqlPort(table.server().flightPort())
              .retries(0),
          "TLS");
    }
  }

  @Test
  void anUnknownAuthorityIsNamedAtOnce() throws IOException {
    try (StudentTable table = secure()) {
      refused(
          table.reader().tls(TlsOptions.trusting(others().ca())).retries(100),
          "not signed by an authority",
          "ca-certificate-path");
      refused(table.reader().tls(TlsOptions.trustingLikeTheJvm()), "not signed by an authority");
    }
  }

  private StudentTable with(TestCertificates certificates) {
    return StudentTable.unique(server -> server.tls(certificates.server()));
  }

  @Test
  void theHostNameMustFit() {
    TestCertificates elsewhere = TestCertificates.createForHost(directory, "db.example.org");
    TlsOptions options = TlsOptions.trusting(elsewhere.ca());
    try (StudentTable table = with(elsewhere)) {
      refused(table.reader().tls(options), "another host name");
    }
    try (StudentTable table = with(elsewhere)) {
      int port = table.server().flightPort();
      ChangelogReaderBuilder overFlight =
          table.reader().frontEnds("127.0.0.1:1").flightSqlPort(port).retries(0).tls(options);
      refused(overFlight, "127.0.0.1:1");
    }
  }

  @Test
  void anExpiredCertificateIsRefused() {
    TestCertificates old = TestCertificates.createExpired(directory);
    try (StudentTable table = with(old)) {
      refused(table.reader().tls(TlsOptions.trusting(old.ca())), "expired");
    }
    unusable(
        TlsOptions.trusting(old.ca())
            .withClientCertificate(old.clientCertificate(), old.clientKey()),
        "is valid from");
  }

  @Test
  void aPlainServerIsNotSpokenToInPlainText() {
    try (StudentTable table = StudentTable.unique()) {
      Duration second = Duration.ofSeconds(1);
      refused(
          table.reader().tls(trusting()).readTimeout(second).retries(0),
          "no TLS is spoken on this port");
      refused(
          table.reader().tls(trusting().exceptHttp()).readTimeout(second).retries(0),
          "no TLS is spoken on this port");
    }
  }

  @Test
  void aPlainClientIsToldThatThePortMayWantTls() {
    try (StudentTable table = secure()) {
      refused(table.reader().retries(0), "doris.enable.tls");
      refused(table.reader().tls(trusting().exceptFlight()).retries(0), "doris.enable.tls");
    }
  }

  @Test
  void plainLocationsOfAPlanAreSpokenToInTlsAllTheSame() {
    try (StudentTable table = secure()) {
      table
          .server()
          .faults()
          .onPlan()
          .matching("FOR VERSION")
          .endpoints(EndpointShape.one().at("grpc+tcp://127.0.0.1:{port}"));
      assertThat(readAll(table.reader().tls(trusting()))).isEqualTo(ROW);
    }
  }

  @Test
  void filesThatCannotBeUsedAreNamedWhenTheyAreSet() throws IOException {
    Path missing = directory.resolve("missing.pem");
    Path text = Files.writeString(directory.resolve("text.pem"), "secret words");
    Path old =
        Files.writeString(directory.resolve("old.key"), "-----BEGIN RSA PRIVATE KEY-----\nAA\n");
    unusable(TlsOptions.trusting(missing), missing + "' does not exist");
    unusable(TlsOptions.trusting(text), text + "' holds no");
    unusable(TlsOptions.trusting(directory), directory + "' cannot be read");
    unusable(trusting().withClientCertificate(text, files.clientKey()), text + "' holds no");
    unusable(trusting().withClientCertificate(files.clientCertificate(), text), "holds no key");
    unusable(trusting().withClientCertificate(files.clientCertificate(), old), "openssl pkcs8");
    unusable(
        trusting().withClientCertificate(files.clientCertificate(), files.serverKey()),
        "does not belong to");
  }

  private static void unusable(TlsOptions options, String words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChangelogReader.builder().tls(options))
        .withMessageContaining(words)
        .withMessageNotContaining("secret");
  }

  @Test
  void noTextShowsWhatIsInTheFiles() {
    TlsOptions options =
        trusting().withClientCertificate(files.clientCertificate(), files.clientKey());
    assertThat(options.toString()).contains("ca.pem", "client.pem").doesNotContain("BEGIN");
  }
}
