package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.raw;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaChangeTest {
  private final StoreFixture store = new StoreFixture();

  private static ColumnDefinition number(String name) {
    return ColumnDefinition.of(name, StoreFixture.INT);
  }

  private void set(Table table, List<String> columns, Object... values) {
    store.commit(
        table, new Write.PartialUpdate(columns, List.<Object[]>of(values), Write.NewKeys.APPEND));
  }

  @Test
  void olderRecordsShowNullInAnAddedColumn() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 10, 100));
    table.addColumns(List.of(number("c")), null);
    set(table, List.of("id", "c"), 1L, 5);

    assertThat(raw(table))
        .containsExactly("0:1,10,100,null,null,null,null", "1:1,10,100,5,10,100,null");
  }

  @Test
  void theBeforeHalfShowsTheDefaultOfAnAddedColumn() {
    Table table = store.unique("t");
    long start = store.insert(table, row(1L, 10, 100)) + 1;
    table.addColumns(
        List.of(new ColumnDefinition("c", StoreFixture.INT, true, ColumnDefault.literal("9"))),
        null);
    set(table, List.of("id", "c"), 1L, 5);

    assertThat(store.changes(table, IncrementType.DETAIL, start, Long.MAX_VALUE))
        .containsExactly("2:1,10,100,9", "3:1,10,100,5");
    assertThat(rows(table)).containsExactly("1,10,100,5");
  }

  @Test
  void aDroppedColumnIsGoneFromAllRecordsAndDoesNotComeBackUnderItsName() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 10, 100));
    table.dropColumn("a");
    assertThat(raw(table)).containsExactly("0:1,100,null");

    table.addColumns(List.of(ColumnDefinition.of("a", StoreFixture.TEXT)), null);
    assertThat(raw(table)).containsExactly("0:1,100,null,null,null");
    set(table, List.of("id", "a"), 1L, "x");
    assertThat(raw(table)).last().isEqualTo("1:1,100,x,100,null");
  }

  @Test
  void aColumnCanBePutBehindAnotherOrFirstBehindTheKeys() {
    Table table = store.unique("t");
    table.addColumns(List.of(number("c")), "a");
    table.addColumns(List.of(number("d")), "");

    assertThat(table.schema().columns())
        .extracting(Column::name)
        .containsExactly("id", "d", "a", "c", "b");
  }

  @Test
  void aTransactionWrittenBeforeADropStillCommits() {
    Table table = store.unique("t");
    Transaction open = store.catalog.transactions().begin("label");
    open.write(table, StoreFixture.upsert(table, row(1L, 10, 100)));
    table.dropColumn("a");
    open.commit();

    assertThat(rows(table)).containsExactly("1,100");
  }

  @Test
  void aScanKeepsTheSchemaItWasPlannedWith() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 10, 100));
    TableScan scan = table.rawRecords(Selection.ALL);
    table.dropColumn("a");

    assertThat(StoreFixture.all(scan).get(0)).startsWith(1L, 10, 100);
  }

  @Test
  void keysAndSequenceColumnsCannotBeDropped() {
    Table table =
        store.create(
            "t",
            TableKeys.unique("id"),
            log(true, "function_column.sequence_col", "ver"),
            "id",
            "ver");

    assertThatThrownBy(() -> table.dropColumn("id")).hasMessageContaining("key column");
    assertThatThrownBy(() -> table.dropColumn("ver")).hasMessageContaining("sequence column");
    assertThatThrownBy(() -> table.dropColumn("x")).hasMessageContaining("does not exist");
  }

  @Test
  void theLogRefusesWhatItCannotFollow() {
    Table table = store.unique("t");
    ColumnDefinition variant = ColumnDefinition.of("v", DorisType.of(DorisType.Kind.VARIANT));

    assertThatThrownBy(() -> table.addColumns(List.of(variant), null))
        .hasMessage("Table with changelog does not support VARIANT column: v");
    assertThatThrownBy(() -> table.renameColumn("a", "z"))
        .hasMessage("Not allowed to perform current operation on Table With changelog");
    assertThatThrownBy(table::refuseSchemaChangeWithLog)
        .hasMessage("Not allowed to perform current operation on Table With changelog");
  }

  @Test
  void theOldGenerationSaysItInTheOldWords() {
    StoreFixture old = new StoreFixture(ChangelogNames.BINLOG);
    Table table =
        old.create(
            "t",
            TableKeys.unique("id"),
            Map.of("binlog.enable", "true", "binlog.format", "ROW"),
            "id",
            "a");

    assertThatThrownBy(table::refuseSchemaChangeWithLog)
        .hasMessage("Not allowed to perform current operation on Table With binlog<row>");
  }

  @Test
  void withoutTheLogAColumnCanBeRenamed() {
    Table table = store.create("t", TableKeys.unique("id"), Map.of(), "id", "a");
    store.insert(table, row(1L, 10));
    table.renameColumn("a", "z");

    assertThat(table.schema().indexOf("z")).isEqualTo(1);
    assertThat(rows(table)).containsExactly("1,10");
  }
}
