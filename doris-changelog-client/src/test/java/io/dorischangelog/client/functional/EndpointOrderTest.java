package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.UnsupportedServerException;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.FaultRule;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows come in commit order however the server spreads or turns them. */
@ExtendWith(LeakCheck.class)
class EndpointOrderTest {
  /** Twenty texts of 100,000 bytes do not fit into half of this. */
  private static final long SMALL_BUDGET = 1 << 20;

  private static final String TEXT_KEYS =
      "CREATE TABLE test.words (word VARCHAR(20), size LARGEINT, n INT) UNIQUE KEY(word, size)"
          + " DISTRIBUTED BY HASH(word) BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\","
          + " \"changelog.enable\" = \"true\", \"changelog.need_historical_value\" = \"true\")";

  private static FaultRule onPlan(StudentTable table) {
    return table.server().faults().onPlan().matching("ORDER BY");
  }

  /** Nine commits of two rows each. */
  private static ChangelogReaderBuilder commits(StudentTable table) {
    Instant start = table.clock().instant();
    for (int n = 1; n <= 9; n++) {
      table.run("INSERT INTO t VALUES (" + n + ", 'N', 1), (" + (n + 100) + ", 'N', 1)");
      table.passSecond();
    }
    return table
        .reader()
        .scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()))
        .batchSize(3);
  }

  private static List<String> plainly(ChangelogReaderBuilder builder) {
    try (ChangelogReader reader = builder.build()) {
      return StudentTable.drain(reader);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = IncrementType.class,
      names = {"DETAIL", "APPEND_ONLY", "MIN_DELTA"})
  void severalEndpointsGiveTheOrderOfOne(IncrementType type) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = commits(table).incrementType(type);
      List<String> expected = plainly(builder);
      assertThat(expected).hasSize(18);
      onPlan(table).endpoints(EndpointShape.parts(3).withEmpty(1, 1));
      assertThat(plainly(builder)).isEqualTo(expected);
      onPlan(table).endpoints(EndpointShape.parts(2).reversed());
      assertThat(plainly(builder)).isEqualTo(expected);
    }
  }

  @Test
  void keysAreOrderedAsTheServerOrdersThem() {
    try (StudentTable table = StudentTable.unique()) {
      table.server().execute(TEXT_KEYS);
      Instant start = table.clock().instant();
      table
          .server()
          .execute(
              "INSERT INTO test.words VALUES ('z', 1, 1), ('Z', 1, 1), ('é', 1, 1), ('zz', 10, 1),"
                  + " ('zz', 9, 1), ('zz', -9, 1), ('zz', -10, 1), ('', 1, 1), ('😀', 1, 1),"
                  + " ('ﬀ', 1, 1)");
      table.passSecond();
      ChangelogReaderBuilder builder =
          table
              .reader()
              .table("test.words")
              .scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()));
      List<String> expected = plainly(builder);
      assertThat(expected).hasSize(10);
      onPlan(table).endpoints(EndpointShape.parts(4).reversed());
      assertThat(plainly(builder)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBrokenOrderIsNoticedBehindRowsHandedOutAndTheWindowComesAgain(boolean unique) {
    try (StudentTable table = unique ? StudentTable.unique() : StudentTable.duplicate()) {
      ChangelogReaderBuilder builder = commits(table).batchSize(1);
      List<String> expected = plainly(builder);
      // The last commit comes first, so the break shows behind a row that was handed on.
      onPlan(table).endpoints(EndpointShape.one().reversed());
      List<String> seen = new ArrayList<>();
      Set<String> first = new HashSet<>();
      try (ChangelogReader reader = builder.build()) {
        while (reader.hasNext()) {
          Change change = reader.next();
          assertThat(first.add(change.toString()) || change.replayed()).isTrue();
          seen.add(change.toString());
        }
      }
      assertThat(seen.subList(seen.size() - 18, seen.size())).isEqualTo(expected);
    }
  }

  /** Ten commits in ten seconds; each has a row of 100,000 bytes. */
  private static ChangelogReaderBuilder large(StudentTable table, IncrementType type) {
    table
        .server()
        .execute(
            "CREATE TABLE test.large (id INT, text STRING) UNIQUE KEY(id) DISTRIBUTED BY HASH(id)"
                + " BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\", \"changelog.enable\" ="
                + " \"true\", \"changelog.need_historical_value\" = \"true\")");
    Instant start = table.clock().instant();
    for (int id = 1; id <= 20; id++) {
      table
          .server()
          .execute("INSERT INTO test.large VALUES (" + id + ", '" + "x".repeat(100_000) + "')");
      table.passSecond();
    }
    return table
        .reader()
        .table("test.large")
        .incrementType(type)
        .scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()))
        .batchSize(2)
        .fetchMaxBytes(SMALL_BUDGET);
  }

  @Test
  void aSpreadWindowThatDoesNotFitIsReadInParts() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = large(table, IncrementType.DETAIL);
      onPlan(table).always().endpoints(EndpointShape.parts(2));
      try (ChangelogReader reader = builder.build()) {
        for (int id = 1; id <= 20; id++) {
          assertThat(reader.next().row().getInt("id")).isEqualTo(id);
        }
        assertThat(reader.hasNext()).isFalse();
      }
    }
  }

  @Test
  void aSpreadWindowThatFoldsAndDoesNotFitIsRefused() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = large(table, IncrementType.MIN_DELTA);
      onPlan(table).always().endpoints(EndpointShape.parts(2));
      try (ChangelogReader reader = builder.build()) {
        assertThatExceptionOfType(UnsupportedServerException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("enable_parallel_result_sink")
            .withMessageContaining("fetchMaxBytes");
      }
    }
  }
}
