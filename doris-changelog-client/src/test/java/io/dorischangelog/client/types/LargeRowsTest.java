package io.dorischangelog.client.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rows of many columns and of large cells, with the smallest budget there is. */
@ExtendWith(LeakCheck.class)
class LargeRowsTest {
  private static final int COLUMNS = 1_200;
  private static final int CELL_BYTES = 10_000_000;
  private static final int CELLS = 3;
  private static final long BUDGET = 1 << 20;

  /** Arrow rounds the size of a buffer up to the next power of two. */
  private static final int ROUNDING = 2;

  private static final String LOG = "'replication_num' = '1', 'changelog.enable' = 'true'";

  private final ManualClock clock = ManualClock.at("2026-10-01T10:00:00Z");
  private final Instant start = clock.instant();
  private DorisTestServer server;

  @BeforeEach
  void startServer() {
    server = DorisTestServer.builder().clock(clock).start();
    server.execute("CREATE DATABASE test");
  }

  @AfterEach
  void closeServer() {
    server.close();
  }

  @Test
  void everyCellOfManyColumnsIsRight() {
    createWide();
    String cells =
        IntStream.range(0, 3)
            .mapToObj(
                row ->
                    IntStream.range(0, COLUMNS)
                        .mapToObj(i -> row == 1 && i == 7 ? "NULL" : "" + (row * 10_000 + i))
                        .collect(Collectors.joining(",", "(" + row + ",", ")")))
            .collect(Collectors.joining(","));
    server.execute("INSERT INTO test.wide VALUES " + cells);
    clock.advance(Duration.ofSeconds(1));
    for (ScanMode mode : new ScanMode[] {ScanMode.snapshot(), changes()}) {
      try (ChangelogReader reader = reader("test.wide").scanMode(mode).build()) {
        for (int row = 0; row < 3; row++) {
          Row values = reader.next().row();
          assertThat(values.getInt("id")).isEqualTo(row);
          for (int i = 0; i < COLUMNS; i++) {
            assertThat(values.getObject(i + 1))
                .isEqualTo(row == 1 && i == 7 ? null : row * 10_000 + i);
          }
        }
        assertThat(reader.hasNext()).isFalse();
      }
    }
  }

  @Test
  void batchesLargerThanTheBudgetComeOneByOne() {
    createWide();
    int rows = 10_000;
    server.generateChanges("test.wide", rows, 1, rows, Duration.ZERO);
    clock.advance(Duration.ofSeconds(1));
    try (ChangelogReader reader = reader("test.wide").scanMode(changes()).build()) {
      long largest = 0;
      long most = 0;
      long read = 0;
      while (read < rows) {
        ChangeBatch batch = reader.poll(Duration.ofSeconds(30));
        read += batch.rowCount();
        if (batch.rowCount() > 0) {
          largest = Math.max(largest, bytes(batch));
          most = Math.max(most, allocated(batch));
        }
      }
      assertThat(largest).isGreaterThan(10 * BUDGET);
      assertThat(most).isLessThan(2 * largest);
    }
  }

  @Test
  void cellsOfTenMegabytesComeInOneBatchOrOneByOne() {
    createLarge();
    for (int batchSize : new int[] {4064, 1}) {
      try (ChangelogReader reader =
          reader("test.large").batchSize(batchSize).scanMode(changes()).build()) {
        for (int id = 0; id < CELLS; id++) {
          Row row = reader.next().row();
          assertThat(row.getString("text")).hasSize(CELL_BYTES).startsWith(id + "x").endsWith("x");
          assertThat(row.getBytes("bytes")).hasSize(CELL_BYTES).endsWith((byte) 'y');
        }
        assertThat(reader.hasNext()).isFalse();
      }
    }
  }

  @Test
  void noMoreThanOneLargeRowIsHeldAtATime() {
    createLarge();
    try (ChangelogReader reader = reader("test.large").batchSize(1).scanMode(changes()).build()) {
      int read = 0;
      while (read < CELLS) {
        ChangeBatch batch = reader.poll(Duration.ofSeconds(30));
        read += batch.rowCount();
        if (batch.rowCount() > 0) {
          assertThat(allocated(batch)).isLessThan(2L * CELL_BYTES * ROUNDING + 2 * BUDGET);
          assertThat(server.calls().rowsSent()).isLessThanOrEqualTo(read + 2L);
        }
      }
    }
  }

  private void createWide() {
    server.execute(
        IntStream.range(0, COLUMNS)
            .mapToObj(i -> String.format("c%04d INT", i))
            .collect(
                Collectors.joining(
                    ", ",
                    "CREATE TABLE test.wide (id INT NOT NULL, ",
                    ") DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ("
                        + LOG
                        + ")")));
  }

  private void createLarge() {
    server.execute(
        "CREATE TABLE test.large (id INT NOT NULL, text STRING, bytes VARBINARY) DUPLICATE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES ("
            + LOG
            + ")");
    for (int id = 0; id < CELLS; id++) {
      server.execute(
          String.format(
              "INSERT INTO test.large VALUES (%1$d, concat('%1$d', repeat('x', %2$d)),"
                  + " repeat('y', %3$d))",
              id, CELL_BYTES - 1, CELL_BYTES));
    }
    clock.advance(Duration.ofSeconds(1));
    server.calls().clear();
  }

  private ScanMode changes() {
    return ScanMode.fromTimestamp(start).until(clock.instant());
  }

  private ChangelogReaderBuilder reader(String table) {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table(table)
        .fetchMaxBytes(BUDGET);
  }

  private static long bytes(ChangeBatch batch) {
    return batch.vectors().getFieldVectors().stream().mapToLong(v -> v.getBufferSize()).sum();
  }

  private static long allocated(ChangeBatch batch) {
    return batch.vectors().getVector(0).getAllocator().getRoot().getAllocatedMemory();
  }
}
