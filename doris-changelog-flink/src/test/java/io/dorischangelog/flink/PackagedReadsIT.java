package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.TestCertificates;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads by the jar for {@code lib/}, in a JVM that has nothing else but Flink and a driver. */
class PackagedReadsIT {
  private static final String COLUMNS = "id INT, name STRING, age INT, op STRING METADATA VIRTUAL";
  private static final String BEGIN = "2026-10-09 10:00:00";
  private static final String[] ROWS = {
    "+I[1, Ann, 19, +S]", "+I[2, Bob, 20, +S]", "-U[1, Ann, 18, -U]", "+U[1, Ann, 19, +U]"
  };

  private @TempDir Path directory;
  private Doris doris = Doris.start();

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void theSnapshotAndTheChangesBehindThePublishedProgress() throws Exception {
    assertThat(rows("")).containsExactlyInAnyOrder(ROWS);
  }

  @Test
  void theSameOverMutualTls() throws Exception {
    doris.close();
    TestCertificates files = TestCertificates.create(directory);
    doris = Doris.start(server -> server.tls(files.serverWithClientCertificates()));
    String tls =
        """
        , 'doris.enable.tls' = 'true'
        , 'doris.tls.ca-certificate-path' = '%s'
        , 'doris.tls.client-certificate-path' = '%s'
        , 'doris.tls.client-key-path' = '%s'\
        """
            .formatted(files.ca(), files.clientCertificate(), files.clientKey());
    assertThat(rows(tls)).containsExactlyInAnyOrder(ROWS);
  }

  /** The rows of a table, and what changed in it behind the published progress. */
  private List<String> rows(String tls) throws Exception {
    doris.script("documented-offsets.sql").forEach(doris::run);
    doris
        .uniqueTable("t", "id INT, name VARCHAR(50), age INT", 2)
        .run("INSERT INTO test.t VALUES (1, 'Ann', 18), (2, 'Bob', 20)");
    String inserted = now();
    doris.run("UPDATE test.t SET age = 19 WHERE id = 1");
    String updated = now();
    doris.run(
        "INSERT INTO ops.flink_source_offsets VALUES ('student-sync', '%s', '%s')"
            .formatted(inserted, updated));
    String changes =
        """
        , 'source.scan.mode' = 'from-timestamp'
        , 'source.scan.timestamp' = '%s'
        , 'source.scan.end-timestamp' = '%s'
        , 'jdbc-url' = '%s'
        , 'source.changelog.offset-table' = 'ops.flink_source_offsets'
        , 'source.changelog.consumer-id' = 'student-sync'\
        """
            .formatted(BEGIN, updated, doris.server().jdbcUrl());
    return FlinkJvm.run(
        directory,
        List.of(PackagedJars.of("all")),
        PrintRows.class,
        declared("present", tls),
        declared("changes", tls + changes),
        "SELECT * FROM present UNION ALL SELECT * FROM changes");
  }

  private String now() {
    return doris.now().replace('T', ' ');
  }

  private String declared(String name, String options) {
    return """
    CREATE TABLE %s (%s) WITH (
      'connector' = 'doris', 'fenodes' = '%s', 'table.identifier' = 'test.t',
      'username' = 'root', 'password' = ''%s)
    """
        .formatted(name, COLUMNS, doris.server().httpAddress(), options);
  }
}
