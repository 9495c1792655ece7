package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartitionTest {
  private final StoreFixture store = new StoreFixture();

  private static PartitionDefinition below(String name, String upper) {
    return new PartitionDefinition(name, new PartitionItem.LessThan(List.of(upper)));
  }

  private Table ranged() {
    return store.create(
        "t",
        TableKeys.unique("id"),
        new Partitioning(
            Partitioning.Kind.RANGE,
            List.of("id"),
            "",
            List.of(below("p1", "10"), below("p2", "20"))),
        2,
        log(true),
        "id",
        "a");
  }

  private static List<String> names(Table table) {
    return table.partitions().stream().map(Partition::name).toList();
  }

  @Test
  void anUnpartitionedTableHasOnePartitionWithItsName() {
    assertThat(names(store.unique("t"))).containsExactly("t");
  }

  @Test
  void rangesFollowEachOther() {
    Table table = ranged();

    assertThat(table.partitions())
        .extracting(Partition::item)
        .containsExactly(
            new PartitionItem.Range(List.of(), List.of("10")),
            new PartitionItem.Range(List.of("10"), List.of("20")));
    assertThat(table.partitions().get(0).tablets()).hasSize(2);
  }

  @Test
  void truncatingAPartitionTakesItsRowsAndRecordsAndGivesItANewId() {
    Table table = ranged();
    store.insert(table, row(1L, 10), row(11L, 110));
    long id = table.partitions().get(0).id();
    table.truncate(List.of("p1"));
    store.insert(table, row(2L, 20));

    assertThat(store.changes(table, IncrementType.DETAIL)).containsExactly("0:11,110", "0:2,20");
    assertThat(rows(table)).containsExactlyInAnyOrder("2,20", "11,110");
    assertThat(table.partitions().get(0).id()).isNotEqualTo(id);
  }

  @Test
  void droppingAPartitionTakesItsRowsAndRecords() {
    Table table = ranged();
    store.insert(table, row(1L, 10), row(11L, 110));
    table.dropPartition("p2", false);

    assertThat(store.changes(table, IncrementType.DETAIL)).containsExactly("0:1,10");
    assertThatThrownBy(() -> table.dropPartition("p2", false)).hasMessageContaining("p2");
    table.dropPartition("p2", true);
  }

  @Test
  void aRowWithoutAPartitionIsRefused() {
    Table table = ranged();

    assertThatThrownBy(() -> store.insert(table, row(20L, 1)))
        .hasMessageContaining("no partition for this tuple");
    table.addPartition(below("rest", PartitionItem.MAX));
    store.insert(table, row(20L, 1));
    assertThat(rows(table)).containsExactly("20,1");
  }

  @Test
  void overlappingAndRepeatedPartitionsAreRefused() {
    Table table = ranged();

    assertThatThrownBy(
            () ->
                table.addPartition(
                    new PartitionDefinition(
                        "p3", new PartitionItem.Range(List.of("15"), List.of("30")))))
        .hasMessageContaining("intersected");
    assertThatThrownBy(() -> table.addPartition(below("P1", "50")))
        .hasMessageContaining("Duplicate partition name");
    assertThatThrownBy(() -> table.addPartition(below("p3", "15"))).hasMessageContaining("empty");
  }

  @Test
  void listPartitionsTakeTheirValuesAndNull() {
    Table table =
        store.create(
            "t",
            TableKeys.duplicate("a"),
            new Partitioning(
                Partitioning.Kind.LIST,
                List.of("a"),
                "",
                List.of(
                    new PartitionDefinition(
                        "few", new PartitionItem.In(List.of(List.of("1"), List.of("2")))),
                    new PartitionDefinition(
                        "none", new PartitionItem.In(List.of(Arrays.asList((String) null)))))),
            1,
            log(false),
            "a",
            "b");
    store.insert(table, row(2, 0), row(null, 0));

    assertThat(table.partitions()).allMatch(partition -> partition.tablets().get(0).rows() == 1);
    assertThatThrownBy(() -> store.insert(table, row(3, 0)))
        .hasMessageContaining("no partition for this tuple");
  }

  @Test
  void automaticPartitionsAppearWithTheRowsThatNeedThem() {
    ColumnDefinition day =
        new ColumnDefinition("d", DorisType.of(DorisType.Kind.DATE), false, null);
    Table table =
        store.create(
            "t",
            TableKeys.duplicate("d"),
            new Partitioning(Partitioning.Kind.RANGE, List.of("d"), "day", List.of()),
            1,
            log(false),
            day,
            "a");
    store.insert(table, row(LocalDate.of(2026, 8, 11), 2), row(LocalDate.of(2026, 8, 10), 1));

    assertThat(names(table)).containsExactly("p20260810000000", "p20260811000000");
    assertThat(store.changes(table, IncrementType.DETAIL)).hasSize(2);
  }

  @Test
  void aReplacedPartitionBringsItsOwnRowsAndRecords() {
    Table table = ranged();
    store.insert(table, row(1L, 10), row(11L, 110));
    table.addTemporaryPartition(
        new PartitionDefinition("tmp", new PartitionItem.Range(List.of("0"), List.of("10"))));
    table.replacePartitions(List.of("p1"), List.of("tmp"));

    assertThat(names(table)).containsExactly("p1", "p2");
    assertThat(store.changes(table, IncrementType.DETAIL)).containsExactly("0:11,110");
  }

  @Test
  void renamingKeepsRowsAndId() {
    Table table = ranged();
    store.insert(table, row(1L, 10));
    long id = table.partitions().get(0).id();
    table.renamePartition("p1", "q");

    assertThat(names(table)).containsExactly("q", "p2");
    assertThat(table.partitions().get(0).id()).isEqualTo(id);
    assertThat(rows(table)).containsExactly("1,10");
  }

  @Test
  void readsCanAskForPartitionsAndTablets() {
    Table table = ranged();
    store.insert(table, row(1L, 10), row(2L, 20), row(11L, 110));
    Selection second = new Selection(Set.of("p2"), Set.of());

    assertThat(rows(table.currentRows(second), table)).containsExactly("11,110");
    long counted = 0;
    for (Partition partition : table.partitions()) {
      for (Tablet tablet : partition.tablets()) {
        Selection one = new Selection(Set.of(), Set.of(tablet.id()));
        assertThat(rows(table.currentRows(one), table)).hasSize((int) tablet.rows());
        counted += tablet.rows();
      }
    }
    assertThat(counted).isEqualTo(3);
    assertThatThrownBy(() -> table.currentRows(new Selection(Set.of("nope"), Set.of())))
        .hasMessageContaining("Unknown partition nope");
  }

  @Test
  void writesToAPartitionDroppedMeanwhileAreLost() {
    Table table = ranged();
    Transaction open = store.catalog.transactions().begin("label");
    open.write(table, StoreFixture.upsert(table, row(1L, 10), row(11L, 110)));
    table.dropPartition("p2", false);
    open.commit();

    assertThat(rows(table)).containsExactly("1,10");
  }

  @Test
  void versionsCountTransactions() {
    Table table = store.create("t", TableKeys.unique("id"), Map.of(), "id", "a");
    assertThat(table.partitions().get(0).version()).isEqualTo(1);
    store.insert(table, row(1L, 10));
    assertThat(table.partitions().get(0).version()).isEqualTo(2);
  }
}
