package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ReaderListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.SnapshotPlan;
import io.dorischangelog.client.scan.SnapshotSplit;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a snapshot is cut into splits, and what each of them reads. */
@ExtendWith(LeakCheck.class)
class SnapshotSplitsTest {
  private static final String[] THREE_ROWS = {
    "INSERT INTO t VALUES (1, 'Ann', 18), (101, 'Bob', 19), (201, 'Cid', 20)"
  };

  @Test
  void theSplitsTogetherReadEveryRowOnce() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = open(table, 1)) {
      SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 1);
      assertThat(plan.splits()).hasSize(6).allMatch(split -> split.tablets().size() == 1);
      assertThat(read(scan, plan.splits()))
          .containsExactlyInAnyOrder(
              "+S {id=1, name=Ann, age=18}",
              "+S {id=101, name=Bob, age=19}",
              "+S {id=201, name=Cid, age=20}");
    }
  }

  @Test
  void tabletsAreDealtOutToAsManySplitsAsThereAreReaders() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = ChangelogScan.open(table.scan().build())) {
      SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 4);
      assertThat(plan.splits()).hasSize(4).allMatch(split -> split.count() == 4);
      assertThat(plan.splits()).flatExtracting(SnapshotSplit::tablets).hasSize(6);
      assertThat(scan.planSnapshot(SnapshotConsistency.AUTO, 100).splits()).hasSize(6);
      assertThat(read(scan, plan.splits())).hasSize(3);
    }
  }

  @Test
  void oneReaderReadsTheWholeTableWithoutAskingForTablets() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = ChangelogScan.open(table.scan().build())) {
      assertThat(scan.planSnapshot(SnapshotConsistency.AUTO, 1).splits())
          .singleElement()
          .satisfies(split -> assertThat(split.tablets()).isEmpty());
      assertThat(table.server().calls().by(Protocol.HTTP))
          .noneMatch(call -> call.operation().contains("_query_plan"));
    }
  }

  @Test
  void aTableWithoutRowsHasSplitsWithoutRows() {
    try (StudentTable table = StudentTable.partitioned();
        ChangelogScan scan = open(table, 2)) {
      SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 1);
      assertThat(plan.splits()).isNotEmpty();
      assertThat(read(scan, plan.splits())).isEmpty();
    }
  }

  @Test
  void aServerThatPlansNoTabletGivesTheWholeTable() {
    try (StudentTable table = filled(StudentTable.partitioned())) {
      table
          .server()
          .faults()
          .onHttp()
          .matching("_query_plan")
          .answer(200, "{\"code\":0,\"data\":{\"status\":200,\"partitions\":{}}}");
      try (ChangelogScan scan = open(table, 1)) {
        SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 1);
        assertThat(plan.splits()).hasSize(1);
        assertThat(read(scan, plan.splits())).hasSize(3);
      }
    }
  }

  @Test
  void whereNoPlanIsGivenTheTabletsAreShown() {
    try (StudentTable table = filled(StudentTable.partitioned())) {
      table
          .server()
          .faults()
          .onHttp()
          .matching("_query_plan")
          .always()
          .answer(200, "{\"code\":0,\"data\":{\"status\":500,\"exception\":\"no plan today\"}}");
      try (ChangelogScan scan = open(table, 1)) {
        SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 1);
        assertThat(plan.splits()).hasSize(6);
        assertThat(read(scan, plan.splits())).hasSize(3);
      }
    }
  }

  @Test
  void whereNothingTellsTheTabletsTheTableIsOneSplit() {
    try (StudentTable table = filled(StudentTable.partitioned())) {
      String refused = "{\"code\":1,\"msg\":\"Error\",\"data\":\"not for you\"}";
      table.server().faults().onHttp().matching("_query_plan").always().answer(200, refused);
      table.server().faults().onHttp().matching("SHOW TABLETS").always().answer(200, refused);
      try (ChangelogScan scan = open(table, 1)) {
        SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 4);
        assertThat(plan.splits()).hasSize(1);
        assertThat(read(scan, plan.splits())).hasSize(3);
      }
    }
  }

  @Test
  void selectIsEnoughToCutASnapshot() {
    try (StudentTable table = filled(StudentTable.partitioned())) {
      table.run(
          "CREATE USER reader IDENTIFIED BY 'pw'", "GRANT SELECT_PRIV ON test.student TO reader");
      ScanOptions options =
          table
              .scan()
              .username("reader")
              .password("pw")
              .flightSqlPort(table.server().flightPort())
              .tabletsPerSplit(1)
              .build();
      try (ChangelogScan scan = ChangelogScan.open(options)) {
        SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 1);
        assertThat(plan.splits()).hasSize(6);
        assertThat(read(scan, plan.splits())).hasSize(3);
      }
    }
  }

  @Test
  void splitsOfAnExactSnapshotShowTheMomentItWasPlanned() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = open(table, 1)) {
      SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.EXACT, 1);
      table.run("UPDATE t SET age = 99 WHERE id = 1", "INSERT INTO t VALUES (102, 'New', 1)");
      table.passSecond();
      assertThat(plan.exact()).isTrue();
      assertThat(read(scan, plan.splits())).contains("+S {id=1, name=Ann, age=18}").hasSize(3);
    }
  }

  @Test
  void splitsOfARelaxedSnapshotShowWhatIsThere() {
    try (StudentTable table = filled(StudentTable.partitionedWithoutHistory());
        ChangelogScan scan = open(table, 1)) {
      SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 1);
      table.run("INSERT INTO t VALUES (1, 'Ann', 99)");
      table.passSecond();
      assertThat(plan.exact()).isFalse();
      assertThat(read(scan, plan.splits())).contains("+S {id=1, name=Ann, age=99}").hasSize(3);
    }
  }

  @Test
  void aRefusedMomentRelaxesTheWholeSnapshotOfAUniqueTable() {
    try (StudentTable table = filled(StudentTable.partitioned())) {
      refuseAsOf(table);
      try (ChangelogScan scan = open(table, 1)) {
        SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 1);
        assertThat(plan.exact()).isFalse();
        assertThat(read(scan, plan.splits())).hasSize(3);
      }
    }
  }

  @Test
  void aRefusedMomentFailsWhereExactWasAskedForAndOnDuplicateTables() {
    try (StudentTable table = filled(StudentTable.partitionedDuplicate())) {
      refuseAsOf(table);
      try (ChangelogScan scan = open(table, 1)) {
        List<SnapshotSplit> auto = scan.planSnapshot(SnapshotConsistency.AUTO, 1).splits();
        List<SnapshotSplit> exact = scan.planSnapshot(SnapshotConsistency.EXACT, 1).splits();
        for (List<SnapshotSplit> splits : List.of(auto, exact)) {
          assertThatExceptionOfType(IncompatibleTableException.class)
              .isThrownBy(() -> read(scan, splits))
              .withMessageContaining("requires changelog")
              .withMessageContaining("set snapshot-consistency = relaxed");
        }
      }
    }
  }

  @Test
  void aGrammarThatWantsTheMomentFirstGetsIt() {
    try (StudentTable table = filled(StudentTable.partitioned())) {
      table
          .server()
          .faults()
          .onPlan()
          .matching(") FOR VERSION AS OF")
          .always()
          .failWith(1105, "mismatched input 'FOR' expecting {<EOF>, ';'}(line 1, pos 63)");
      try (ChangelogScan scan = open(table, 1)) {
        List<SnapshotSplit> splits = scan.planSnapshot(SnapshotConsistency.EXACT, 1).splits();
        assertThat(read(scan, splits)).hasSize(3);
        assertThat(table.server().calls().statements(Protocol.FLIGHT_FRONT_END))
            .anyMatch(sql -> sql.matches(".* FOR VERSION AS OF \\d+ TABLET\\(\\d+\\)"));
      }
    }
  }

  @Test
  void everySplitRunsTheFenceOnItsOwnSessionBeforeItsRead() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = open(table, 3)) {
      List<SnapshotSplit> splits = scan.planSnapshot(SnapshotConsistency.EXACT, 1).splits();
      table.server().calls().clear();
      read(scan, splits);
      List<String> statements = table.server().calls().statements(Protocol.FLIGHT_FRONT_END);
      assertThat(statements.stream().filter(sql -> !sql.startsWith("SET")))
          .hasSize(4)
          .satisfies(
              sent -> {
                assertThat(sent.get(0)).contains("@incr");
                assertThat(sent.get(1)).contains("TABLET");
                assertThat(sent.get(2)).contains("@incr");
                assertThat(sent.get(3)).contains("TABLET");
              });
    }
  }

  @Test
  void tabletsAreListedBehindTheTransactionsOfBeforeTheSnapshot() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = open(table, 1)) {
      table.server().calls().clear();
      scan.planSnapshot(SnapshotConsistency.EXACT, 1);
      List<String> calls =
          table.server().calls().all().stream()
              .map(call -> call.operation() + " " + call.sql())
              .filter(call -> call.endsWith("LIMIT 1") || call.contains("_query_plan"))
              .toList();
      assertThat(calls).hasSize(3); // plan and rows of the fence, then the tablets
      assertThat(calls.get(0)).contains("@incr");
      assertThat(calls.get(2)).contains("_query_plan");
    }
  }

  @Test
  void aPartitionDroppedBehindThePlanIsAnErrorAndNoSilence() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = open(table, 100)) {
      List<SnapshotSplit> splits = scan.planSnapshot(SnapshotConsistency.AUTO, 1).splits();
      table.run("ALTER TABLE t DROP PARTITION p2");
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(() -> read(scan, splits))
          .withMessageContaining("are gone")
          .withMessageContaining("read the snapshot again");
    }
  }

  @Test
  void aTableTruncatedBehindThePlanIsAnErrorAndNoSilence() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = open(table, 1)) {
      List<SnapshotSplit> splits = scan.planSnapshot(SnapshotConsistency.RELAXED, 1).splits();
      table.run("TRUNCATE TABLE test.student");
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(() -> read(scan, splits))
          .withMessageContaining("truncated");
    }
  }

  @Test
  void aReaderReadsSeveralSplitsAtOnce() throws Exception {
    try (StudentTable table = filled(StudentTable.partitioned())) {
      Fault held = table.server().faults().onFetch().matching("TABLET").times(2).hang();
      try (ChangelogReader reader = table.reader().snapshotParallelism(3).build()) {
        List<String> rows = new ArrayList<>();
        reader.poll(Duration.ZERO).forEach(change -> rows.add(change.toString()));
        assertThat(held.awaitHits(2, Duration.ofSeconds(10))).isTrue();
        held.release();
        rows.addAll(StudentTable.drain(reader));
        assertThat(rows).hasSize(3).doesNotHaveDuplicates();
        assertThat(table.server().calls().sessionsOpened(Protocol.FLIGHT_FRONT_END))
            .isGreaterThanOrEqualTo(3);
      }
    }
  }

  @Test
  void onlyTheLastRowOfTheLastSplitLiesBehindTheSnapshot() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogReader reader =
            table.reader().scanMode(ScanMode.initial()).snapshotParallelism(4).build()) {
      Instant time = reader.position().snapshotTime().orElseThrow();
      assertThat(reader.next().position().isSnapshot()).isTrue();
      assertThat(reader.next().position().isSnapshot()).isTrue();
      Position last = reader.next().position();
      assertThat(last.isSnapshot()).isFalse();
      assertThat(last.nextStart()).isEqualTo(time);
      table.run("INSERT INTO t VALUES (7, 'Gus', 1)");
      table.passSecond();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=7, name=Gus, age=1}");
    }
  }

  @Test
  void aSplitThatWasCutIsRepeatedAndTheOthersAreNot() {
    try (StudentTable table = StudentTable.partitioned()) {
      table.run("INSERT INTO t SELECT number, 'N', 1 FROM numbers(\"number\" = \"99\")");
      table.run("INSERT INTO t VALUES (101, 'Bob', 19)");
      table.passSecond();
      List<Long> tablets = tabletsOf(table);
      Fault cut =
          table
              .server()
              .faults()
              .onFetch()
              .matching("TABLET(" + tablets.get(0) + ")")
              .cutAfterBatches(1);
      List<Change> changes = new ArrayList<>();
      try (ChangelogReader reader =
          table.reader().batchSize(10).retries(0).snapshotParallelism(6).build()) {
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(() -> reader.forEachRemaining(changes::add));
        assertThat(cut.hits()).isEqualTo(1);
        reader.forEachRemaining(changes::add);
      }
      assertThat(changes.stream().map(Change::toString).distinct()).hasSize(100);
      assertThat(changes.stream().filter(Change::replayed).count())
          .isPositive()
          .isLessThan(changes.size());
    }
  }

  @Test
  void theListenerIsToldHowFarTheSnapshotIs() {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    ReaderListener listener =
        new ReaderListener() {
          @Override
          public void snapshotStarted(Instant time, boolean exact, int splits) {
            events.add("started " + time + " " + exact + " " + splits);
          }

          @Override
          public void snapshotProgress(long rows, int splitsDone, int splits) {
            events.add(rows + " rows, " + splitsDone + " of " + splits);
          }

          @Override
          public void snapshotDone(Instant time, long rows) {
            events.add("done " + time + " " + rows);
          }
        };
    try (StudentTable table = filled(StudentTable.partitioned())) {
      String time = table.clock().instant().toString();
      try (ChangelogReader reader =
          table.reader().listener(listener).snapshotParallelism(2).build()) {
        assertThat(events).containsExactly("started " + time + " true 2");
        StudentTable.drain(reader);
        assertThat(events).endsWith("3 rows, 2 of 2", "done " + time + " 3");
      }
    }
  }

  @Test
  void aRestartKeepsTheFirstMomentAndReadsAllSplitsAgain() {
    try (StudentTable table = filled(StudentTable.partitionedWithoutHistory())) {
      MemoryOffsetStore store = new MemoryOffsetStore();
      Instant first;
      try (ChangelogReader reader = initial(table, store).build()) {
        first = reader.position().snapshotTime().orElseThrow();
        reader.next();
        reader.commit();
      }
      table.passSecond();
      try (ChangelogReader reader = initial(table, store).build()) {
        assertThat(reader.position().snapshotTime()).contains(first);
        assertThat(StudentTable.take(reader, 3)).hasSize(3).doesNotHaveDuplicates();
        assertThat(reader.position().nextStart()).isEqualTo(first);
      }
    }
  }

  private static ChangelogReaderBuilder initial(StudentTable table, MemoryOffsetStore store) {
    return table
        .reader()
        .scanMode(ScanMode.initial())
        .offsetStore(store, "c")
        .snapshotParallelism(2);
  }

  private static List<Long> tabletsOf(StudentTable table) {
    try (ChangelogScan scan = open(table, 1)) {
      return scan.planSnapshot(SnapshotConsistency.AUTO, 1).splits().stream()
          .flatMap(split -> split.tablets().stream())
          .toList();
    }
  }

  @Test
  void splitsTravelAsBytes() throws Exception {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogScan scan = open(table, 1)) {
      SnapshotPlan plan = scan.planSnapshot(SnapshotConsistency.AUTO, 1);
      SnapshotPlan copy = copy(plan);
      assertThat(copy).isEqualTo(plan);
      try (ChangelogScan other = open(table, 1)) {
        assertThat(read(other, copy.splits())).hasSize(3);
      }
    }
  }

  @Test
  void nonsenseIsRefused() {
    try (StudentTable table = StudentTable.partitioned();
        ChangelogScan scan = open(table, 1)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> scan.planSnapshot(SnapshotConsistency.AUTO, 0))
          .withMessageContaining("parallelism = 0");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.scan().tabletsPerSplit(0))
          .withMessageContaining("tabletsPerSplit");
    }
  }

  private static StudentTable filled(StudentTable table) {
    table.run(THREE_ROWS);
    table.passSecond();
    return table;
  }

  private static ChangelogScan open(StudentTable table, int tabletsPerSplit) {
    return ChangelogScan.open(table.scan().tabletsPerSplit(tabletsPerSplit).build());
  }

  private static void refuseAsOf(StudentTable table) {
    table
        .server()
        .faults()
        .onPlan()
        .matching("FOR VERSION AS OF")
        .always()
        .failWith(1105, "FOR VERSION/TIME AS OF requires changelog");
  }

  private static List<String> read(ChangelogScan scan, List<SnapshotSplit> splits) {
    List<String> rows = new ArrayList<>();
    for (SnapshotSplit split : splits) {
      try (ChangeStream stream = scan.read(split)) {
        drain(stream, rows);
      }
    }
    return rows;
  }

  private static void drain(ChangeStream stream, List<String> rows) {
    while (true) {
      switch (stream.next(Duration.ofSeconds(10))) {
        case BATCH -> {
          try (ChangeBatch batch = stream.batch()) {
            batch.forEach(change -> rows.add(change.toString()));
          }
        }
        case NOT_YET -> throw new AssertionError("no answer in ten seconds");
        case END -> {
          return;
        }
      }
    }
  }

  private static SnapshotPlan copy(SnapshotPlan plan) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(plan);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (SnapshotPlan) in.readObject();
    }
  }
}
