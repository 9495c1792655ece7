package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.ScanOptionsBuilder;
import io.dorischangelog.client.scan.SnapshotSplit;
import io.dorischangelog.testserver.Protocol;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Facts of a change beside its values, times of windows, and rows that come twice. */
class MetadataAndTimeTest {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  private static final String KEYED = "id INT, `value` STRING, PRIMARY KEY (id) NOT ENFORCED";

  private final Doris doris = Doris.start();

  @BeforeEach
  void fill() {
    doris.uniqueTable("t", "id INT, value VARCHAR(20)", 2).insert(1, 1, "a");
  }

  @AfterEach
  void stop() {
    doris.close();
  }

  @Test
  void aRowOfTheSnapshotIsOfTheMomentBeforeTheChangesAndHasNoNumbers() {
    String columns =
        "id INT, op STRING METADATA, committed TIMESTAMP_LTZ(3) METADATA FROM 'commit_timestamp',"
            + " tso BIGINT METADATA, lsn BIGINT METADATA";
    String query =
        "SELECT op, CAST(committed AS STRING), tso IS NULL, lsn IS NULL,"
            + " tso / 262144 = 1000 * UNIX_TIMESTAMP(CAST(committed AS STRING)), id FROM t";
    SqlTable table =
        SqlTable.inStream(doris)
            .with("source.scan.mode", "initial")
            .set("table.local-time-zone", "UTC");
    try (Collected rows = table.query(columns, query)) {
      assertThat(rows.take(1))
          .containsExactly("+I[+S, 2026-10-09 10:00:02.999, true, true, null, 1]");
      doris.insert(1, 2, "b");
      assertThat(rows.take(3))
          .containsExactly(
              "-U[-U, 2026-10-09 10:00:03.000, false, false, true, 1]",
              "+U[+U, 2026-10-09 10:00:03.000, false, false, true, 1]",
              "+I[+I, 2026-10-09 10:00:03.000, false, false, true, 2]");
    }
  }

  @Test
  void metadataIsReadWithoutAnyColumn() {
    String columns = "id INT, lsn BIGINT METADATA, sign STRING METADATA FROM 'op'";
    try (Collected rows = SqlTable.inBatch(doris).query(columns, "SELECT sign FROM t")) {
      assertThat(rows.drain()).containsExactly("+I[+S]");
    }
  }

  @Test
  void windowsCloseThoughOneReaderIsIdleAndNoRowFollows() {
    String columns =
        "id INT, ts TIMESTAMP_LTZ(3) METADATA FROM 'commit_timestamp', WATERMARK FOR ts AS"
            + " SOURCE_WATERMARK()";
    String query =
        "SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND))"
            + " GROUP BY window_start, window_end";
    SqlTable table =
        SqlTable.inStream(doris)
            .with("source.scan.mode", "initial")
            .with("source.changelog.increment-type", "append_only")
            .set("execution.checkpointing.interval", "100ms")
            .set("parallelism.default", "2");
    try (Collected rows = table.query(columns, query)) {
      await(() -> asked("TABLET("));
      doris.insert(2, 4, "b");
      IntStream.range(0, 10).forEach(second -> doris.passSecond());
      assertThat(rows.take(1)).containsExactly("+I[4]");
    }
  }

  private boolean asked(String words) {
    return doris.server().calls().statements(Protocol.FLIGHT_FRONT_END).stream()
        .anyMatch(sql -> sql.contains(words));
  }

  @Test
  void thereIsNoWatermarkBeforeTheSnapshotIsReadAndOtherReadersAreIdleBehindIt() throws Exception {
    try (OneReader<Tuple3<String, Integer, String>> reader = reader()) {
      List<SnapshotSplit> splits = snapshot();
      splits.forEach(split -> reader.read(new DorisSplit.Snapshot(split, false)));
      assertThat(reader.take(1)).containsExactly(Tuple3.of("+S", 1, "a 1"));
      reader.awaitEnds(splits.size());
      assertThat(reader.isIdle()).isFalse();
      assertThat(reader.hasWatermark()).isFalse();
      assertThat(reader.changesBegan().isIdle()).isTrue();
      assertThat(reader.hasWatermark()).isFalse();
    }
  }

  @Test
  void theReaderOfTheChangesIsNeverIdle() throws Exception {
    try (OneReader<Tuple3<String, Integer, String>> reader = reader()) {
      Position begin = Position.startingAt(doris.clock().instant(), TableId.parse("test.t"));
      reader.read(new DorisSplit.Changes(begin)).changesBegan();
      doris.insert(2, 2, "b");
      reader.take(1);
      assertThat(reader.awaitWatermark().getTimestamp())
          .isEqualTo(doris.clock().instant().toEpochMilli() - 1);
      assertThat(reader.isIdle()).isFalse();
    }
  }

  private List<SnapshotSplit> snapshot() {
    ScanOptionsBuilder options = ScanOptions.builder();
    setup(doris.server().httpAddress()).apply(options);
    try (ChangelogScan scan = ChangelogScan.open(options.build())) {
      return scan.planSnapshot(SnapshotConsistency.AUTO, 1).splits();
    }
  }

  private static ScanSetup setup(String frontEnds) {
    return scan ->
        scan.frontEnds(frontEnds)
            .username("root")
            .password("")
            .table("test.t")
            .tabletsPerSplit(1)
            .incrementType(IncrementType.DETAIL);
  }

  private OneReader<Tuple3<String, Integer, String>> reader() throws Exception {
    return new OneReader<>(
        DorisChangelogSource.builder(setup(doris.server().httpAddress()), new ChangeTuples())
            .scanMode(ScanMode.initial())
            .pollInterval(Duration.ofSeconds(1))
            .build());
  }

  @Test
  void whereChangesAreRetractedTheSnapshotIsNotTakenInexactlyInSilence() {
    refuseAsOf();
    SqlTable table = SqlTable.inStream(doris).with("source.scan.mode", "initial");
    try (Collected rows = table.query(KEYED, "SELECT * FROM t")) {
      assertThatThrownBy(() -> rows.take(1))
          .hasStackTraceContaining("FOR VERSION/TIME AS OF requires changelog")
          .hasStackTraceContaining("relaxed")
          .hasStackTraceContaining("cdc-events-duplicate");
    }
  }

  @Test
  void rowsThatAreInTheSnapshotAndInTheChangesAreMadeOneByTheirKey() {
    refuseAsOf();
    doris.server().execute("INSERT INTO test.t VALUES (2, 'b')");
    SqlTable table =
        SqlTable.inStream(doris)
            .with("source.scan.mode", "initial")
            .with("source.scan.snapshot-consistency", "relaxed")
            .set("table.exec.source.cdc-events-duplicate", "true")
            .set("parallelism.default", "1");
    try (Collected rows = table.query(KEYED, "SELECT * FROM t")) {
      assertThat(rows.take(2)).containsExactlyInAnyOrder("+I[1, a 1]", "+I[2, b]");
      doris.passSecond();
      doris.run("UPDATE test.t SET value = 'c' WHERE id = 2");
      assertThat(rows.take(2)).containsExactly("-U[2, b]", "+U[2, c]");
    }
  }

  @Test
  void rowsThatAreDeletedWithoutTheirValuesLeaveAConditionOnThem() {
    doris.run("DROP TABLE test.t");
    doris.table("t", "id INT, value VARCHAR(20)", "UNIQUE KEY(id)", 2, false).insert(1, 2, "a");
    SqlTable table =
        SqlTable.inStream(doris)
            .with("source.scan.mode", "initial")
            .set("parallelism.default", "1");
    try (Collected rows = table.query(KEYED, "SELECT id FROM t WHERE `value` <> 'x'")) {
      assertThat(rows.take(2)).containsExactlyInAnyOrder("+I[1]", "+I[2]");
      doris.run("DELETE FROM test.t WHERE id = 1");
      assertThat(rows.take(1)).containsExactly("-D[1]");
      doris.run("UPDATE test.t SET value = 'x' WHERE id = 2");
      assertThat(rows.take(1)).first().asString().matches("-[UD]\\[2]");
    }
  }

  private void refuseAsOf() {
    doris
        .server()
        .faults()
        .onPlan()
        .matching("FOR VERSION AS OF")
        .always()
        .failWith(1105, "FOR VERSION/TIME AS OF requires changelog");
  }
}
