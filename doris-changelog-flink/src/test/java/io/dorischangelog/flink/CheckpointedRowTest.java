package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.TableId;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple3;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What comes again when a reader is restored, by the kind of table and of changes. */
@ExtendWith(LeakCheck.class)
class CheckpointedRowTest {
  private static final Instant START = Instant.parse("2026-10-09T10:00:02Z");
  private static final DorisSplit BEGIN =
      new DorisSplit.Changes(Position.startingAt(START, TableId.parse("test.t")));

  private final Doris doris = Doris.start();

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void inTheMiddleOfATransactionTheNextRowFollows() throws Exception {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 2).insert(1, 100, "a");
    DorisSplit kept;
    try (OneReader<Tuple3<String, Integer, String>> reader = open(IncrementType.DETAIL)) {
      assertThat(reader.read(BEGIN).take(37)).last().isEqualTo(row(37, "a"));
      kept = reader.checkpoint();
    }
    doris.insert(101, 101, "b");
    try (OneReader<Tuple3<String, Integer, String>> reader = open(IncrementType.DETAIL)) {
      List<Tuple3<String, Integer, String>> rest = reader.read(kept).take(64);
      assertThat(rest).first().isEqualTo(row(38, "a"));
      assertThat(rest).last().isEqualTo(row(101, "b"));
    }
  }

  @Test
  void underAnotherConditionTheTransactionIsRepeatedAndUnderTheSameItIsNot() throws Exception {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 1).insert(1, 100, "a");
    DorisSplit kept;
    try (OneReader<Tuple3<String, Integer, String>> reader = open("`id` > 10")) {
      assertThat(reader.read(BEGIN).take(37)).last().isEqualTo(row(47, "a"));
      kept = reader.checkpoint();
    }
    try (OneReader<Tuple3<String, Integer, String>> reader = open("`id` > 10")) {
      assertThat(reader.read(kept).take(1)).containsExactly(row(48, "a"));
    }
    try (OneReader<Tuple3<String, Integer, String>> reader = open("`id` > 20")) {
      assertThat(reader.read(kept).take(80)).first().isEqualTo(row(21, "a"));
    }
  }

  @Test
  void withoutAUniqueKeyTheTransactionIsRepeated() throws Exception {
    doris
        .table("t", "id INT, value VARCHAR(20)", "DUPLICATE KEY(id)", 1, false)
        .insert(1, 5, "a")
        .insert(1, 5, "b");
    DorisSplit kept;
    try (OneReader<Tuple3<String, Integer, String>> reader = open(IncrementType.DETAIL)) {
      reader.read(BEGIN).take(7);
      kept = reader.checkpoint();
    }
    try (OneReader<Tuple3<String, Integer, String>> reader = open(IncrementType.DETAIL)) {
      assertThat(reader.read(kept).take(5))
          .extracting(change -> change.f2)
          .containsExactlyInAnyOrder("b 1", "b 2", "b 3", "b 4", "b 5");
    }
  }

  @Test
  void aFoldedWindowIsReadAgainWithTheSameBounds() throws Exception {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 1).insert(1, 3, "a");
    DorisSplit kept;
    try (OneReader<Tuple3<String, Integer, String>> reader = open(IncrementType.MIN_DELTA)) {
      reader.read(BEGIN).take(1);
      kept = reader.checkpoint();
    }
    doris.insert(1, 3, "b");
    try (OneReader<Tuple3<String, Integer, String>> reader = open(IncrementType.MIN_DELTA)) {
      assertThat(reader.read(kept).take(3)).containsExactly(row(1, "a"), row(2, "a"), row(3, "a"));
      assertThat(reader.take(6)).extracting(change -> change.f0).containsOnly("-U", "+U");
    }
  }

  @Test
  void theEndOfAWindowIsTheWatermarkWithAndWithoutRows() throws Exception {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 1).insert(1, 1, "a");
    try (OneReader<Tuple3<String, Integer, String>> reader = open(IncrementType.DETAIL)) {
      reader.read(BEGIN).take(1);
      assertThat(reader.awaitWatermark().getTimestamp()).isEqualTo(now() - 1);
      doris.passSecond();
      assertThat(reader.awaitWatermark().getTimestamp()).isEqualTo(now() - 1);
    }
  }

  @Test
  void lagHeadroomAndRetriesAreMetrics() throws Exception {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 1).insert(1, 1, "a");
    try (OneReader<Tuple3<String, Integer, String>> reader = open(IncrementType.DETAIL)) {
      assertThat(reader.gauge("currentFetchEventTimeLag")).isEqualTo(-1);
      doris.server().faults().onFetch().matching("ORDER BY").cutAfterBatches(0);
      reader.read(BEGIN).take(1);
      reader.awaitWatermark();
      assertThat(reader.gauge("currentFetchEventTimeLag")).isLessThan(60_000);
      assertThat(reader.gauge("retentionHeadroom")).isBetween(86_300_000L, 86_400_000L);
      assertThat(reader.gauge("windows")).isPositive();
      assertThat(reader.gauge("retries")).isEqualTo(1);
    }
  }

  private long now() {
    return doris.clock().instant().toEpochMilli();
  }

  private static Tuple3<String, Integer, String> row(int id, String word) {
    return Tuple3.of("+I", id, word + " " + id);
  }

  private OneReader<Tuple3<String, Integer, String>> open(IncrementType type) throws Exception {
    return open(type, "id > 0");
  }

  private OneReader<Tuple3<String, Integer, String>> open(String filter) throws Exception {
    return open(IncrementType.DETAIL, filter);
  }

  private OneReader<Tuple3<String, Integer, String>> open(IncrementType type, String filter)
      throws Exception {
    String frontEnds = doris.server().httpAddress();
    return new OneReader<>(
        DorisChangelogSource.builder(
                scan ->
                    scan.frontEnds(frontEnds)
                        .username("root")
                        .password("")
                        .table("test.t")
                        .incrementType(type)
                        .filter(filter)
                        .batchSize(16),
                new ChangeTuples())
            .scanMode(ScanMode.latest())
            .pollInterval(Duration.ofSeconds(1))
            .build());
  }
}
