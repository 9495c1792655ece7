package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.SchemaChangedException;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.internal.decode.BatchEnd;
import io.dorischangelog.client.internal.decode.RowPositions;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.client.wire.WireBatch;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowLookaheadTest {
  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final TableSchema KEY_AND_NUMBER = WireBatch.schema("k", "int", "n", "largeint");
  private static final int ROWS = 151;

  /** So much that the rows of a batch with it are made one at a time. */
  private static final int LARGE = 17 << 20;

  private final Deque<Fetched> fetched = new ArrayDeque<>();
  private final TableId table = TableId.parse("test.t");
  private final RowLookahead rows =
      new RowLookahead(
          deadline -> next(),
          new Progress(
              new MemoryOffsetStore(),
              "consumer",
              table,
              Optional.empty(),
              Position.startingAt(Instant.EPOCH, table),
              false),
          table);

  private Fetched next() {
    Fetched found = fetched.poll();
    if (found == null) {
      throw new SchemaChangedException(ErrorContext.NONE, List.of("n"), "are gone");
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "64, 1", "65, 1", "129, 1", "150, 1", "1, LARGE", "3, LARGE"})
  void aRowThatCannotBeReadKeepsNoneInFrontOfItBack(int bad, String size) {
    try (WireBatch wire = numbered(bad, size.equals("LARGE"))) {
      fetched.add(new Fetched.Rows(wire.snapshot(KEY_AND_NUMBER)));
      assertThat(keysUntilFailure(UnreadableValueException.class)).hasSize(bad);
      assertThatThrownBy(rows::advance).isInstanceOf(UnreadableValueException.class);
      rows.clear();
    }
  }

  @Test
  void theLastRowOfABatchComesBeforeABadFirstRowOfTheNext() {
    try (WireBatch good = numbered(-1, false);
        WireBatch bad = numbered(0, false)) {
      fetched.add(new Fetched.Rows(good.snapshot(KEY_AND_NUMBER)));
      fetched.add(new Fetched.Rows(bad.snapshot(KEY_AND_NUMBER)));
      assertThat(keysUntilFailure(UnreadableValueException.class)).hasSize(ROWS);
      rows.clear();
    }
  }

  @Test
  void theLastRowOfABatchComesBeforeTheEndOfTheRead() {
    try (WireBatch good = numbered(-1, false)) {
      fetched.add(new Fetched.Rows(good.snapshot(KEY_AND_NUMBER)));
      assertThat(keysUntilFailure(SchemaChangedException.class)).hasSize(ROWS);
      assertThatThrownBy(rows::advance).isInstanceOf(SchemaChangedException.class);
    }
  }

  @Test
  void aTransactionThatARepeatCutsOffHasNotEnded() {
    try (WireBatch before = commits(10, 50);
        WireBatch repeat = commits(10, 30)) {
      fetched.add(rows(before));
      fetched.add(rows(repeat));
      List<Change> changes = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        assertThat(rows.advance()).isTrue();
        changes.add(rows.take());
      }
      assertThat(changes).map(Change::endsTransaction).containsExactly(true, false, true);
      assertThat(changes.get(1).position().isComplete()).isFalse();
      rows.clear();
    }
  }

  private static Fetched rows(WireBatch wire) {
    RowPositions start = RowPositions.counting(5, Position.ALL, WireBatch.CONTEXT);
    return new Fetched.Rows(wire.changes(WireBatch.schema("k", "int"), start, BatchEnd.OPEN));
  }

  private static WireBatch commits(long... tsos) {
    int count = tsos.length;
    return new WireBatch()
        .column("k", INT32, Collections.nCopies(count, 1).toArray())
        .log(
            LongStream.of(tsos).boxed().toList(),
            LongStream.range(0, count).boxed().toList(),
            Collections.nCopies(count, 0L));
  }

  private List<Integer> keysUntilFailure(Class<? extends Throwable> failure) {
    List<Integer> keys = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              while (rows.advance()) {
                keys.add(rows.take().row().getInt("k"));
              }
            })
        .isInstanceOf(failure);
    return keys;
  }

  private static WireBatch numbered(int bad, boolean large) {
    Object[] keys = new Object[ROWS];
    Object[] numbers = new Object[ROWS];
    for (int i = 0; i < ROWS; i++) {
      keys[i] = i;
      numbers[i] = i == bad ? "x" : Integer.toString(i);
    }
    if (large) {
      numbers[ROWS - 1] = "9".repeat(LARGE);
    }
    return new WireBatch().column("k", INT32, keys).column("n", WireBatch.UTF8, numbers);
  }
}
