package io.dorischangelog.client.internal.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.wire.WireBatch;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;

class ArrowChangeBatchTest {

  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final TableSchema V = WireBatch.schema("v", "int");
  private static final Position END =
      Position.endOfWindow(Instant.parse("2026-11-30T00:00:00Z"), WireBatch.CONTEXT);

  @Test
  void rowsAreCountedWithinTheirTransaction() {
    try (WireBatch wire = changes(10L, 10L, 20L, 30L, 30L)) {
      assertThat(positions(wire.changes(V)))
          .containsExactly(at(10, 1), all(10), all(20), at(30, 1), at(30, 2));
    }
  }

  @Test
  void countingGoesOnFromTheBatchBefore() {
    RowPositions start = RowPositions.counting(10, 5, WireBatch.CONTEXT);
    try (WireBatch wire = changes(10L, 10L, 20L)) {
      ArrowChangeBatch batch = wire.changes(V, start, BatchEnd.OPEN);
      assertThat(positions(batch)).containsExactly(at(10, 6), all(10), at(20, 1));
      assertThat(batch.following()).isEqualTo(RowPositions.counting(20, 1, WireBatch.CONTEXT));
    }
  }

  @Test
  void onlyARowBeforeAHigherTsoIsKnownToEndItsTransaction() {
    try (WireBatch wire = changes(10L, 10L, 20L)) {
      assertThat(wire.changes(V)).map(Change::endsTransaction).containsExactly(false, true, false);
    }
  }

  @Test
  void aBatchCanBeToldThatItsTransactionEnds() {
    RowPositions start = RowPositions.counting(0, 0, WireBatch.CONTEXT);
    try (WireBatch wire = changes(10L, 10L)) {
      ArrowChangeBatch batch = wire.changes(V, start, BatchEnd.TRANSACTION);
      assertThat(positions(batch)).containsExactly(at(10, 1), all(10));
      assertThat(batch).last().matches(Change::endsTransaction);
      assertThat(batch.end()).isEqualTo(all(10));
      assertThat(batch.endsWindow()).isFalse();
      assertThat(batch.following())
          .isEqualTo(RowPositions.counting(10, Position.ALL, WireBatch.CONTEXT));
    }
  }

  @Test
  void theLastRowOfAWindowHasTheWindowsEnd() {
    RowPositions start = RowPositions.counting(0, 0, WireBatch.CONTEXT);
    try (WireBatch wire = changes(10L, 10L)) {
      ArrowChangeBatch batch = wire.changes(V, start, BatchEnd.window(END));
      assertThat(positions(batch)).containsExactly(at(10, 1), END);
      assertThat(batch).map(Change::endsTransaction).containsExactly(false, true);
      assertThat(batch.end()).isEqualTo(END);
      assertThat(batch.endsWindow()).isTrue();
    }
  }

  @Test
  void anEmptyBatchStandsWhereTheOneBeforeEnded() {
    RowPositions start = RowPositions.counting(10, 5, WireBatch.CONTEXT);
    try (WireBatch wire = changes()) {
      ArrowChangeBatch batch = wire.changes(V, start, BatchEnd.OPEN);
      assertThat(batch.end()).isEqualTo(at(10, 5));
      assertThat(batch.following()).isEqualTo(start);
      assertThat(batch.cursor().next()).isFalse();
      assertThat(wire.changes(V, start, BatchEnd.window(END)).end()).isEqualTo(END);
    }
  }

  @Test
  void snapshotRowsShareTheirPositionAndHaveNoLog() {
    try (WireBatch wire = new WireBatch().column("v", INT32, 1, 2)) {
      ArrowChangeBatch batch = wire.snapshot(V);
      assertThat(batch)
          .allSatisfy(
              change -> {
                assertThat(change.kind()).isEqualTo(ChangeKind.SNAPSHOT);
                assertThat(change.position()).isEqualTo(batch.end());
                assertThat(change.commitTime()).isEmpty();
                assertThat(change.lsn()).isEmpty();
                assertThat(change.endsTransaction()).isFalse();
              });
      ChangeCursor cursor = batch.cursor();
      assertThat(cursor.next()).isTrue();
      assertThatThrownBy(cursor::tso).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aChangeCarriesItsCommitTime() {
    long tso = (1_760_000_000_123L << 18) | 1;
    try (WireBatch wire = changes(tso)) {
      assertThat(wire.changes(V).iterator().next().commitTime())
          .hasValue(Instant.ofEpochMilli(1_760_000_000_123L));
    }
  }

  @Test
  void fullSemanticsKnowAllFourOperations() {
    assertThat(kinds(Semantics.FULL, 0, 1, 2, 3))
        .containsExactly(
            ChangeKind.INSERT,
            ChangeKind.DELETE,
            ChangeKind.UPDATE_BEFORE,
            ChangeKind.UPDATE_AFTER);
  }

  @Test
  void withoutHistoryInsertsAndUpdatesAreUpserts() {
    assertThat(kinds(Semantics.UPSERT, 0, 3, 1))
        .containsExactly(ChangeKind.UPSERT, ChangeKind.UPSERT, ChangeKind.DELETE);
  }

  @Test
  void operationsThatMustNotComeAreRefused() {
    assertThatThrownBy(() -> kinds(Semantics.UPSERT, 0, 2))
        .isInstanceOf(UnreadableValueException.class)
        .hasMessageContaining("operation 2");
    assertThatThrownBy(() -> kinds(Semantics.INSERT_ONLY, 0, 1))
        .isInstanceOf(UnreadableValueException.class);
    assertThatThrownBy(() -> kinds(Semantics.FULL, 4)).isInstanceOf(UnreadableValueException.class);
    assertThatThrownBy(() -> kinds(Semantics.FULL, -1))
        .isInstanceOf(UnreadableValueException.class);
    assertThat(kinds(Semantics.INSERT_ONLY, 0, 0)).containsOnly(ChangeKind.INSERT);
  }

  @Test
  void aDeleteWithoutHistoryShowsItsKeyOnlyEvenWhereTheServerSendsDefaults() {
    TableSchema schema =
        TableSchema.of(
            Semantics.UPSERT,
            Column.key("id", DorisType.parse("int")),
            Column.of("v", DorisType.parse("int")));
    try (WireBatch wire =
        new WireBatch()
            .column("id", INT32, 1, 2)
            .column("v", INT32, 10, 99)
            .log(List.of(1L, 2L), List.of(1L, 2L), List.of(0L, 1L))) {
      ArrowChangeBatch batch = wire.changes(schema);
      assertThat(batch)
          .map(Change::toString)
          .containsExactly("+U {id=1, v=10}", "-D {id=2, v=null}");
      ChangeCursor cursor = batch.cursor();
      cursor.next();
      cursor.next();
      assertThat(cursor.isNull(1)).isTrue();
      assertThat(cursor.getInt(0)).isEqualTo(2);
      assertThatThrownBy(() -> cursor.getInt(1)).isInstanceOf(UnreadableValueException.class);
    }
  }

  @Test
  void replayedRowsSaySo() {
    try (WireBatch wire = changes(10L)) {
      ArrowChangeBatch batch =
          wire.changeDecoder(V)
              .decode(
                  wire.root(),
                  RowPositions.counting(0, 0, WireBatch.CONTEXT),
                  BatchEnd.OPEN,
                  true,
                  () -> {});
      assertThat(batch.replayed()).isTrue();
      assertThat(batch).allMatch(Change::replayed);
    }
  }

  @Test
  void everyCallAfterCloseIsRefusedAndMemoryIsReleasedOnce() {
    AtomicInteger released = new AtomicInteger();
    try (WireBatch wire = changes(10L)) {
      ArrowChangeBatch batch =
          wire.changeDecoder(V)
              .decode(
                  wire.root(),
                  RowPositions.counting(0, 0, WireBatch.CONTEXT),
                  BatchEnd.OPEN,
                  false,
                  released::incrementAndGet);
      ChangeCursor cursor = batch.cursor();
      cursor.next();
      Iterator<Change> changes = batch.iterator();
      batch.close();
      batch.close();
      assertThat(released).hasValue(1);
      assertThatThrownBy(() -> cursor.getInt(0)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(changes::next).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(batch::vectors).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(batch::end).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(batch::rowCount).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aCursorBeforeAndBehindItsRowsIsRefused() {
    try (WireBatch wire = changes(10L)) {
      ChangeCursor cursor = wire.changes(V).cursor();
      assertThatThrownBy(() -> cursor.getInt(0)).hasMessageContaining("next()");
      assertThatThrownBy(cursor::kind).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
      assertThatThrownBy(() -> cursor.getInt(0)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::change).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void anIteratorEndsWithItsRows() {
    try (WireBatch wire = changes(10L)) {
      Iterator<Change> changes = wire.changes(V).iterator();
      changes.next();
      assertThat(changes.hasNext()).isFalse();
      assertThatThrownBy(changes::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void keyColumnsSelectedForTheirOrderAreNotHandedOut() {
    try (WireBatch wire =
        new WireBatch()
            .column("v", INT32, 1)
            .column("k", INT32, 2)
            .log(List.of(1L), List.of(1L), List.of(0L))) {
      Projection projection = Projection.ofChanges(V, List.of("k"), WireBatch.HIDDEN);
      assertThat(projection.selectList())
          .containsExactly(
              "v", "k", "__DORIS_BINLOG_TSO__", "__DORIS_BINLOG_LSN__", "__DORIS_BINLOG_OP__");
      ArrowChangeBatch batch =
          BatchDecoder.of(wire.root().getSchema(), projection, ErrorContext.NONE)
              .decode(
                  wire.root(),
                  RowPositions.counting(0, 0, WireBatch.CONTEXT),
                  BatchEnd.OPEN,
                  false,
                  () -> {});
      assertThat(batch).map(Change::row).map(Row::toString).containsExactly("{v=1}");
    }
  }

  private static WireBatch changes(Long... tsos) {
    Object[] values = new Object[tsos.length];
    Long[] zeros = new Long[tsos.length];
    java.util.Arrays.fill(values, 1);
    java.util.Arrays.fill(zeros, 0L);
    return new WireBatch()
        .column("v", INT32, values)
        .log(List.of(tsos), List.of(zeros), List.of(zeros));
  }

  private static List<ChangeKind> kinds(Semantics semantics, long... ops) {
    List<Long> codes = java.util.Arrays.stream(ops).boxed().toList();
    List<Long> ones = codes.stream().map(code -> 1L).toList();
    try (WireBatch wire =
        new WireBatch().column("v", INT32, ones.toArray()).log(ones, ones, codes)) {
      return WireBatch.all(wire.changes(TableSchema.of(semantics, V.columns()))).stream()
          .map(Change::kind)
          .toList();
    }
  }

  private static List<Position> positions(ArrowChangeBatch batch) {
    return WireBatch.all(batch).stream().map(Change::position).toList();
  }

  private static Position at(long tso, long rows) {
    return Position.of(tso, rows, WireBatch.CONTEXT);
  }

  private static Position all(long tso) {
    return Position.complete(tso, WireBatch.CONTEXT);
  }
}
