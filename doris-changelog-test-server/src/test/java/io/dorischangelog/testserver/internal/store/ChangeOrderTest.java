package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeOrderTest {
  private final StoreFixture store = new StoreFixture();
  private final Table table =
      store.create("t", TableKeys.unique("id"), Partitioning.NONE, 4, log(true), "id", "a");

  private List<Object[]> read(ChangeRequest.Order order, IncrementType type) {
    ChangeRequest request =
        new ChangeRequest(type, 0, Long.MAX_VALUE, store.clock.current(), Selection.ALL, order);
    return StoreFixture.all(table.changes(request));
  }

  private void write() {
    for (int commit = 0; commit < 10; commit++) {
      List<Object[]> rows = new ArrayList<>();
      for (long id = 20; id > 0; id--) {
        rows.add(row(id, commit));
      }
      store.insert(table, rows.toArray(Object[][]::new));
    }
  }

  private static Comparator<Object[]> commitOrder() {
    return Comparator.<Object[]>comparingLong(r -> (Long) r[2])
        .thenComparingLong(r -> (Long) r[0])
        .thenComparingLong(r -> (Long) r[3])
        .thenComparingLong(r -> (Long) r[4]);
  }

  @Test
  void commitOrderIsTsoKeyLsnOp() {
    write();
    List<Object[]> changes = read(ChangeRequest.Order.COMMIT, IncrementType.DETAIL);

    assertThat(changes).hasSize(20 + 9 * 20 * 2).isSortedAccordingTo(commitOrder());
  }

  @Test
  void storageOrderIsTabletByTablet() {
    write();
    List<Object[]> changes = read(ChangeRequest.Order.STORAGE, IncrementType.DETAIL);

    assertThat(changes)
        .hasSize(20 + 9 * 20 * 2)
        .isNotEqualTo(read(ChangeRequest.Order.COMMIT, IncrementType.DETAIL));
    assertThat(changes.stream().map(r -> r[2]).distinct().count()).isEqualTo(10);
    assertThat(changes.get(0)[2]).isNotEqualTo(changes.get(changes.size() - 1)[2]);
    List<Object[]> sorted = new ArrayList<>(changes);
    sorted.sort(commitOrder());
    assertThat(changes).isNotEqualTo(sorted);
  }

  @Test
  void foldedRowsCanBeSortedToo() {
    write();

    assertThat(read(ChangeRequest.Order.COMMIT, IncrementType.MIN_DELTA))
        .hasSize(20)
        .isSortedAccordingTo(commitOrder());
  }

  @Test
  void aReadSeesNothingThatIsCommittedAfterItWasPlanned() {
    store.insert(table, row(1L, 1));
    TableScan scan = table.changes(store.request(IncrementType.DETAIL, 0, Long.MAX_VALUE));
    TableScan rows = table.currentRows(Selection.ALL);
    store.insert(table, row(1L, 2), row(2L, 2));

    assertThat(StoreFixture.all(scan)).hasSize(1);
    assertThat(StoreFixture.rows(rows, table)).containsExactly("1,1");
  }

  @Test
  void aProjectionGivesTheColumnsAsked() {
    store.insert(table, row(1L, 5));
    TableScan scan = table.changes(store.request(IncrementType.DETAIL, 0, Long.MAX_VALUE));

    assertThat(scan.rows(4, 1).next()).containsExactly(0L, 5);
    assertThat(StoreFixture.labels(scan))
        .containsExactly(
            "id",
            "a",
            "__DORIS_CHANGELOG_TSO__",
            "__DORIS_CHANGELOG_LSN__",
            "__DORIS_CHANGELOG_OP__");
  }
}
