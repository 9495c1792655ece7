package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scan mode with and without an end, with every type of change. */
@ExtendWith(LeakCheck.class)
class BoundedReadTest {
  private static final List<String> CHANGES =
      List.of("+I 1 18", "-U 1 18", "+U 1 19", "+I 2 30", "-D 2 30");

  private StudentTable table;
  private Instant start;
  private Instant middle;
  private Instant end;

  /** Three seconds: row 1 comes and grows older, row 2 comes, row 2 goes. */
  @BeforeEach
  void write() {
    table = StudentTable.unique();
    start = table.clock().instant();
    table.run("INSERT INTO t VALUES (1, 'Ann', 18)", "UPDATE t SET age = 19 WHERE id = 1");
    table.passSecond();
    middle = table.clock().instant();
    table.run("INSERT INTO t VALUES (2, 'Bob', 30)");
    table.passSecond();
    table.run("DELETE FROM t WHERE id = 2");
    table.passSecond();
    end = table.clock().instant();
  }

  @AfterEach
  void close() {
    table.close();
  }

  private static String text(Change change) {
    String kind = change.toString().substring(0, 2);
    return kind + " " + change.row().getInt("id") + " " + change.row().getInt("age");
  }

  private List<String> read(ScanMode mode, IncrementType type) {
    try (ChangelogReader reader = table.reader().scanMode(mode).incrementType(type).build()) {
      Stream.Builder<String> changes = Stream.builder();
      reader.forEachRemaining(change -> changes.add(text(change)));
      assertThat(reader.hasNext()).isFalse();
      return changes.build().toList();
    }
  }

  static Stream<Arguments> changesOfEachType() {
    return Stream.of(
        Arguments.of(IncrementType.DETAIL, CHANGES, CHANGES.subList(0, 3), CHANGES.subList(3, 5)),
        Arguments.of(
            IncrementType.MIN_DELTA, List.of("+I 1 19"), List.of("+I 1 19"), List.<String>of()),
        Arguments.of(
            IncrementType.APPEND_ONLY,
            List.of("+I 1 18", "+I 2 30"),
            List.of("+I 1 18"),
            List.of("+I 2 30")));
  }

  @ParameterizedTest
  @MethodSource("changesOfEachType")
  void fromTimestampUntilAnEndReadsWhatLiesBetween(
      IncrementType type, List<String> all, List<String> first, List<String> second) {
    assertThat(read(ScanMode.fromTimestamp(start).until(end), type)).isEqualTo(all);
    assertThat(read(ScanMode.fromTimestamp(start).until(middle), type)).isEqualTo(first);
    assertThat(read(ScanMode.fromTimestamp(middle).until(end), type)).isEqualTo(second);
  }

  @ParameterizedTest
  @EnumSource
  void snapshotIsTheTableNowOrAtItsEndWhateverTheType(IncrementType type) {
    assertThat(read(ScanMode.snapshot(), type)).containsExactly("+S 1 19");
    assertThat(read(ScanMode.snapshot().until(end), type)).containsExactly("+S 1 19");
    assertThat(read(ScanMode.snapshot().until(middle.plusSeconds(1)), type))
        .containsExactlyInAnyOrder("+S 1 19", "+S 2 30");
    assertThat(read(ScanMode.snapshot().until(start), type)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(ScanMode.snapshot().until(end.plusSeconds(60)), type))
        .withMessageContaining("future");
  }

  @ParameterizedTest
  @EnumSource
  void initialUntilThePastIsTheSnapshotOfThatMoment(IncrementType type) {
    assertThat(read(ScanMode.initial().until(middle.plusSeconds(1)), type))
        .containsExactlyInAnyOrder("+S 1 19", "+S 2 30");
    assertThat(read(ScanMode.initial().until(end), type)).containsExactly("+S 1 19");
  }

  @ParameterizedTest
  @EnumSource
  void aSnapshotUntilAMomentAndChangesFromItTogetherAreTheTable(IncrementType type) {
    assertThat(read(ScanMode.snapshot().until(middle), type)).containsExactly("+S 1 19");
    List<String> behind = read(ScanMode.fromTimestamp(middle).until(end), type);
    assertThat(behind).noneMatch(change -> change.contains(" 1 "));
  }

  private static <T> T finished(FutureTask<T> read) throws Exception {
    new Thread(read, "reading").start();
    return read.get(30, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @EnumSource
  void anEndInTheFutureIsReadUpToWhenTheServersClockReachesIt(IncrementType type) throws Exception {
    for (ScanMode mode : List.of(ScanMode.fromTimestamp(end), ScanMode.initial())) {
      Instant now = table.clock().instant();
      ScanMode bounded =
          mode.equals(ScanMode.initial())
              ? mode.until(now.plusSeconds(2))
              : ScanMode.fromTimestamp(now).until(now.plusSeconds(2));
      try (ChangelogReader reader = table.reader().scanMode(bounded).incrementType(type).build()) {
        int id = 10 + (int) now.getEpochSecond() % 1000;
        table.run("INSERT INTO t VALUES (" + id + ", 'Cid', 1)");
        table.clock().advance(Duration.ofSeconds(2));
        table.run("INSERT INTO t VALUES (9999, 'Late', 1)");
        table.passSecond();
        List<String> changes = finished(new FutureTask<>(() -> StudentTable.drain(reader)));
        assertThat(changes).anyMatch(change -> change.contains("name=Cid"));
        assertThat(changes).noneMatch(change -> change.contains("+I {id=9999"));
        assertThat(reader.position().nextStart()).isEqualTo(now.plusSeconds(2));
        table.run("DELETE FROM t WHERE id > 2");
        table.passSecond();
      }
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> ScanMode.latest().until(end));
    assertThatIllegalArgumentException().isThrownBy(() -> ScanMode.fromTimestamp(end).until(start));
    assertThatIllegalArgumentException().isThrownBy(() -> ScanMode.fromTimestamp(end).until(end));
  }
}
