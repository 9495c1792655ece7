package io.dorischangelog.client.offset;

import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.ManualClock;
import org.junit.jupiter.api.AfterEach;

/** The contract with MySQL's driver and the seed's table, in the stand-in. */
class DorisTableOverTheWireTest extends OffsetStoreContract {

  private final DorisTestServer server =
      DorisTestServer.builder().clock(ManualClock.at("2026-10-01T10:05:00Z")).start();

  DorisTableOverTheWireTest() {
    server.execute("CREATE DATABASE ops");
    server.execute(
        "CREATE TABLE ops.flink_source_offsets (consumer_id VARCHAR(256) NOT NULL,"
            + " offset_timestamp DATETIME NOT NULL, update_time DATETIMEV2(3) NOT NULL)"
            + " UNIQUE KEY(consumer_id) DISTRIBUTED BY HASH(consumer_id) BUCKETS 1"
            + " PROPERTIES (\"replication_num\" = \"1\")");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Override
  protected OffsetStore open() {
    return DorisTableOffsetStore.builder()
        .jdbcUrl(server.jdbcUrl())
        .username("root")
        .table("ops.flink_source_offsets")
        .build();
  }

  @Override
  protected boolean keepsTablesApart() {
    return false;
  }

  @Override
  protected boolean canRemove() {
    return false;
  }
}
