package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ChangePropertiesTest {

  /** One write of a key; kind 0: whole row, 1: only column a, 2: delete. */
  record Step(int kind, long key, int value, boolean newTransaction) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.longs().between(1, 4),
            Arbitraries.integers().between(1, 3),
            Arbitraries.of(true, true, false))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }

  @Property(tries = 200)
  void detailLeadsFromTheStateAtTheStartToTheStateAtTheEnd(
      @ForAll("histories") List<Step> history, @ForAll int cut) {
    StoreFixture store = new StoreFixture();
    Table table = play(store, history);
    List<Long> commits = commits(table);
    long start =
        commits.isEmpty() ? store.clock.current() : commits.get(Math.floorMod(cut, commits.size()));

    Map<Object, List<Object>> state =
        state(StoreFixture.all(table.asOf(start, store.clock.current(), Selection.ALL)));
    for (Object[] change : read(store, table, IncrementType.DETAIL, start + 1)) {
      List<Object> image = List.of(change[1], change[2]);
      switch (((Long) change[5]).intValue()) {
        case ChangeEvent.APPEND -> assertThat(state.put(change[0], image)).isNull();
        case ChangeEvent.DELETE, ChangeEvent.UPDATE_BEFORE ->
            assertThat(state.remove(change[0])).isEqualTo(image);
        default -> assertThat(state.put(change[0], image)).isNull();
      }
    }

    assertThat(state).isEqualTo(state(StoreFixture.all(table.currentRows(Selection.ALL))));
  }

  @Property(tries = 200)
  void minDeltaIsDetailFoldedByKey(@ForAll("histories") List<Step> history, @ForAll int cut) {
    StoreFixture store = new StoreFixture();
    Table table = play(store, history);
    List<Long> commits = commits(table);
    long start =
        commits.isEmpty() ? store.clock.current() : commits.get(Math.floorMod(cut, commits.size()));

    assertThat(texts(read(store, table, IncrementType.MIN_DELTA, start + 1)))
        .containsExactlyInAnyOrderElementsOf(
            foldedByHand(read(store, table, IncrementType.DETAIL, start + 1)));
  }

  @Property(tries = 100)
  void adjacentWindowsNeitherLoseNorRepeat(
      @ForAll("histories") List<Step> history, @ForAll int cut) {
    StoreFixture store = new StoreFixture();
    Table table = play(store, history);
    List<Long> commits = commits(table);
    long seam = commits.isEmpty() ? 1 : commits.get(Math.floorMod(cut, commits.size()));

    List<String> parts = new ArrayList<>(store.changes(table, IncrementType.DETAIL, 0, seam));
    parts.addAll(store.changes(table, IncrementType.DETAIL, seam, Long.MAX_VALUE));
    assertThat(parts).isEqualTo(store.changes(table, IncrementType.DETAIL));
  }

  private static Table play(StoreFixture store, List<Step> history) {
    Table table = store.unique("t");
    Transaction open = null;
    for (Step step : history) {
      if (open == null || step.newTransaction()) {
        if (open != null) {
          store.advance(1000);
          open.commit();
        }
        open = store.catalog.transactions().begin("label");
      }
      open.write(table, write(table, step));
    }
    store.advance(1000);
    Objects.requireNonNull(open).commit();
    return table;
  }

  private static Write write(Table table, Step step) {
    return switch (step.kind()) {
      case 0 -> StoreFixture.upsert(table, row(step.key(), step.value(), step.value()));
      case 1 ->
          new Write.PartialUpdate(
              List.of("id", "a", "b"),
              List.<Object[]>of(row(step.key(), step.value(), 9)),
              Write.NewKeys.APPEND);
      default -> new Write.Delete(List.<Object[]>of(row(step.key())));
    };
  }

  private static List<Object[]> read(
      StoreFixture store, Table table, IncrementType type, long start) {
    return StoreFixture.all(table.changes(store.request(type, start, Long.MAX_VALUE)));
  }

  private static List<Long> commits(Table table) {
    return StoreFixture.all(table.rawRecords(Selection.ALL)).stream()
        .map(record -> (Long) record[5])
        .distinct()
        .toList();
  }

  private static Map<Object, List<Object>> state(List<Object[]> rows) {
    Map<Object, List<Object>> state = new TreeMap<>();
    rows.forEach(r -> state.put(r[0], List.of(r[1], r[2])));
    return state;
  }

  private static List<String> texts(List<Object[]> changes) {
    return changes.stream().map(c -> c[5] + ":" + c[0] + "," + c[1] + "," + c[2]).toList();
  }

  private static List<String> foldedByHand(List<Object[]> detail) {
    Map<Object, List<Object[]>> byKey = new LinkedHashMap<>();
    detail.forEach(c -> byKey.computeIfAbsent(c[0], key -> new ArrayList<>()).add(c));
    List<String> folded = new ArrayList<>();
    byKey.forEach(
        (key, changes) -> {
          Object[] first = changes.get(0);
          Object[] last = changes.get(changes.size() - 1);
          String before = first[5].equals(0L) ? null : key + "," + first[1] + "," + first[2];
          String after = last[5].equals(1L) ? null : key + "," + last[1] + "," + last[2];
          if (before == null && after != null) {
            folded.add("0:" + after);
          } else if (before != null && after == null) {
            folded.add("1:" + before);
          } else if (before != null && !before.equals(after)) {
            folded.add("2:" + before);
            folded.add("3:" + after);
          }
        });
    return folded;
  }
}
