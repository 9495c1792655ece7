package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.UnsupportedTypeException;
import io.dorischangelog.client.wire.WireBatch;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.WireForm;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wall clocks that have no instant, or two, in the zone in which they are sent. */
class Case04DatetimeInGapAndOverlapTest {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"UTC", ""})
  void storedWallClocksComeBackExactly(String zone) {
    assertThat(dateTimes(zone, 1772937000L, 1793496600L, 1793496600L, 515557800L, -2177496000L))
        .containsExactly(
            LocalDateTime.parse("2026-03-08T02:30:00"),
            LocalDateTime.parse("2026-11-01T01:30:00"),
            LocalDateTime.parse("2026-11-01T01:30:00"),
            LocalDateTime.parse("1986-05-04T02:30:00"),
            LocalDateTime.parse("1900-12-31T12:00:00"));
  }

  @Test
  void bothInstantsOfARepeatedHourAreItsWallClock() {
    assertThat(dateTimes("America/New_York", 1793514600L, 1793511000L))
        .containsExactly(
            LocalDateTime.parse("2026-11-01T01:30:00"), LocalDateTime.parse("2026-11-01T01:30:00"));
  }

  @Test
  void anOldOffsetKeepsItsSeconds() {
    assertThat(dateTimes("Asia/Shanghai", -2177525143L))
        .containsExactly(LocalDateTime.parse("1900-12-31T12:00:00"));
  }

  @ParameterizedTest
  @CsvSource({
    "Z,1970-01-01T00:00:00",
    "+08:00,1970-01-01T08:00:00",
    "GMT+8,1970-01-01T08:00:00",
    "CST,1970-01-01T08:00:00",
    "'',1970-01-01T00:00:00"
  })
  void zonesAreReadInEverySpelling(String zone, LocalDateTime expected) {
    assertThat(dateTimes(zone, 0L)).containsExactly(expected);
  }

  @Test
  void anUnknownZoneIsRefusedAtTheSchema() {
    try (WireBatch batch =
        new WireBatch().column("c", new ArrowType.Timestamp(TimeUnit.SECOND, "Nowhere/Land"), 0L)) {
      assertThatThrownBy(() -> batch.decoder(WireBatch.schema("c", "datetime")))
          .isInstanceOf(UnsupportedTypeException.class)
          .hasMessageContaining("`c`")
          .hasMessageContaining("Nowhere/Land");
    }
  }

  @Test
  void anInstantStaysAnInstantInEveryZone() {
    try (WireBatch batch =
        new WireBatch()
            .column("c", new ArrowType.Timestamp(TimeUnit.MILLISECOND, "America/New_York"), -1L)) {
      assertThat(batch.values("c", "timestamptz(3)"))
          .containsExactly(Instant.parse("1969-12-31T23:59:59.999Z"));
    }
  }

  /** Where the session's zone is not UTC, such a server sends 03:30 for 02:30, which it has not. */
  @Test
  void wallClocksThatNewYorkDoesNotHaveComeFromAServerThere() {
    try (DorisTestServer server =
        DorisTestServer.builder()
            .timeZone(ZoneId.of("America/New_York"))
            .wireForms(WireForm.ZONED_DATETIMES)
            .start()) {
      server.execute("CREATE DATABASE test");
      server.execute(
          "CREATE TABLE test.t (id INT, c DATETIME) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id)"
              + " BUCKETS 1 PROPERTIES ('replication_num' = '1')");
      server.execute(
          "INSERT INTO test.t VALUES (1, '2026-03-08 02:30:00'), (2, '2026-11-01 01:30:00'),"
              + " (3, '1986-05-04 02:30:00')");
      try (ChangelogReader reader =
          ChangelogReader.builder()
              .frontEnds(server.httpAddress())
              .username("root")
              .password("")
              .table("test.t")
              .build()) {
        assertThat(StudentTable.drain(reader))
            .containsExactly(
                "+S {id=1, c=2026-03-08T02:30}",
                "+S {id=2, c=2026-11-01T01:30}",
                "+S {id=3, c=1986-05-04T02:30}");
      }
    }
  }

  private static List<Object> dateTimes(String zone, Long... seconds) {
    try (WireBatch batch =
        new WireBatch()
            .column("c", new ArrowType.Timestamp(TimeUnit.SECOND, zone), (Object[]) seconds)) {
      return batch.values("c", "datetime");
    }
  }
}
