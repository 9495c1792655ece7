package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.raw;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static io.dorischangelog.testserver.internal.store.StoreFixture.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeRecordTest {
  private final StoreFixture store = new StoreFixture();

  private static Write partial(List<String> columns, Object[]... rows) {
    return new Write.PartialUpdate(columns, List.of(rows), Write.NewKeys.APPEND);
  }

  @Test
  void insertUpdateAndDeleteKeepTheirBeforeImages() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 10, 100), row(2L, 20, 200));
    store.commit(table, partial(List.of("id", "b"), row(2L, 201)));
    store.delete(table, 1L);

    assertThat(raw(table))
        .containsExactly(
            "0:1,10,100,null,null",
            "0:2,20,200,null,null",
            "1:2,20,201,20,200",
            "2:1,10,100,10,100");
    assertThat(rows(table)).containsExactly("2,20,201");
  }

  @Test
  void aWriteAfterADeleteIsAnInsert() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 10, 100));
    store.delete(table, 1L);
    store.insert(table, row(1L, 10, 100));

    assertThat(raw(table)).last().isEqualTo("0:1,10,100,null,null");
  }

  @Test
  void withoutHistoryAnUpsertIsAnInsertAndAPartialUpdateAnUpdate() {
    Table table = store.create("t", TableKeys.unique("id"), log(false), "id", "a", "b");
    store.insert(table, row(1L, 10, 100));
    store.insert(table, row(1L, 11, 101));
    store.commit(table, partial(List.of("id", "a"), row(1L, 12)));
    store.delete(table, 1L);

    assertThat(raw(table))
        .containsExactly("0:1,10,100", "0:1,11,101", "1:1,12,101", "2:1,null,null");
    assertThat(store.changes(table, IncrementType.DETAIL))
        .containsExactly("0:1,10,100", "0:1,11,101", "2:1,12,101", "3:1,12,101", "1:1,null,null");
  }

  @Test
  void aDeleteWithoutHistoryShowsTheDefaults() {
    ColumnDefinition withDefault =
        new ColumnDefinition("a", StoreFixture.INT, true, ColumnDefault.literal("7"));
    Table table = store.create("t", TableKeys.unique("id"), log(false), "id", withDefault, "b");
    store.insert(table, row(1L, 10, 100));
    store.delete(table, 1L);

    assertThat(raw(table)).containsExactly("0:1,10,100", "2:1,7,null");
  }

  @Test
  void aTableOfKeysOnlyRecordsEveryUpsertAsAnInsert() {
    Table table = store.create("t", TableKeys.unique("id", "k"), log(true), "id", "k");
    store.insert(table, row(1L, 1));
    store.insert(table, row(1L, 1));
    store.delete(table, 1L, 1);

    assertThat(raw(table)).containsExactly("0:1,1", "0:1,1", "2:1,1");
  }

  @Test
  void aPartialUpdateOfKeysOnlyRecordsAnUpdateThatChangesNothing() {
    ColumnDefinition withDefault =
        new ColumnDefinition("a", StoreFixture.INT, false, ColumnDefault.literal("7"));
    Table table = store.create("t", TableKeys.unique("id"), log(true), "id", withDefault, "b");
    store.insert(table, row(1L, 10, 100));
    store.commit(table, partial(List.of("id"), row(1L), row(3L)));

    assertThat(raw(table))
        .containsExactly("0:1,10,100,null,null", "1:1,10,100,10,100", "0:3,7,null,null,null");
  }

  @Test
  void duplicateTablesRecordEveryRow() {
    Table table = store.create("t", TableKeys.duplicate("id"), log(false), "id", "a");
    store.insert(table, row(1L, 10), row(1L, 10));
    store.insert(table, row(1L, 11));

    assertThat(raw(table)).containsExactly("0:1,10", "0:1,10", "0:1,11");
    assertThat(rows(table)).containsExactly("1,10", "1,10", "1,11");
  }

  @Test
  void repeatedKeysOfOneTransactionMergeToOneRecord() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 1, 1));
    store.commit(
        table,
        upsert(table, row(1L, 2, 2), row(2L, 5, 5)),
        partial(List.of("id", "a"), row(1L, 3)),
        upsert(table, row(2L, 6, 6)));

    assertThat(raw(table)).containsExactly("0:1,1,1,null,null", "1:1,3,2,1,1", "0:2,6,6,null,null");
  }

  @Test
  void aKeyInsertedAndDeletedInOneTransactionLeavesNoRecord() {
    Table table = store.unique("t");
    store.commit(table, upsert(table, row(1L, 1, 1)), new Write.Delete(List.<Object[]>of(row(1L))));

    assertThat(raw(table)).isEmpty();
    assertThat(rows(table)).isEmpty();
  }

  @Test
  void aDeleteByKeyOfAnAbsentRowIsSkipped() {
    Table table = store.unique("t");
    store.delete(table, 9L);

    assertThat(raw(table)).isEmpty();
  }

  @Test
  void aDeleteByPredicateSeesWhatTheTransactionWroteBefore() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 1, 1), row(2L, 2, 2));
    store.commit(
        table,
        upsert(table, row(3L, 2, 3)),
        new Write.DeleteWhere(values -> Integer.valueOf(2).equals(values[1])));

    assertThat(rows(table)).containsExactly("1,1,1");
    assertThat(raw(table)).last().isEqualTo("2:2,2,2,2,2");
  }

  @Test
  void allRowsOfATransactionShareItsTsoAndHaveTheirOwnLsn() {
    Table table = store.unique("t");
    long tso = store.insert(table, row(1L, 1, 1), row(2L, 2, 2));
    TableScan scan = table.rawRecords(Selection.ALL);
    int tsoColumn = StoreFixture.labels(scan).indexOf("__DORIS_CHANGELOG_TSO__");

    assertThat(StoreFixture.all(scan)).extracting(r -> r[tsoColumn]).containsOnly(tso);
    assertThat(StoreFixture.all(scan)).extracting(r -> r[tsoColumn + 1]).containsExactly(1L, 2L);
  }

  @Test
  void columnsLeftOutTakeTheirDefault() {
    ColumnDefinition withDefault =
        new ColumnDefinition("a", StoreFixture.INT, false, ColumnDefault.literal("7"));
    Table table = store.create("t", TableKeys.unique("id"), log(true), "id", withDefault, "b");
    store.commit(table, new Write.Upsert(List.of("b", "id"), List.<Object[]>of(row(3, 1L))));

    assertThat(rows(table)).containsExactly("1,7,3");
  }

  @Test
  void onlyTablesWithHistoryHaveBeforeColumns() {
    Table without = store.create("t", TableKeys.unique("id"), log(false), "id", "a");

    assertThat(StoreFixture.labels(store.unique("h").rawRecords(Selection.ALL)))
        .containsExactly(
            "id",
            "a",
            "b",
            "__BEFORE__a__",
            "__BEFORE__b__",
            "__DORIS_CHANGELOG_TSO__",
            "__DORIS_CHANGELOG_LSN__",
            "__DORIS_CHANGELOG_OP__");
    assertThat(StoreFixture.labels(without.rawRecords(Selection.ALL))).hasSize(5);
  }
}
