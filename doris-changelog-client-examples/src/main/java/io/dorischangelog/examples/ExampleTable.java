package io.dorischangelog.examples;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.DorisTestServer;
import java.time.Duration;

/** A stand-in for Doris with a table of accounts, and readers of that table. */
final class ExampleTable implements AutoCloseable {
  static final String NAME = "bank.account";

  private final DorisTestServer server = DorisTestServer.start();

  ExampleTable() {
    run("CREATE DATABASE bank");
    run(
        """
        CREATE TABLE bank.account (id INT, owner VARCHAR(50), balance INT)
        UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1
        PROPERTIES (
            "replication_num" = "1",
            "changelog.enable" = "true",
            "changelog.need_historical_value" = "true",
            "changelog.ttl_seconds" = "86400"
        )\
        """);
  }

  void run(String statement) {
    server.execute(statement);
  }

  /** Begins to describe a reader of the table. */
  ChangelogReaderBuilder reader(ScanMode mode) {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table(NAME)
        .scanMode(mode)
        .pollInterval(Duration.ofSeconds(1));
  }

  @Override
  public void close() {
    server.close();
  }
}
