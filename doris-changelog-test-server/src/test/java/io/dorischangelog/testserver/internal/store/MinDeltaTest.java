package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MinDeltaTest {
  private final StoreFixture store = new StoreFixture();

  @ParameterizedTest
  @CsvSource({
    "0, 0, APPEND",
    "0, 1, APPEND",
    "0, 2, nothing",
    "1, 0, PAIR",
    "1, 1, PAIR",
    "1, 2, DELETE",
    "2, 0, PAIR",
    "2, 1, PAIR",
    "2, 2, DELETE"
  })
  void theFirstAndTheLastRecordDecide(int first, int last, String outcome) {
    TableSchema schema = store.unique("t").schema();
    RowCodec codec = new RowCodec();
    codec.add(schema);
    MinDelta fold = new MinDelta(schema, codec);
    fold.add(record(codec, schema, 1, first, 10, 11));
    fold.add(record(codec, schema, 2, last, 12, 13));

    List<Integer> expected =
        switch (outcome) {
          case "APPEND" -> List.of(0);
          case "DELETE" -> List.of(1);
          case "PAIR" -> List.of(2, 3);
          default -> List.of();
        };
    assertThat(fold.events()).extracting(ChangeEvent::op).containsExactlyElementsOf(expected);
  }

  private static LogRecord record(
      RowCodec codec, TableSchema schema, long number, int op, int before, int after) {
    byte[] old = codec.encode(row(1L, before, 0), schema);
    byte[] now = codec.encode(row(1L, after, 0), schema);
    return new LogRecord(
        number, number, op, new RowKey(new byte[] {1}), op == LogRecord.INSERT ? null : old, now);
  }

  @Test
  void chainsFoldToTheirNetChange() {
    Table table = store.unique("t");
    long start = store.insert(table, row(1L, 10, 0), row(2L, 20, 0), row(3L, 30, 0)) + 1;
    store.insert(table, row(1L, 11, 0));
    store.insert(table, row(1L, 12, 0));
    store.insert(table, row(4L, 40, 0));
    store.delete(table, 4L);
    store.insert(table, row(4L, 41, 0));
    store.insert(table, row(2L, 21, 0));
    store.delete(table, 2L);
    store.insert(table, row(5L, 50, 0));
    store.delete(table, 5L);

    assertThat(store.changes(table, IncrementType.MIN_DELTA, start, Long.MAX_VALUE))
        .containsExactlyInAnyOrder("2:1,10,0", "3:1,12,0", "1:2,20,0", "0:4,41,0");
  }

  @Test
  void withoutAStartThereAreOnlyInserts() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 10, 0), row(3L, 30, 0));
    store.insert(table, row(2L, 20, 0));
    store.insert(table, row(1L, 12, 0));
    store.delete(table, 3L);

    assertThat(store.changes(table, IncrementType.MIN_DELTA))
        .containsExactly("0:2,20,0", "0:1,12,0");
  }

  @Test
  void anUpdateThatEndsWhereItBeganIsDropped() {
    Table table = store.unique("t");
    long start = store.insert(table, row(1L, 20, 30), row(2L, 10, 100), row(3L, 1, 1)) + 1;
    store.insert(table, row(1L, 20, 30));
    store.insert(table, row(2L, 11, 101));
    store.insert(table, row(2L, 10, 100));
    store.delete(table, 3L);
    store.insert(table, row(3L, 1, 1));

    assertThat(store.changes(table, IncrementType.MIN_DELTA, start, Long.MAX_VALUE)).isEmpty();
    assertThat(store.changes(table, IncrementType.DETAIL, start, Long.MAX_VALUE)).hasSize(8);
  }

  @Test
  void anImageOfNullsNeverCancels() {
    Table table = store.unique("t");
    long start = store.insert(table, row(1L, null, null)) + 1;
    store.insert(table, row(1L, null, null));

    assertThat(store.changes(table, IncrementType.MIN_DELTA, start, Long.MAX_VALUE))
        .containsExactly("2:1,null,null", "3:1,null,null");
  }

  @Test
  void aColumnThatCannotBeComparedKeepsThePair() {
    Table table =
        store.create(
            "t",
            TableKeys.unique("id"),
            log(true),
            "id",
            ColumnDefinition.of("d", DorisType.of(DorisType.Kind.DOUBLE)));
    long start = store.insert(table, row(1L, 1.5)) + 1;
    store.insert(table, row(1L, 1.5));

    assertThat(store.changes(table, IncrementType.MIN_DELTA, start, Long.MAX_VALUE)).hasSize(2);
  }

  @Test
  void theHalvesOfAPairShareTheLsnButNotTheTso() {
    Table table = store.unique("t");
    long start = store.insert(table, row(1L, 1, 0)) + 1;
    long first = store.insert(table, row(1L, 2, 0));
    long last = store.insert(table, row(1L, 3, 0));
    TableScan scan = table.changes(store.request(IncrementType.MIN_DELTA, start, Long.MAX_VALUE));

    assertThat(StoreFixture.all(scan))
        .containsExactly(row(1L, 1, 0, first, 3L, 2L), row(1L, 3, 0, last, 3L, 3L));
  }

  @Test
  void aDeleteCarriesTheStateAtTheStartAndTheTsoOfTheEnd() {
    Table table = store.unique("t");
    long start = store.insert(table, row(1L, 1, 0)) + 1;
    store.insert(table, row(1L, 2, 0));
    store.delete(table, 1L);
    TableScan scan = table.changes(store.request(IncrementType.MIN_DELTA, start, Long.MAX_VALUE));

    assertThat(StoreFixture.all(scan)).containsExactly(row(1L, 1, 0, table.visibleTso(), 3L, 1L));
  }
}
