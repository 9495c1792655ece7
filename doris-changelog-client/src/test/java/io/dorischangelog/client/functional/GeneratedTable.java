package io.dorischangelog.client.functional;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.DorisTestServer;
import java.time.Duration;
import java.time.Instant;

/** A table with so many changes that neither side wants to hold them, some 90 bytes each. */
final class GeneratedTable implements AutoCloseable {
  static final String NAME = "load.t";

  private final DorisTestServer server = DorisTestServer.start();
  private final Instant start = Instant.ofEpochSecond(Instant.now().getEpochSecond() - 1);
  private final Instant end;

  GeneratedTable(long rows) {
    server.execute("CREATE DATABASE load");
    server.execute(
        "CREATE TABLE "
            + NAME
            + " (id BIGINT NOT NULL, k INT, name VARCHAR(20), amount DECIMAL(18,2),"
            + " ts DATETIME(6), d DATE, flag BOOLEAN, v DOUBLE) DUPLICATE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ('replication_num' = '1',"
            + " 'changelog.enable' = 'true')");
    server.generateChanges(NAME, rows, 1, 10_000, Duration.ZERO);
    end = Instant.ofEpochSecond(Instant.now().getEpochSecond() + 1);
  }

  DorisTestServer server() {
    return server;
  }

  long startSecond() {
    return start.getEpochSecond();
  }

  long endSecond() {
    return end.getEpochSecond();
  }

  /** A reader of all of it with the smallest budget there is. */
  static ChangelogReaderBuilder reader(String frontEnd, long startSecond, long endSecond) {
    return ChangelogReader.builder()
        .frontEnds(frontEnd)
        .username("root")
        .password("")
        .table(NAME)
        .scanMode(
            ScanMode.fromTimestamp(Instant.ofEpochSecond(startSecond))
                .until(Instant.ofEpochSecond(endSecond)))
        .pollInterval(Duration.ofSeconds(1))
        .fetchMaxBytes(1 << 20);
  }

  @Override
  public void close() {
    server.close();
  }
}
