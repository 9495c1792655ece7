package io.dorischangelog.client.offset;

import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.ManualClock;

/** A stand-in that holds the offset table of the official connector's manual. */
final class ServedOffsetTable implements AutoCloseable {
  private static final String NAME = "ops.flink_source_offsets";

  private final DorisTestServer server =
      DorisTestServer.builder().clock(ManualClock.at("2026-10-01T10:05:00Z")).start();

  ServedOffsetTable() {
    server.execute("CREATE DATABASE ops");
    server.execute(
        "CREATE TABLE "
            + NAME
            + " (consumer_id VARCHAR(256) NOT NULL,"
            + " offset_timestamp DATETIME NOT NULL, update_time DATETIMEV2(3) NOT NULL)"
            + " UNIQUE KEY(consumer_id) DISTRIBUTED BY HASH(consumer_id) BUCKETS 1"
            + " PROPERTIES (\"replication_num\" = \"1\")");
  }

  DorisTestServer server() {
    return server;
  }

  OffsetStore open() {
    return DorisTableOffsetStore.builder()
        .jdbcUrl(server.jdbcUrl())
        .username("root")
        .table(NAME)
        .build();
  }

  @Override
  public void close() {
    server.close();
  }
}
