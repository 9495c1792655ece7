package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.offset.OffsetStore;
import io.dorischangelog.client.scan.ReadOptions;
import io.dorischangelog.testserver.TestCertificates;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code doris.tls.*} holds for the connections to the offset table as well. */
class EncryptedOffsetTableTest {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(1)
              .build());

  private @TempDir Path directory;
  private TestCertificates files;
  private Doris doris;

  @BeforeEach
  void start() {
    files = TestCertificates.create(directory);
    doris = Doris.start(server -> server.tls(files.serverWithClientCertificates()));
    doris.script("documented-offsets.sql").forEach(doris::run);
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 1).insert(1, 1, "a");
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void aJobReadsAndPublishesOverEncryptedConnectionsOnly() {
    SqlTable table = SqlTable.inStream(doris).set("execution.checkpointing.interval", "200ms");
    options().forEach(table::with);
    try (Collected rows = table.query("id INT", "SELECT * FROM t")) {
      assertThat(rows.take(1)).containsExactly("+I[1]");
      doris.insert(2, 2, "b");
      assertThat(rows.take(1)).containsExactly("+I[2]");
      String readUpTo = doris.now();
      await(
          () ->
              doris
                  .query("SELECT offset_timestamp FROM ops.flink_source_offsets")
                  .toString()
                  .equals("[[" + readUpTo + "]]"));
    }
  }

  @Test
  void whereMysqlIsExcludedThePlainConnectionIsRefusedByTheServer() {
    Map<String, String> options = options();
    options.put("doris.tls.excluded-protocols", "mysql");
    try (OffsetStore plain = store(options)) {
      assertThatThrownBy(() -> plain.load("c", TableId.parse("test.t")))
          .isInstanceOf(OffsetStoreException.class);
    }
  }

  @Test
  void tlsSaidTwiceIsRefusedWhenTheQueryIsPlanned() {
    SqlTable table = SqlTable.inStream(doris);
    options().forEach(table::with);
    table.with("jdbc-url", doris.server().jdbcUrl() + "?sslMode=REQUIRED");
    assertThatThrownBy(() -> table.explain("id INT", "SELECT * FROM t"))
        .hasMessageContaining("jdbc-url holds parameters about TLS")
        .hasMessageContaining("mysql");
  }

  private static OffsetStore store(Map<String, String> options) {
    Map<String, String> all = new HashMap<>(options);
    all.putAll(
        Map.of(
            "fenodes",
            "127.0.0.1:1",
            "table.identifier",
            "test.t",
            "username",
            "root",
            "password",
            ""));
    return Objects.requireNonNull(OffsetSettings.of(ReadOptions.of(all))).open();
  }

  private Map<String, String> options() {
    return new HashMap<>(
        Map.of(
            "source.scan.mode",
            "initial",
            "source.changelog.offset-table",
            "ops.flink_source_offsets",
            "source.changelog.consumer-id",
            "c",
            "jdbc-url",
            doris.server().jdbcUrl(),
            "doris.enable.tls",
            "true",
            "doris.tls.ca-certificate-path",
            files.ca().toString(),
            "doris.tls.client-certificate-path",
            files.clientCertificate().toString(),
            "doris.tls.client-key-path",
            files.clientKey().toString()));
  }
}
