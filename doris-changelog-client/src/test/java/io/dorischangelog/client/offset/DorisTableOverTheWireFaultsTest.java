package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that the server ended and writes that it refuses, with MySQL's driver. */
class DorisTableOverTheWireFaultsTest {
  private static final TableId ORDERS = new TableId("shop", "orders");
  private static final Position FIRST =
      Position.startingAt(Instant.parse("2026-10-01T10:00:00Z"), ORDERS);
  private static final Position SECOND =
      Position.startingAt(Instant.parse("2026-10-01T10:01:00Z"), ORDERS);

  private final ServedOffsetTable table = new ServedOffsetTable();
  private final OffsetStore store = table.open();

  @BeforeEach
  void saveFirst() {
    store.save("c", ORDERS, FIRST, Optional.empty());
  }

  @AfterEach
  void stop() {
    store.close();
    table.close();
  }

  @Test
  void aConnectionThatTimedOutIdleIsReplacedWhenLoading() {
    table.server().faults().onMysqlStatement().matching("SELECT").disconnect();
    assertThat(store.load("c", ORDERS)).contains(FIRST);
  }

  @Test
  void aConnectionThatTimedOutIdleIsReplacedWhenSaving() {
    table.server().faults().onMysqlStatement().disconnect();
    store.save("c", ORDERS, SECOND, Optional.of(FIRST));
    assertThat(store.load("c", ORDERS)).contains(SECOND);
  }

  @Test
  void aWriteToAServerThatIsReadOnlyFailsAndMayBeRepeated() {
    table
        .server()
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
