package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.RecordingListener;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangeWindow;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.LeakCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Case 15: the stored start is older than what the server still keeps. Retention is 60 s, the
 * server's clock says 10:10:00, and rows were committed at 10:08:10 (id 1), 10:08:59.999 (2),
 * 10:09:00 (3, exactly at the edge), 10:09:00.001 (4) and 10:09:30 (5).
 */
@ExtendWith(LeakCheck.class)
class Case15StartHasExpiredTest {
  private static final TableId TABLE = TableId.parse(StudentTable.NAME);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Instant NOW = Instant.parse("2026-10-01T10:10:00Z");

  @TempDir Path directory;

  private final StudentTable table = StudentTable.unique();
  private final RecordingListener listener = new RecordingListener();

  @BeforeEach
  void fill() {
    ttl(60);
    insertAt("10:08:10", 1);
    insertAt("10:08:59.999", 2);
    insertAt("10:09:00", 3);
    insertAt("10:09:00.001", 4);
    insertAt("10:09:30", 5);
    table.clock().set(NOW);
  }

  @AfterEach
  void close() {
    table.close();
  }

  private void ttl(long seconds) {
    table.run("ALTER TABLE t SET (\"changelog.ttl_seconds\" = \"" + seconds + "\")");
  }

  private static Instant at(String time) {
    return Instant.parse("2026-10-01T" + time + "Z");
  }

  private void insertAt(String time, int id) {
    table.clock().set(at(time));
    table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)");
  }

  private void store(Instant start) {
    try (FileOffsetStore store = FileOffsetStore.in(directory)) {
      store.load("sync", TABLE);
      store.save("sync", TABLE, Position.startingAt(start, TABLE), Optional.empty());
    }
  }

  private ChangelogReaderBuilder resuming(IncrementType type) {
    return table
        .reader()
        .incrementType(type)
        .listener(listener)
        .scanMode(ScanMode.latest())
        .offsetStore(FileOffsetStore.in(directory), "sync");
  }

  private ChangelogReaderBuilder from(String time, IncrementType type) {
    return table
        .reader()
        .incrementType(type)
        .listener(listener)
        .scanMode(ScanMode.fromTimestamp(at(time)));
  }

  private static void requireFacts(ChangelogExpiredException e, Instant start) {
    assertThat(e.askedStart()).isEqualTo(start);
    assertThat(e.earliestSafeStart()).contains(at("10:09:02"));
    assertThat(e.ttl()).contains(MINUTE);
    assertThat(e.isRetryable()).isFalse();
    assertThat(e.table()).contains(TABLE);
    assertThat(e.mode()).isPresent();
    assertThat(e).hasMessageContaining("initial").hasMessageContaining("on-loss = skip");
  }

  @ParameterizedTest
  @EnumSource
  void anExpiredOffsetIsRefusedWhenTheReaderIsBuilt(IncrementType type) {
    store(at("10:08:00"));
    ChangelogReaderBuilder reader = resuming(type);
    assertThatExceptionOfType(ChangelogExpiredException.class)
        .isThrownBy(reader::build)
        .satisfies(e -> requireFacts(e, at("10:08:00")));
    assertThat(listener.events("loss")).containsExactly("loss ChangelogExpiredException");
  }

  @ParameterizedTest
  @EnumSource
  void anExpiredStartTimeIsRefusedBeforeAnyRow(IncrementType type) {
    try (ChangelogReader reader = from("10:08:00", type).build()) {
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> requireFacts(e, at("10:08:00")))
          .satisfies(
              e -> assertThat(e.window()).hasValueSatisfying(w -> assertThat(w).contains("10:08")))
          .satisfies(e -> assertThat(e.mode()).contains(type.optionValue()));
      assertThatExceptionOfType(ChangelogExpiredException.class).isThrownBy(reader::next);
    }
  }

  @Test
  void theServersOwnRefusalIsNotRepeated() {
    try (ChangelogReader reader = from("10:08:00", IncrementType.MIN_DELTA).build()) {
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> assertThat(e.getCause()).hasMessageContaining("has expired"));
      assertThat(table.server().calls().all())
          .filteredOn(call -> call.sql().contains("'MIN_DELTA'"))
          .filteredOn(call -> call.operation().equals("GetFlightInfo"))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSecondBehindTheEdgeIsFine(IncrementType type) {
    store(at("10:09:01"));
    try (ChangelogReader reader = resuming(type).build()) {
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=5, name=N, age=1}");
      assertThat(reader.stats().lossGuard()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theEdgeItselfHasExpired(IncrementType type) {
    store(at("10:09:00"));
    ChangelogReaderBuilder reader = resuming(type);
    assertThatExceptionOfType(ChangelogExpiredException.class).isThrownBy(reader::build);
  }

  @ParameterizedTest
  @EnumSource
  void skippingIsAnnouncedAndGoesOnBehindTheGap(IncrementType type) {
    try (ChangelogReader reader = from("10:08:00", type).onLoss(OnLoss.SKIP).build()) {
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=5, name=N, age=1}");
      assertThat(listener.events("gap"))
          .isNotEmpty()
          .allSatisfy(gap -> assertThat(gap).contains("2026-10-01T10:09:02Z) expired"));
      assertThat(listener.events("gap").get(0)).startsWith("gap [2026-10-01T10:08:00Z");
      assertThat(reader.stats().gaps()).isEqualTo(listener.events("gap").size());
      assertThat(listener.events("loss")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStoredOffsetMayBeSkippedToo(IncrementType type) {
    store(at("10:08:00"));
    try (ChangelogReader reader = resuming(type).onLoss(OnLoss.SKIP).build()) {
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=5, name=N, age=1}");
      assertThat(listener.events("gap [2026-10-01T10:08:00Z")).hasSize(1);
    }
  }

  @Test
  void aShorterRetentionIsNoticedWithTheNextWindow() {
    ttl(600);
    try (ChangelogReader reader = from("10:08:00", IncrementType.DETAIL).build()) {
      StudentTable.take(reader, 5);
      ttl(1);
      table.clock().advance(Duration.ofMinutes(2));
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(() -> reader.poll(PATIENCE).close())
          .satisfies(e -> assertThat(e.ttl()).contains(Duration.ofSeconds(1)));
    }
  }

  @Test
  void aLongerRetentionDoesNotBringBackWhatHadExpired() {
    try (ChangelogReader reader = from("10:08:00", IncrementType.DETAIL).build()) {
      ttl(600);
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> requireFacts(e, at("10:08:00")));
    }
  }

  @Test
  void aLongerRetentionCountsOnceAWindowWasReadWithIt() {
    try (ChangelogReader reader = from("10:09:01", IncrementType.DETAIL).build()) {
      ttl(600);
      StudentTable.take(reader, 1);
      table.clock().advance(Duration.ofMinutes(5));
      table.run("INSERT INTO t VALUES (6, 'N', 1)");
      table.passSecond();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=6, name=N, age=1}");
    }
  }

  @Test
  void aRestartRemembersTheShorterRetentionOfBefore() {
    try (ChangelogReader reader = resuming(IncrementType.DETAIL).build()) {
      assertThat(reader.committed()).isPresent();
    }
    table.clock().advance(Duration.ofMinutes(2));
    ttl(600);
    ChangelogReaderBuilder again = resuming(IncrementType.DETAIL);
    assertThatExceptionOfType(ChangelogExpiredException.class)
        .isThrownBy(again::build)
        .satisfies(e -> assertThat(e.ttl()).contains(MINUTE));
  }

  @Test
  void aSlowConsumerKeepsItsPlanAndOnlyTheNextWindowIsCheckedAnew() {
    try (ChangelogReader reader = from("10:09:10", IncrementType.DETAIL).batchSize(1).build()) {
      table.run("INSERT INTO t VALUES (6, 'N', 1)", "INSERT INTO t VALUES (7, 'N', 1)");
      table.passSecond();
      StudentTable.take(reader, 1);
      table.clock().advance(Duration.ofSeconds(90));
      assertThat(StudentTable.take(reader, 2)).hasSize(2);
      assertThatExceptionOfType(ChangelogExpiredException.class).isThrownBy(reader::next);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"DETAIL", "APPEND_ONLY"})
  void theCheckIsMadeAfterASlowPlanning(IncrementType type) throws InterruptedException {
    Fault slow = table.server().faults().onPlan().matching("ORDER BY").hang();
    try (ChangelogReader reader = from("10:09:01", type).build()) {
      reader.poll(Duration.ZERO).close();
      while (slow.hits() == 0) {
        reader.poll(Duration.ofMillis(5)).close();
      }
      table.clock().advance(Duration.ofSeconds(90));
      slow.release();
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> assertThat(e.askedStart()).isEqualTo(at("10:09:01")));
    }
  }

  @Test
  void aRetentionShortenedWhileTheQueryPlansIsNoticed() {
    ttl(600);
    Fault slow = table.server().faults().onPlan().matching("ORDER BY").hang();
    try (ChangelogReader reader = from("10:08:00", IncrementType.DETAIL).build()) {
      while (slow.hits() == 0) {
        reader.poll(Duration.ofMillis(5)).close();
      }
      ttl(60);
      slow.release();
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> requireFacts(e, at("10:08:00")));
    }
  }

  @Test
  void aWindowOfThePastIsCheckedByItsStart() {
    table.clock().set(at("10:10:09"));
    ScanOptions options =
        ScanOptions.builder()
            .frontEnds(table.server().httpAddress())
            .username("root")
            .password("")
            .table(StudentTable.NAME)
            .build();
    try (ChangelogScan scan = ChangelogScan.open(options);
        ChangeStream stream =
            scan.read(
                new ChangeWindow(at("10:09:00"), at("10:09:10")),
                Position.endOfWindow(at("10:09:00"), scan.context()))) {
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(() -> stream.next(PATIENCE))
          .satisfies(e -> assertThat(e.earliestSafeStart()).contains(at("10:09:11")));
    }
  }

  /** No front end tells the retention: neither in the statement that makes the table nor beside. */
  private void hideRetention() {
    String create =
        "CREATE TABLE `student` (`id` INT) ENGINE=OLAP UNIQUE KEY(`id`) PROPERTIES"
            + " (\\\"changelog.enable\\\" = \\\"true\\\","
            + " \\\"changelog.need_historical_value\\\" = \\\"true\\\")";
    String answer =
        "{\"msg\":\"success\",\"code\":0,\"data\":{\"type\":\"result_set\",\"meta\":"
            + "[{\"name\":\"Table\"},{\"name\":\"Create Table\"}],\"data\":[[\"student\",\""
            + create
            + "\"]]},\"count\":0}";
    table.server().faults().onHttp().matching("SHOW CREATE TABLE").always().answer(200, answer);
    table
        .server()
        .faults()
        .onHttp()
        .matching("table_properties")
        .always()
        .answer(200, "{\"msg\":\"Error\",\"code\":1,\"data\":\"denied\",\"count\":0}");
  }

  @Test
  void anUnreadableRetentionLetsTheReadGoOnWithoutAGuard() {
    hideRetention();
    try (ChangelogReader reader = from("10:08:00", IncrementType.DETAIL).build()) {
      assertThat(StudentTable.take(reader, 2))
          .containsExactly("+I {id=4, name=N, age=1}", "+I {id=5, name=N, age=1}");
      assertThat(reader.stats().lossGuard()).isFalse();
      assertThat(reader.stats().headroom()).isEmpty();
    }
  }

  @Test
  void withoutReadableRetentionTheServersOwnRefusalStillStops() {
    hideRetention();
    try (ChangelogReader reader = from("10:08:00", IncrementType.MIN_DELTA).build()) {
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> assertThat(e.ttl()).isEmpty());
    }
  }

  @Test
  void aSnapshotThatTakesLongerThanTheRetentionIsNotGoneOnFrom() {
    try (ChangelogReader reader =
        table.reader().scanMode(ScanMode.initial()).listener(listener).build()) {
      StudentTable.take(reader, 1);
      table.clock().advance(Duration.ofMinutes(2));
      StudentTable.take(reader, 4);
      assertThatExceptionOfType(ChangelogExpiredException.class)
          .isThrownBy(reader::next)
          .satisfies(e -> assertThat(e.askedStart()).isEqualTo(NOW));
    }
  }

  @Test
  void anInterruptedSnapshotWhoseTimeHasExpiredIsNotReadAgain() {
    ScanMode initial = ScanMode.initial();
    try (ChangelogReader reader = resuming(IncrementType.DETAIL).scanMode(initial).build()) {
      StudentTable.take(reader, 1);
    }
    table.clock().advance(Duration.ofMinutes(2));
    ChangelogReaderBuilder again = resuming(IncrementType.DETAIL).scanMode(initial);
    assertThatExceptionOfType(ChangelogExpiredException.class)
        .isThrownBy(again::build)
        .satisfies(e -> assertThat(e.askedStart()).isEqualTo(NOW));
  }

  @Test
  void anIntervalThatExpiredAsAWholeIsPassedOver() {
    ScanMode mode = ScanMode.fromTimestamp(at("10:08:00")).until(at("10:09:00"));
    for (IncrementType type : IncrementType.values()) {
      RecordingListener heard = new RecordingListener();
      try (ChangelogReader reader =
          table
              .reader()
              .incrementType(type)
              .scanMode(mode)
              .onLoss(OnLoss.SKIP)
              .listener(heard)
              .build()) {
        assertThat(StudentTable.drain(reader)).isEmpty();
        assertThat(heard.events("gap")).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTableYoungerThanItsRetentionHasLostNothing(IncrementType type) {
    ttl(86_400);
    try (ChangelogReader reader = from("09:00:00", type).build()) {
      assertThat(StudentTable.take(reader, 5)).hasSize(5);
    }
  }

  @Test
  void aRetentionBeyondAllTimeNeverExpires() {
    for (long seconds : List.of(Long.MAX_VALUE, 4_000_000_000_000L)) {
      ttl(seconds);
      try (ChangelogReader reader = from("10:08:00", IncrementType.DETAIL).build()) {
        assertThat(StudentTable.take(reader, 5)).hasSize(5);
      }
    }
  }

  @Test
  void anExpiredExactSnapshotIsRefused() {
    ScanMode past = ScanMode.snapshot().until(at("10:08:30"));
    try (ChangelogReader reader = table.reader().scanMode(past).build()) {
      assertThatExceptionOfType(ChangelogExpiredException.class).isThrownBy(reader::next);
    }
  }

  @Test
  void everyGapIsToldHoweverOftenItIsReadOver() {
    try (ChangelogReader reader =
        from("10:08:00", IncrementType.DETAIL).onLoss(OnLoss.SKIP).build()) {
      Position start = reader.position();
      StudentTable.take(reader, 1);
      int before = listener.events("gap").size();
      reader.seek(start);
      StudentTable.take(reader, 1);
      assertThat(listener.events("gap")).hasSize(2 * before);
      assertThat(Stream.of(reader.stats().gaps())).containsExactly(2L * before);
    }
  }
}
