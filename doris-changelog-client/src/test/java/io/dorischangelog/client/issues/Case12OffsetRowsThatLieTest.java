package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.client.offset.DorisTableOffsetStore;
import io.dorischangelog.client.offset.DorisTableOffsetStoreBuilder;
import io.dorischangelog.client.offset.OffsetStore;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.ManualClock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Offset rows that are doubled, broken, ahead of time or somebody else's, over the wire. (Lost
 * replies and lagging followers, e to h: DorisTableOffsetStoreFaultsTest.)
 */
class Case12OffsetRowsThatLieTest {

  private static final TableId ORDERS = new TableId("shop", "orders");
  private static final Instant NOW = Instant.parse("2026-10-01T10:00:00Z");
  private DorisTestServer server;

  @BeforeEach
  void start() {
    start(ZoneId.of("UTC"));
  }

  private void start(ZoneId zone) {
    server = DorisTestServer.builder().clock(new ManualClock(NOW)).timeZone(zone).start();
    server.execute("CREATE DATABASE ops");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"09:00:00, 09:30:00", "09:30:00, 09:00:00"})
  void twoRowsOfOneKeyAreNamedNotChosenFrom(String first, String second) {
    create("DATETIME NOT NULL", "DUPLICATE");
    insert("c", "'2026-10-01 " + first + "'");
    insert("c", "'2026-10-01 " + second + "'");

    assertDamaged("c", "2 rows", "2026-10-01 " + first, "2026-10-01 " + second, "UNIQUE KEY");
  }

  @Test
  void nullIsNoOffset() {
    create("DATETIME NULL", "UNIQUE");
    insert("c", "NULL");

    assertDamaged("c", "'c'", "NULL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "-1", "9223372036854775807", "2026-02-30 10:00:00"})
  void textThatIsNoTimeIsDamage(String text) {
    create("VARCHAR(30) NOT NULL", "UNIQUE");
    insert("c", "'" + text + "'");

    assertDamaged("c", "'c'", "'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "DATETIME NOT NULL, DUPLICATE, rows of a consumer pile up",
    "DATE NOT NULL, UNIQUE, offset_timestamp as date",
    "DATETIME(3) NOT NULL, UNIQUE, offset_timestamp as datetime(3)",
    "VARCHAR(10) NOT NULL, UNIQUE, offset_timestamp as varchar(10)"
  })
  void aTableOfAnotherShapeIsRefusedBeforeItLies(String type, String key, String words) {
    create(type, key);
    try (OffsetStore store = store()) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.load("c", ORDERS))
          .withMessageContaining(words)
          .withMessageContaining("CREATE TABLE `ops`.`offsets` (consumer_id VARCHAR(256) NOT NULL")
          .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.MISCONFIGURED));
    }
  }

  @Test
  void aTableWithoutTheLastColumnIsRefused() {
    server.execute(
        "CREATE TABLE ops.offsets (consumer_id VARCHAR(256) NOT NULL, offset_timestamp DATETIME NOT"
            + " NULL) UNIQUE KEY(consumer_id) DISTRIBUTED BY HASH(consumer_id) BUCKETS 1"
            + " PROPERTIES (\"replication_num\" = \"1\")");
    try (OffsetStore store = store()) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.load("c", ORDERS))
          .withMessageContaining("has no column update_time");
    }
  }

  @Test
  void anHourAheadIsDamageAndAMomentAheadIsNot() {
    createAsTheSeedDoes();
    insert("c", "'2026-10-01 11:00:00'");
    insert("d", "'2026-10-01 10:00:01'");

    assertDamaged("c", "2026-10-01 11:00:00", "ahead of the server's clock");
    assertLoads("d", "2026-10-01T10:00:01Z");
  }

  @Test
  void timesBeforeAnyChangeAreLeftToTheRuleOfExpiry() {
    createAsTheSeedDoes();
    insert("c", "'1969-12-31 00:00:00'");
    assertLoads("c", "1969-12-31T00:00:00Z");
    server.execute("DROP TABLE ops.offsets");
    create("VARCHAR(30) NOT NULL", "UNIQUE");
    insert("c", "'0'");
    assertLoads("c", "1970-01-01T00:00:00Z");
  }

  @Test
  void noRowIsNoOffset() {
    createAsTheSeedDoes();
    try (OffsetStore store = store()) {
      assertThat(store.load("c", ORDERS)).isEmpty();
      assertThat(store.consumers(ORDERS)).isEmpty();
    }
  }

  @Test
  void keysAreComparedExactlyAndQuoteMarksCannotBreakOut() {
    createAsTheSeedDoes();
    String[] consumers = {
      "Shop.orders", "shop.orders", "shop.orders ", "it's", "a\\", "\\' OR 1=1 -- "
    };
    try (OffsetStore store = store()) {
      for (int i = 0; i < consumers.length; i++) {
        assertThat(store.load(consumers[i], ORDERS)).isEmpty();
        store.save(consumers[i], ORDERS, at(i), Optional.empty());
      }
    }
    try (OffsetStore store = store()) {
      for (int i = 0; i < consumers.length; i++) {
        assertThat(store.load(consumers[i], ORDERS)).contains(at(i));
      }
      assertThat(store.consumers(ORDERS)).containsExactlyInAnyOrder(consumers);
    }
  }

  @Test
  void aMissingTableIsAnErrorWithTheStatementThatMakesIt() {
    try (OffsetStore store = store()) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.load("c", ORDERS))
          .withMessageContaining("CREATE TABLE `ops`.`offsets`");
    }
  }

  @Test
  void selectAndInsertAreEnough() {
    createAsTheSeedDoes();
    server.execute("CREATE USER 'job' IDENTIFIED BY 'pw'");
    server.execute("GRANT SELECT_PRIV, LOAD_PRIV ON ops.offsets TO 'job'");
    try (OffsetStore store = builder().username("job").password("pw").build()) {
      store.save("c", ORDERS, at(0), Optional.empty());
      assertThat(store.load("c", ORDERS)).contains(at(0));
    }
  }

  @Test
  void aMissingPrivilegeOrWrongPasswordIsNotNoOffset() {
    createAsTheSeedDoes();
    server.execute("CREATE USER 'nobody' IDENTIFIED BY 'pw'");
    for (String password : new String[] {"pw", "wrong"}) {
      try (OffsetStore store = builder().username("nobody").password(password).build()) {
        assertThatExceptionOfType(OffsetStoreException.class)
            .isThrownBy(() -> store.load("c", ORDERS))
            .satisfies(
                failure -> {
                  assertThat(failure.reason()).isEqualTo(Reason.MISCONFIGURED);
                  assertThat(failure.getMessage()).doesNotContain("pw");
                });
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"Asia/Shanghai, 2026-10-01 17:45:00", "America/New_York, 2026-10-01 05:45:00"})
  void theTextIsInTheZoneOfTheServerWhateverTheZoneOfTheJvm(String zone, String text) {
    server.close();
    start(ZoneId.of(zone));
    createAsTheSeedDoes();
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
    try (OffsetStore store = store()) {
      store.save("c", ORDERS, at(-15 * 60), Optional.empty());
      assertThat(stored()).isEqualTo(text);
      assertThat(store.load("c", ORDERS)).contains(at(-15 * 60));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void aRowOfTheOfficialConnectorResumesHereAndOursResumesThere() {
    createAsTheSeedDoes();
    server.execute(
        "INSERT INTO `ops`.`offsets` (`consumer_id`, `offset_timestamp`, `update_time`) VALUES"
            + " ('student-sync', '2026-10-01 09:00:00', CURRENT_TIMESTAMP(3))");
    try (OffsetStore store = store()) {
      Optional<Position> loaded = store.load("student-sync", ORDERS);
      assertThat(loaded).contains(at(-3600));
      store.save("student-sync", ORDERS, at(-60), loaded);
    }

    assertThat(stored()).isEqualTo("2026-10-01 09:59:00");
  }

  @Test
  void aSecondWriterIsFoundOut() {
    createAsTheSeedDoes();
    try (OffsetStore store = store()) {
      store.save("c", ORDERS, at(-60), Optional.empty());
      insert("c", "'2026-10-01 09:33:33'");
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.save("c", ORDERS, at(-30), Optional.of(at(-60))))
          .withMessageContaining("2026-10-01 09:33:33")
          .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CONFLICT));
    }
  }

  private void createAsTheSeedDoes() {
    create("DATETIME NOT NULL", "UNIQUE");
  }

  private void create(String timestampType, String keyType) {
    server.execute(
        "CREATE TABLE ops.offsets (consumer_id VARCHAR(256) NOT NULL, offset_timestamp "
            + timestampType
            + ", update_time DATETIMEV2(3)) "
            + keyType
            + " KEY(consumer_id) DISTRIBUTED BY HASH(consumer_id) BUCKETS 1"
            + " PROPERTIES (\"replication_num\" = \"1\")");
  }

  private void insert(String consumer, String value) {
    server.execute(
        "INSERT INTO ops.offsets (consumer_id, offset_timestamp, update_time) VALUES ('"
            + consumer
            + "', "
            + value
            + ", CURRENT_TIMESTAMP(3))");
  }

  private String stored() {
    return String.valueOf(
        server.execute("SELECT CAST(offset_timestamp AS STRING) FROM ops.offsets").get(0).get(0));
  }

  private void assertDamaged(String consumer, String... words) {
    try (OffsetStore store = store()) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.load(consumer, ORDERS))
          .satisfies(
              failure -> {
                assertThat(failure.reason()).isEqualTo(Reason.DAMAGED);
                assertThat(failure.getMessage()).contains(words).contains("ops.offsets");
              });
    }
  }

  private void assertLoads(String consumer, String start) {
    try (OffsetStore store = store()) {
      assertThat(store.load(consumer, ORDERS).map(Position::nextStart))
          .contains(Instant.parse(start));
    }
  }

  private OffsetStore store() {
    return builder().build();
  }

  private DorisTableOffsetStoreBuilder builder() {
    return DorisTableOffsetStore.builder()
        .jdbcUrl(server.jdbcUrl())
        .username("root")
        .password("")
        .table("ops.offsets");
  }

  private static Position at(int seconds) {
    return Position.startingAt(NOW.plusSeconds(seconds), ORDERS);
  }
}
