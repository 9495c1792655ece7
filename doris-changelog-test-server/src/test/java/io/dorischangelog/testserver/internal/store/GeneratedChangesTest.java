package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.type.ArrowBatchWriter;
import io.dorischangelog.testserver.internal.type.ArrowLayout;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedChangesTest {
  private final StoreFixture store = new StoreFixture();
  private final Table table =
      store.create(
          "t",
          TableKeys.unique("id"),
          log(true),
          "id",
          "n",
          ColumnDefinition.of("s", DorisType.of(DorisType.Kind.VARCHAR, 20)),
          ColumnDefinition.of("d", DorisType.decimal(18, 2)),
          ColumnDefinition.of("ts", DorisType.of(DorisType.Kind.DATETIME, 6)),
          ColumnDefinition.of("day", DorisType.of(DorisType.Kind.DATE)),
          ColumnDefinition.of("flag", DorisType.of(DorisType.Kind.BOOLEAN)),
          ColumnDefinition.of("x", DorisType.of(DorisType.Kind.DOUBLE)));

  private TableScan changes(long start, long end) {
    return table.changes(store.request(IncrementType.DETAIL, start, end));
  }

  private static List<Object> column(TableScan scan, int index) {
    return StoreFixture.all(scan).stream().map(r -> r[index]).toList();
  }

  @Test
  void rowsAreInsertsInCommitOrderAndTheSameEveryTime() {
    table.generateChanges(new GeneratedChanges(10, 7, 4, Duration.ZERO));
    List<Object[]> first = StoreFixture.all(changes(0, Long.MAX_VALUE));

    assertThat(first).hasSize(10);
    assertThat(first).extracting(r -> r[0]).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(first.stream().map(r -> r[8]).distinct()).hasSize(3);
    assertThat(first).extracting(r -> r[10]).containsOnly(0L);
    assertThat(StoreFixture.all(changes(0, Long.MAX_VALUE)))
        .usingRecursiveComparison()
        .isEqualTo(first);
  }

  @Test
  void theSeedDecidesTheValues() {
    StoreFixture other = new StoreFixture();
    Table twin = other.create("t", TableKeys.unique("id"), log(true), "id", "n");
    Table third = other.create("u", TableKeys.unique("id"), log(true), "id", "n");
    twin.generateChanges(new GeneratedChanges(50, 7, 4, Duration.ZERO));
    third.generateChanges(new GeneratedChanges(50, 8, 4, Duration.ZERO));

    assertThat(column(twin.rawRecords(Selection.ALL), 1))
        .isNotEqualTo(column(third.rawRecords(Selection.ALL), 1));
  }

  @Test
  void theSpreadLaysTheCommitsOverTime() {
    store.advance(100_000);
    table.generateChanges(new GeneratedChanges(1000, 7, 10, Duration.ofSeconds(50)));
    long now = TsoClock.compose(store.time.millis(), 0);
    long middle = TsoClock.compose(store.time.millis() - 25_000, 0);

    assertThat(column(changes(0, middle), 0)).hasSize(500);
    assertThat(column(changes(middle, now), 0)).hasSize(500).startsWith(500L);
    assertThat(column(changes(now, Long.MAX_VALUE), 0)).isEmpty();
    assertThat(store.clock.next()).isGreaterThan(table.visibleTso());
  }

  @Test
  void storedChangesKeepTheirPlaceBeforeAndBehind() {
    store.insert(table, values(-2L));
    store.advance(10_000);
    table.generateChanges(new GeneratedChanges(3, 7, 1, Duration.ofSeconds(5)));
    store.insert(table, values(-1L));

    assertThat(column(changes(0, Long.MAX_VALUE), 0)).containsExactly(-2L, 0L, 1L, 2L, -1L);
    assertThat(column(table.currentRows(Selection.ALL), 0))
        .containsExactlyInAnyOrder(-2L, -1L, 0L, 1L, 2L);
    assertThat(column(changes(0, Long.MAX_VALUE), 9)).doesNotHaveDuplicates();
  }

  private static @Nullable Object[] values(long id) {
    return row(id, null, null, null, null, null, null, null);
  }

  @Test
  void aStateInBetweenCanBeRead() {
    store.advance(100_000);
    table.generateChanges(new GeneratedChanges(1000, 7, 10, Duration.ofSeconds(50)));
    long middle = TsoClock.compose(store.time.millis() - 25_000, 0);

    TableScan scan = table.asOf(middle - 1, store.clock.current(), Selection.ALL);
    assertThat(StoreFixture.all(scan)).hasSize(500);
  }

  @Test
  void aSpreadThatReachesIntoOtherCommitsIsRefused() {
    assertThatThrownBy(
            () -> table.generateChanges(new GeneratedChanges(10, 7, 1, Duration.ofSeconds(5))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must begin after the table's last commit");
  }

  @Test
  void typesWithoutGeneratedValuesAreRefused() {
    Table json =
        store.create(
            "j",
            TableKeys.unique("id"),
            log(true),
            "id",
            ColumnDefinition.of("j", DorisType.of(DorisType.Kind.JSON)));

    assertThatThrownBy(() -> json.generateChanges(new GeneratedChanges(1, 1, 1, Duration.ZERO)))
        .hasMessage("column j: no generated values of type json");
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 1_300})
  void vectorsFilledAtOnceHoldWhatTheRowsSay(int batchSize) {
    store.insert(table, values(-2L));
    table.generateChanges(new GeneratedChanges(2_000, 7, 10, Duration.ZERO));
    store.insert(table, values(-1L));
    TableScan scan = changes(0, Long.MAX_VALUE);
    int[] projection = new int[scan.columns().size()];
    Arrays.setAll(projection, i -> i);
    List<List<Object>> oneByOne = batches(scan, new OneByOne(scan.rows(projection)), batchSize);

    assertThat(batches(scan, scan.rows(projection), batchSize)).isEqualTo(oneByOne);
    assertThat(oneByOne).hasSize(2_002);
  }

  private static List<List<Object>> batches(TableScan scan, RowSource source, int size) {
    List<List<Object>> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBatchWriter writer =
            ArrowBatchWriter.typed(
                scan.columns(), ArrowLayout.current(ZoneOffset.UTC), allocator)) {
      for (int n = writer.write(source, size); n > 0; n = writer.write(source, size)) {
        for (int i = 0; i < n; i++) {
          int at = i;
          rows.add(
              writer.root().getFieldVectors().stream()
                  .map(vector -> (Object) String.valueOf(vector.getObject(at)))
                  .toList());
        }
      }
    }
    return rows;
  }

  private static final class OneByOne implements RowSource {
    private final RowSource rows;

    OneByOne(RowSource rows) {
      this.rows = rows;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      return rows.next();
    }
  }

  @Test
  void manyRowsAreFilledWithoutBeingStored() {
    table.generateChanges(new GeneratedChanges(1_000_000, 7, 1000, Duration.ZERO));
    TableScan scan = changes(0, Long.MAX_VALUE);
    long sum = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBatchWriter writer =
            ArrowBatchWriter.typed(
                scan.columns(), ArrowLayout.current(ZoneOffset.UTC), allocator)) {
      RowSource source = scan.rows(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
      for (int n = writer.write(source, 4096); n > 0; n = writer.write(source, 4096)) {
        BigIntVector ids = (BigIntVector) writer.root().getVector(0);
        for (int i = 0; i < n; i++) {
          sum += ids.get(i);
        }
      }
    }

    assertThat(sum).isEqualTo(999_999L * 1_000_000 / 2);
  }
}
