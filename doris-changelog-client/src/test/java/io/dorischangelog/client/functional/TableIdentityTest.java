package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.ChangesDiscardedException;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.testserver.LeakCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Partitions that vanish take their changes with them; nothing else than this client says so. */
@ExtendWith(LeakCheck.class)
class TableIdentityTest {
  private static final String NAME = "test.parts";

  @TempDir Path directory;

  private final StudentTable table = StudentTable.unique();
  private final RecordingListener listener = new RecordingListener();

  @BeforeEach
  void create() {
    create("");
  }

  private void create(String rule) {
    table
        .server()
        .execute(
            "CREATE TABLE "
                + NAME
                + " (id INT, name VARCHAR(50), age INT) UNIQUE KEY(id) PARTITION BY RANGE(id)"
                + " (PARTITION p1 VALUES LESS THAN (\"10\"), PARTITION p2 VALUES LESS THAN"
                + " (\"20\")) DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES (\"replication_num\" ="
                + " \"1\", \"changelog.enable\" = \"true\", \"changelog.need_historical_value\" ="
                + " \"true\""
                + rule
                + ")");
    table.passSecond();
  }

  private void createAgain(String rule) {
    table.server().execute("DROP TABLE " + NAME);
    create(rule);
  }

  @AfterEach
  void close() {
    table.close();
  }

  private void run(String statement) {
    table.server().execute(statement.replace(" t ", " " + NAME + " "));
  }

  private void insert(int id) {
    run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
  }

  private ChangelogReaderBuilder builder() {
    return table
        .reader()
        .table(NAME)
        .listener(listener)
        .scanMode(ScanMode.latest())
        .offsetStore(FileOffsetStore.in(directory), "sync");
  }

  /** Reads one row, and past the end of its window. */
  private void readOne(ChangelogReader reader) {
    insert(1);
    table.passSecond();
    StudentTable.take(reader, 1);
    reader.poll(Duration.ofMillis(50)).close(); // Past the end of the window.
    reader.commit();
  }

  private static void requireDiscarded(ChangelogReader reader, String partition) {
    assertThatExceptionOfType(ChangesDiscardedException.class)
        .isThrownBy(reader::next)
        .satisfies(e -> assertThat(e.partitions()).containsExactly(partition))
        .satisfies(e -> assertThat(e.from()).isBefore(e.until()))
        .satisfies(e -> assertThat(e.isRetryable()).isFalse())
        .satisfies(e -> assertThat(e.table()).contains(TableId.parse(NAME)))
        .satisfies(e -> assertThat(e.window()).isPresent());
  }

  @Test
  void aTruncatedPartitionStopsTheRead() {
    try (ChangelogReader reader = builder().build()) {
      readOne(reader);
      insert(11);
      run("TRUNCATE TABLE " + NAME + " PARTITION (p2)");
      table.passSecond();
      requireDiscarded(reader, "p2");
      assertThat(listener.events("loss")).containsExactly("loss ChangesDiscardedException");
    }
  }

  @Test
  void aDroppedPartitionStopsTheReadAlsoBeforeTheFirstWindow() {
    try (ChangelogReader reader = builder().build()) {
      insert(11);
      run("ALTER TABLE t DROP PARTITION p2");
      table.passSecond();
      requireDiscarded(reader, "p2");
    }
  }

  @Test
  void aReplacedPartitionStopsTheRead() {
    try (ChangelogReader reader = builder().build()) {
      readOne(reader);
      run("ALTER TABLE t ADD TEMPORARY PARTITION tp2 VALUES [(\"10\"), (\"20\"))");
      run("ALTER TABLE t REPLACE PARTITION (p2) WITH TEMPORARY PARTITION (tp2)");
      table.passSecond();
      requireDiscarded(reader, "p2");
    }
  }

  @Test
  void aNewOrRenamedPartitionIsNoLoss() {
    try (ChangelogReader reader = builder().build()) {
      readOne(reader);
      run("ALTER TABLE t ADD PARTITION p3 VALUES LESS THAN (\"30\")");
      run("ALTER TABLE t RENAME PARTITION p2 old_p2");
      insert(21);
      table.passSecond();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=21, name=N, age=1}");
    }
  }

  @Test
  void aRestartComparesWithWhatTheLastRunSaw() {
    try (ChangelogReader reader = builder().build()) {
      readOne(reader);
    }
    run("TRUNCATE TABLE " + NAME);
    table.passSecond();
    assertThatExceptionOfType(ChangesDiscardedException.class)
        .isThrownBy(() -> builder().build())
        .satisfies(e -> assertThat(e.partitions()).hasSize(2));
  }

  @Test
  void skippingTellsTheGapAndGoesOn() {
    try (ChangelogReader reader = builder().onLoss(OnLoss.SKIP).build()) {
      readOne(reader);
      insert(11);
      run("TRUNCATE TABLE " + NAME + " PARTITION (p2)");
      insert(2);
      table.passSecond();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=N, age=1}");
      assertThat(listener.events("gap"))
          .singleElement()
          .asString()
          .contains("partitions [p2] were dropped");
      assertThat(reader.stats().gaps()).isEqualTo(1);
      insert(3);
      table.passSecond();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=3, name=N, age=1}");
      assertThat(listener.events("gap")).hasSize(1);
    }
  }

  @Test
  void whatTheTablesOwnRuleDropsIsOnlyTold() {
    for (String rule :
        List.of(
            ", \"dynamic_partition.enable\" = \"true\", \"dynamic_partition.start\" = \"-7\"",
            ", \"partition.retention_count\" = \"1\"")) {
      createAgain(rule);
      RecordingListener heard = new RecordingListener();
      ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
      try (ChangelogReader reader =
          table.reader().table(NAME).scanMode(mode).listener(heard).build()) {
        run("ALTER TABLE t DROP PARTITION p1");
        insert(11);
        table.passSecond();
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=11, name=N, age=1}");
        assertThat(heard.events("partitionsExpired [p1]")).hasSize(1);
        assertThat(heard.events("gap")).isEmpty();
      }
    }
  }

  @Test
  void aRuleThatDropsNothingExcusesNothing() {
    createAgain(", \"dynamic_partition.enable\" = \"true\"");
    try (ChangelogReader reader = builder().build()) {
      run("ALTER TABLE t DROP PARTITION p1");
      table.passSecond();
      requireDiscarded(reader, "p1");
    }
  }

  @Test
  void aTruncatedPartitionIsNotTakenForOneDroppedByRule() {
    createAgain(", \"partition.retention_count\" = \"2\"");
    try (ChangelogReader reader = builder().build()) {
      run("TRUNCATE TABLE " + NAME + " PARTITION (p1)");
      table.passSecond();
      requireDiscarded(reader, "p1");
    }
  }

  @Test
  void aHalfReadTransactionIsRepeatedAfterAPartitionVanished() {
    try (ChangelogReader reader = builder().onLoss(OnLoss.SKIP).build()) {
      run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1), (11, 'N', 1)");
      table.passSecond();
      StudentTable.take(reader, 2);
      reader.commit();
    }
    run("TRUNCATE TABLE " + NAME + " PARTITION (p2)");
    table.passSecond();
    try (ChangelogReader reader = builder().onLoss(OnLoss.SKIP).build()) {
      Change first = reader.next();
      assertThat(first).hasToString("+I {id=1, name=N, age=1}");
      assertThat(first.replayed()).isTrue();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=2, name=N, age=1}");
      assertThat(listener.events("gap")).isNotEmpty();
    }
  }

  @Test
  void aRenamedTableIsAClearError() {
    try (ChangelogReader reader = builder().build()) {
      readOne(reader);
      run("ALTER TABLE t RENAME moved");
      table.passSecond();
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(reader::next)
          .withMessageContaining("renamed");
    }
  }

  @Test
  void aTableThatIsCreatedAgainWhileItIsReadIsRefused() {
    try (ChangelogReader reader = builder().build()) {
      readOne(reader);
      table.clock().advance(Duration.ofMinutes(1));
      createAgain("");
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(reader::next)
          .withMessageContaining("created again");
    }
  }

  @Test
  void aPositionWithoutPartitionsIsTold() {
    TableId id = TableId.parse(NAME);
    try (FileOffsetStore store = FileOffsetStore.in(directory)) {
      store.load("sync", id);
      Position bare = Position.startingAt(table.clock().instant(), id);
      store.save("sync", id, bare, Optional.empty());
    }
    try (ChangelogReader reader = builder().build()) {
      assertThat(listener.events("historyUnverified")).hasSize(1);
      readOne(reader);
    }
    try (ChangelogReader reader = builder().build()) {
      assertThat(reader.position().context().seen()).isNotNull();
      assertThat(listener.events("historyUnverified")).hasSize(1);
    }
  }

  @Test
  void theRightToSelectIsEnoughToNotice() {
    table.server().execute("CREATE USER reader IDENTIFIED BY 'pw'");
    table.server().execute("GRANT SELECT_PRIV ON " + NAME + " TO reader");
    try (ChangelogReader reader =
        builder()
            .username("reader")
            .password("pw")
            .flightSqlPort(table.server().flightPort())
            .build()) {
      run("TRUNCATE TABLE " + NAME + " PARTITION (p1)");
      table.passSecond();
      requireDiscarded(reader, "p1");
    }
  }

  @Test
  void separateStatementsFindTheSame() {
    table
        .server()
        .faults()
        .onHttp()
        .matching("tso_status")
        .always()
        .answer(200, "{\"msg\":\"Error\",\"code\":1,\"data\":\"unknown table\",\"count\":0}");
    try (ChangelogReader reader = builder().build()) {
      run("TRUNCATE TABLE " + NAME + " PARTITION (p1)");
      table.passSecond();
      requireDiscarded(reader, "p1");
    }
  }
}
