package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.raw;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartialUpdateTest {
  private final StoreFixture store = new StoreFixture();

  private static Map<String, @Nullable Object> cells(@Nullable Object... pairs) {
    Map<String, @Nullable Object> cells = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      cells.put(String.valueOf(pairs[i]), pairs[i + 1]);
    }
    return cells;
  }

  private Table flexible() {
    return store.create(
        "fx",
        TableKeys.unique("id"),
        log(
            true,
            "function_column.sequence_col",
            "ver",
            "enable_unique_key_skip_bitmap_column",
            "true"),
        "id",
        new ColumnDefinition("a", StoreFixture.INT, false, ColumnDefault.literal("0")),
        new ColumnDefinition("b", StoreFixture.TEXT, true, ColumnDefault.literal("default")),
        "ver");
  }

  @Test
  void rowsOfOneFlexibleLoadMergeByKey() {
    Table table = flexible();
    store.insert(table, row(1L, 10, "a", 100), row(2L, 20, "b", 100), row(4L, 40, "d", 100));
    store.commit(
        table,
        new Write.FlexiblePartialUpdate(
            List.of(
                cells("id", 1L, "a", 11, "ver", 110),
                cells("id", 1L, "b", "aa"),
                cells("id", 2L, "b", null, "ver", 120),
                cells("id", 3L, "a", 30, "ver", 130),
                cells("id", 4L, Write.DELETE_SIGN, 1, "ver", 140))));

    assertThat(raw(table).subList(3, 7))
        .containsExactly(
            "1:1,11,aa,110,10,a,100",
            "1:2,20,null,120,20,b,100",
            "0:3,30,default,130,null,null,null",
            "2:4,40,d,140,40,d,100");
    assertThat(store.changes(table, IncrementType.DETAIL)).last().isEqualTo("1:4,40,d,100");
    assertThat(rows(table)).containsExactly("1,11,aa,110", "2,20,null,120", "3,30,default,130");
  }

  @Test
  void aDeleteAndAWriteOfOneKeyInOneFlexibleLoadAreOneUpdateWithDefaults() {
    Table table = flexible();
    store.insert(table, row(1L, 10, "a", 100));
    store.commit(
        table,
        new Write.FlexiblePartialUpdate(
            List.of(
                cells("id", 1L, Write.DELETE_SIGN, 1, "ver", 110),
                cells("id", 1L, "a", 12, "ver", 120))));

    assertThat(raw(table)).last().isEqualTo("1:1,12,default,120,10,a,100");
  }

  @Test
  void aFlexibleLoadNeedsTheSkipBitmap() {
    Table table = store.unique("t");

    assertThatThrownBy(
            () -> store.commit(table, new Write.FlexiblePartialUpdate(List.of(cells("id", 1L)))))
        .isInstanceOf(DorisException.class)
        .hasMessageContaining("skip bitmap column");
  }

  @Test
  void newKeysCanBeRefused() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 1, 1));
    Transaction transaction = store.catalog.transactions().begin("label");

    assertThatThrownBy(
            () ->
                transaction.write(
                    table,
                    new Write.PartialUpdate(
                        List.of("id", "a"), List.of(row(1L, 2), row(4L, 4)), Write.NewKeys.ERROR)))
        .hasMessageContaining(
            "[E-7003]Can't append new rows in partial update when"
                + " partial_update_new_key_behavior is ERROR");
    transaction.abort();
    assertThat(raw(table)).hasSize(1);
  }

  @Test
  void allKeyColumnsMustBeNamed() {
    Table table = store.create("t", TableKeys.unique("id", "k"), log(true), "id", "k", "a");

    assertThatThrownBy(
            () ->
                store.commit(
                    table,
                    new Write.PartialUpdate(
                        List.of("id", "a"), List.<Object[]>of(row(1L, 2)), Write.NewKeys.APPEND)))
        .hasMessageContaining("Partial update should include all key columns, missing: k");
  }

  @Test
  void aPartialUpdateOfADeletedKeyIsAnInsertWithDefaults() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 1, 1));
    store.delete(table, 1L);
    store.commit(
        table,
        new Write.PartialUpdate(
            List.of("id", "a"), List.<Object[]>of(row(1L, 2)), Write.NewKeys.APPEND));

    assertThat(raw(table)).last().isEqualTo("0:1,2,null,null,null");
  }

  @Test
  void aDeleteSignOfAnAbsentKeyIsRecorded() {
    Table table = store.unique("t");
    store.commit(
        table, new Write.Upsert(List.of("id", Write.DELETE_SIGN), List.<Object[]>of(row(7L, 1))));

    assertThat(raw(table)).containsExactly("2:7,null,null,null,null");
    assertThat(rows(table)).isEmpty();
  }
}
