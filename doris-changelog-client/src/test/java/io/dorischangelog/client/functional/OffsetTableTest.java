package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.offset.DorisTableOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A reader whose position lives in a Doris table, as the official connector keeps it. */
@ExtendWith(LeakCheck.class)
class OffsetTableTest {
  private static final String CREATE =
      "CREATE TABLE ops.flink_source_offsets (consumer_id VARCHAR(256) NOT NULL, offset_timestamp"
          + " DATETIME NOT NULL, update_time DATETIMEV2(3) NOT NULL) UNIQUE KEY(consumer_id)"
          + " DISTRIBUTED BY HASH(consumer_id) BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\")";

  private static StudentTable withOffsets() {
    StudentTable table = StudentTable.unique(server -> server.timeZone(ZoneOffset.UTC));
    table.run("CREATE DATABASE ops", CREATE);
    return table;
  }

  private static ChangelogReader open(StudentTable table, ScanMode mode) {
    DorisTableOffsetStore store =
        DorisTableOffsetStore.builder()
            .jdbcUrl(table.server().jdbcUrl())
            .username("root")
            .password("")
            .table("ops.flink_source_offsets")
            .build();
    return table.reader().scanMode(mode).offsetStore(store, "student-sync").build();
  }

  private static Object offsetOf(StudentTable table) {
    return table
        .server()
        .execute(
            "SELECT offset_timestamp FROM ops.flink_source_offsets"
                + " WHERE consumer_id = 'student-sync'")
        .get(0)
        .get(0);
  }

  @Test
  void theRowIsTheNextInclusiveStartAndASecondReaderGoesOnThere() {
    try (StudentTable table = withOffsets()) {
      try (ChangelogReader reader = open(table, ScanMode.latest())) {
        table.run("INSERT INTO t VALUES (1, 'N', 1)");
        table.passSecond();
        StudentTable.take(reader, 1);
        reader.commit();
      }
      LocalDateTime next = LocalDateTime.ofInstant(table.clock().instant(), ZoneOffset.UTC);
      assertThat(offsetOf(table)).isEqualTo(next);
      table.run("INSERT INTO t VALUES (2, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, ScanMode.initial())) {
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=N, age=1}");
      }
    }
  }

  @Test
  void nothingIsWrittenBeforeTheSnapshotEnds() {
    try (StudentTable table = withOffsets()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1)");
      table.passSecond();
      try (ChangelogReader reader = open(table, ScanMode.initial())) {
        StudentTable.take(reader, 1);
        reader.commit();
        assertThat(reader.committed()).isEmpty();
      }
      assertThat(table.server().execute("SELECT * FROM ops.flink_source_offsets")).isEmpty();
    }
  }

  @Test
  void aMissingTableStopsTheStartWithItsStatement() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("CREATE DATABASE ops");
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> open(table, ScanMode.latest()))
          .withMessageContaining("CREATE TABLE");
    }
  }
}
