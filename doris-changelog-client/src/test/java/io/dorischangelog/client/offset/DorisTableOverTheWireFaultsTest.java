package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.ManualClock;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that the server ended and writes that it refuses, with MySQL's driver. */
class DorisTableOverTheWireFaultsTest {
  private static final TableId ORDERS = new TableId("shop", "orders");
  private static final Position FIRST =
      Position.startingAt(Instant.parse("2026-10-01T10:00:00Z"), ORDERS);
  private static final Position SECOND =
      Position.startingAt(Instant.parse("2026-10-01T10:01:00Z"), ORDERS);

  private final DorisTestServer server =
      DorisTestServer.builder().clock(ManualClock.at("2026-10-01T10:05:00Z")).start();
  private final OffsetStore store;

  DorisTableOverTheWireFaultsTest() {
    server.execute("CREATE DATABASE ops");
    server.execute(
        "CREATE TABLE ops.flink_source_offsets (consumer_id VARCHAR(256) NOT NULL,"
            + " offset_timestamp DATETIME NOT NULL, update_time DATETIMEV2(3) NOT NULL)"
            + " UNIQUE KEY(consumer_id) DISTRIBUTED BY HASH(consumer_id) BUCKETS 1"
            + " PROPERTIES (\"replication_num\" = \"1\")");
    store =
        DorisTableOffsetStore.builder()
            .jdbcUrl(server.jdbcUrl())
            .username("root")
            .table("ops.flink_source_offsets")
            .build();
    store.save("c", ORDERS, FIRST, Optional.empty());
  }

  @AfterEach
  void stop() {
    store.close();
    server.close();
  }

  @Test
  void aConnectionThatTimedOutIdleIsReplacedWhenLoading() {
    server.faults().onMysqlStatement().matching("SELECT").disconnect();
    assertThat(store.load("c", ORDERS)).contains(FIRST);
  }

  @Test
  void aConnectionThatTimedOutIdleIsReplacedWhenSaving() {
    server.faults().onMysqlStatement().disconnect();
    store.save("c", ORDERS, SECOND, Optional.of(FIRST));
    assertThat(store.load("c", ORDERS)).contains(SECOND);
  }

  @Test
  void aWriteToAServerThatIsReadOnlyFailsAndMayBeRepeated() {
    server
        .faults()
        .onMysqlStatement()
        .matching("INSERT")
        .failWith(1290, "the cluster is in read-only mode");
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> store.save("c", ORDERS, SECOND, Optional.of(FIRST)))
        .withMessageContaining("read-only mode");
    assertThat(store.load("c", ORDERS)).contains(FIRST);
    store.save("c", ORDERS, SECOND, Optional.of(FIRST));
    assertThat(store.load("c", ORDERS)).contains(SECOND);
  }
}
