package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.raw;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SequenceTest {
  private static final List<String> WITH_SEQUENCE = List.of("id", "a", Write.SEQUENCE);

  private final StoreFixture store = new StoreFixture();

  private Table hidden() {
    return store.create(
        "t", TableKeys.unique("id"), log(true, "function_column.sequence_type", "int"), "id", "a");
  }

  private void put(Table table, Object[]... rows) {
    store.commit(table, new Write.Upsert(WITH_SEQUENCE, List.of(rows)));
  }

  @Test
  void aStaleWriteLeavesNoRecord() {
    Table table = hidden();
    put(table, row(1L, 100, 5));
    put(table, row(1L, 200, 3));
    put(table, row(1L, 300, 10));

    assertThat(raw(table)).containsExactly("0:1,100,null", "1:1,300,100");
    assertThat(rows(table)).containsExactly("1,300");
  }

  @Test
  void inOneLoadTheHighestSequenceWinsAndOfEqualOnesTheLater() {
    Table table = hidden();
    put(table, row(1L, 1, 5), row(1L, 2, 9), row(1L, 3, 7), row(2L, 1, 4), row(2L, 2, 4));

    assertThat(raw(table)).containsExactly("0:1,2,null", "0:2,2,null");
  }

  @Test
  void aPartialUpdateWithoutASequenceKeepsTheStoredOne() {
    Table table = hidden();
    put(table, row(1L, 1, 5));
    store.commit(
        table,
        new Write.PartialUpdate(
            List.of("id", "a"), List.<Object[]>of(row(1L, 2)), Write.NewKeys.APPEND));
    put(table, row(1L, 3, 4));

    assertThat(rows(table)).containsExactly("1,2");
  }

  @Test
  void theSequenceOfADeletedRowStillCounts() {
    Table table = hidden();
    put(table, row(1L, 1, 5));
    store.delete(table, 1L);
    put(table, row(1L, 2, 4));

    assertThat(rows(table)).isEmpty();
    put(table, row(1L, 3, 5));
    assertThat(rows(table)).containsExactly("1,3");
    assertThat(raw(table)).containsExactly("0:1,1,null", "2:1,1,1", "0:1,3,null");
  }

  @Test
  void aVisibleSequenceColumnDecidesToo() {
    Table table =
        store.create(
            "t",
            TableKeys.unique("id"),
            log(true, "function_column.sequence_col", "ver"),
            "id",
            "a",
            "ver");
    store.insert(table, row(1L, 1, 5));
    store.insert(table, row(1L, 2, 4));
    store.insert(table, row(1L, 3, null));

    assertThat(rows(table)).containsExactly("1,1,5");
  }

  @Test
  void aWriteThatLeavesOutTheSequenceIsRefused() {
    Table table = hidden();

    assertThatThrownBy(() -> store.insert(table, row(1L, 1)))
        .hasMessage("Table t has sequence column, need to specify the sequence column");
  }

  @Test
  void theHiddenSequenceIsReadableFromRowsButNotFromTheLog() {
    Table table = hidden();
    put(table, row(1L, 1, 5));

    assertThat(StoreFixture.labels(table.currentRows(Selection.ALL))).contains(Write.SEQUENCE);
    assertThat(StoreFixture.all(table.currentRows(Selection.ALL)).get(0)).endsWith(5);
    assertThat(StoreFixture.labels(table.rawRecords(Selection.ALL))).doesNotContain(Write.SEQUENCE);
  }
}
