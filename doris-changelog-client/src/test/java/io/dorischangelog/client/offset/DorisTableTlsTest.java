package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.TlsOptions;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.TestCertificates;
import io.dorischangelog.testserver.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The offset table over encrypted connections of MySQL's own driver. */
@ExtendWith(LeakCheck.class)
class DorisTableTlsTest {
  private static final TableId ORDERS = new TableId("shop", "orders");
  private static final Position SAVED =
      Position.startingAt(Instant.parse("2026-10-01T10:00:00Z"), ORDERS);

  @TempDir static Path shared;
  private static TestCertificates files;
  @TempDir Path directory;

  @BeforeAll
  static void makeCertificates() {
    files = TestCertificates.create(shared);
  }

  private static DorisTestServer start(TlsFiles tls) {
    DorisTestServer server = DorisTestServer.builder().tls(tls).start();
    server.execute("CREATE DATABASE ops");
    server.execute(
        "CREATE TABLE ops.offsets (consumer_id VARCHAR(256) NOT NULL, offset_timestamp DATETIME NOT"
            + " NULL, update_time DATETIMEV2(3) NOT NULL) UNIQUE KEY(consumer_id) DISTRIBUTED BY"
            + " HASH(consumer_id) BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\")");
    return server;
  }

  private static DorisTableOffsetStoreBuilder builder(DorisTestServer server) {
    return DorisTableOffsetStore.builder()
        .jdbcUrl(server.jdbcUrl())
        .username("root")
        .table("ops.offsets");
  }

  private static void assertWorks(DorisTableOffsetStoreBuilder builder) {
    try (OffsetStore store = builder.build()) {
      assertThat(store.load("c", ORDERS)).isEmpty();
      store.save("c", ORDERS, SAVED, Optional.empty());
      assertThat(store.load("c", ORDERS)).contains(SAVED);
    }
  }

  private static void assertRefused(DorisTableOffsetStoreBuilder builder, String words) {
    try (OffsetStore store = builder.build()) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.load("c", ORDERS))
          .withMessageContaining(words)
          .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.MISCONFIGURED));
    }
  }

  private static Set<String> temporaryStores() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return entries
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(name -> name.startsWith("doris-changelog") && name.endsWith(".p12"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void theServerIsCheckedAndNothingIsLeftOnTheDisk() throws IOException {
    Set<String> before = temporaryStores();
    try (DorisTestServer server = start(files.server())) {
      assertWorks(builder(server).tls(TlsOptions.trusting(files.ca())));
    }
    assertThat(temporaryStores()).isSubsetOf(before);
  }

  @Test
  void aClientCertificateIsShownWhereOneIsAskedFor() {
    try (DorisTestServer server = start(files.serverWithClientCertificates())) {
      TlsOptions trusting = TlsOptions.trusting(files.ca());
      assertWorks(
          builder(server)
              .tls(trusting.withClientCertificate(files.clientCertificate(), files.clientKey())));
      try (OffsetStore store = builder(server).tls(trusting).build()) {
        assertThatExceptionOfType(OffsetStoreException.class)
            .isThrownBy(() -> store.load("c", ORDERS));
      }
    }
  }

  @Test
  void anUnknownAuthorityIsNamed() throws IOException {
    TestCertificates others =
        TestCertificates.create(Files.createDirectory(directory.resolve("others")));
    try (DorisTestServer server = start(files.server())) {
      assertRefused(
          builder(server).tls(TlsOptions.trusting(others.ca())), "not signed by an authority");
      assertRefused(
          builder(server).tls(TlsOptions.trustingLikeTheJvm()), "not signed by an authority");
    }
  }

  @Test
  void aServerWithoutTlsIsRefusedAndNotAskedInPlainText() {
    try (DorisTestServer server = DorisTestServer.start()) {
      assertRefused(builder(server).tls(TlsOptions.trusting(files.ca())), "SSL");
    }
  }

  @Test
  void tlsInTwoPlacesIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                DorisTableOffsetStore.builder()
                    .jdbcUrl("jdbc:mysql://127.0.0.1:9030?sslMode=REQUIRED")
                    .username("root")
                    .table("ops.offsets")
                    .tls(TlsOptions.trusting(files.ca()))
                    .build())
        .withMessageContaining("jdbc-url");
  }
}
