package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AsOfTest {
  private final StoreFixture store = new StoreFixture();

  private List<String> asOf(Table table, long tso) {
    return rows(table.asOf(tso, store.clock.current(), Selection.ALL), table);
  }

  @Test
  void everyEarlierStateCanBeRead() {
    Table table = store.unique("t");
    long first = store.insert(table, row(1L, 1, 1), row(2L, 2, 2));
    long second = store.insert(table, row(1L, 10, 1));
    long third = store.delete(table, 2L);
    long fourth = store.insert(table, row(2L, 20, 2), row(3L, 30, 3));

    assertThat(asOf(table, first - 1)).isEmpty();
    assertThat(asOf(table, first)).containsExactly("1,1,1", "2,2,2");
    assertThat(asOf(table, second)).containsExactly("1,10,1", "2,2,2");
    assertThat(asOf(table, third)).containsExactly("1,10,1");
    assertThat(asOf(table, fourth)).containsExactly("1,10,1", "2,20,2", "3,30,3");
    assertThat(asOf(table, Long.MAX_VALUE)).isEqualTo(rows(table));
  }

  @Test
  void restoredRowsHaveTheCommitTsoThatWroteThem() {
    Table table = store.unique("t");
    long first = store.insert(table, row(1L, 1, 1));
    long second = store.insert(table, row(1L, 2, 1));
    store.insert(table, row(1L, 3, 1));
    TableScan scan = table.asOf(second, store.clock.current(), Selection.ALL);
    int tso = StoreFixture.labels(scan).indexOf("__DORIS_COMMIT_TSO_COL__");

    assertThat(StoreFixture.all(scan)).singleElement().extracting(r -> r[tso]).isEqualTo(second);
    assertThat(first).isLessThan(second);
  }

  @Test
  void duplicateTablesAreFilteredByCommit() {
    Table table = store.create("t", TableKeys.duplicate("id"), log(false), "id", "a");
    long first = store.insert(table, row(1L, 1));
    store.insert(table, row(1L, 2));

    assertThat(asOf(table, first)).containsExactly("1,1");
  }

  @Test
  void theTableMustKeepWhatIsNeeded() {
    Table bare = store.create("bare", TableKeys.unique("id"), Map.of(), "id", "a");
    Table noHistory = store.create("nh", TableKeys.unique("id"), log(false), "id", "a");
    Table mergeOnRead =
        store.create(
            "mor",
            TableKeys.unique("id"),
            Map.of("enable_unique_key_merge_on_write", "false"),
            "id",
            "a");

    assertThatThrownBy(() -> asOf(bare, 1)).hasMessage("FOR VERSION/TIME AS OF requires changelog");
    assertThatThrownBy(() -> asOf(noHistory, 1))
        .hasMessage(
            "FOR VERSION/TIME AS OF on merge-on-write table requires"
                + " changelog.need_historical_value=true");
    assertThatThrownBy(() -> asOf(mergeOnRead, 1))
        .hasMessage(
            "FOR VERSION/TIME AS OF is only supported on duplicate or unique merge-on-write"
                + " tables");
  }

  @Test
  void anExpiredPointIsRefusedOnlyIfSomethingHappenedSince() {
    Table table =
        store.create(
            "t", TableKeys.unique("id"), log(true, "changelog.ttl_seconds", "10"), "id", "a");
    long first = store.insert(table, row(1L, 1));
    store.advance(20_000);
    assertThat(asOf(table, first)).containsExactly("1,1");

    store.insert(table, row(1L, 2));
    assertThatThrownBy(() -> asOf(table, first))
        .hasMessage("Changelog offset has expired according to changelog.ttl_seconds");
  }

  @Test
  void beforeItsCreationATableIsEmpty() {
    Table table =
        store.create(
            "t", TableKeys.unique("id"), log(true, "changelog.ttl_seconds", "10"), "id", "a");
    store.insert(table, row(1L, 1));

    assertThat(asOf(table, 1)).isEmpty();
  }
}
