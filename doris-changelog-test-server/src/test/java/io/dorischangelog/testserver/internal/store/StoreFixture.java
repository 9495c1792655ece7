package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.ManualClock;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A catalog with a manual clock, and short forms for what the tests do with it. */
final class StoreFixture {
  static final DorisType INT = DorisType.of(DorisType.Kind.INT);
  static final DorisType BIGINT = DorisType.of(DorisType.Kind.BIGINT);
  static final DorisType TEXT = DorisType.of(DorisType.Kind.VARCHAR, 16);

  final ManualClock time = ManualClock.at("2026-10-01T10:00:00Z");
  final TsoClock clock = new TsoClock(time);
  final Catalog catalog;

  StoreFixture() {
    this(ChangelogNames.CHANGELOG);
  }

  StoreFixture(ChangelogNames names) {
    catalog = new Catalog(clock, names);
    catalog.createDatabase("db", false, Map.of());
  }

  void advance(long millis) {
    time.advance(Duration.ofMillis(millis));
  }

  static Map<String, String> log(boolean history, String... more) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("changelog.enable", "true");
    properties.put("changelog.need_historical_value", Boolean.toString(history));
    for (int i = 0; i < more.length; i += 2) {
      properties.put(more[i], more[i + 1]);
    }
    return properties;
  }

  Table create(String name, TableKeys keys, Map<String, String> properties, Object... columns) {
    return create(name, keys, Partitioning.NONE, 1, properties, columns);
  }

  Table create(
      String name,
      TableKeys keys,
      Partitioning partitioning,
      int buckets,
      Map<String, String> properties,
      Object... columns) {
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (Object column : columns) {
      definitions.add(
          column instanceof ColumnDefinition definition
              ? definition
              : ColumnDefinition.of((String) column, column.equals("id") ? BIGINT : INT));
    }
    catalog.createTable(
        "db",
        name,
        false,
        new TableDefinition(
            definitions,
            keys,
            partitioning,
            new Distribution(keys.columns(), buckets),
            properties,
            ""));
    return catalog.table("db", name);
  }

  /** A unique table (id BIGINT, a INT, b INT) with historical values. */
  Table unique(String name) {
    return create(name, TableKeys.unique("id"), log(true), "id", "a", "b");
  }

  long commit(Table table, Write... writes) {
    Transaction transaction = catalog.transactions().begin("label");
    for (Write write : writes) {
      transaction.write(table, write);
    }
    return transaction.commit();
  }

  /** Commits whole rows in a second of their own. */
  long insert(Table table, @Nullable Object[]... rows) {
    advance(1000);
    return commit(table, upsert(table, rows));
  }

  long delete(Table table, Object... key) {
    advance(1000);
    return commit(table, new Write.Delete(List.<Object[]>of(key)));
  }

  static Write upsert(Table table, @Nullable Object[]... rows) {
    return new Write.Upsert(
        table.schema().columns().stream().map(Column::name).toList(), List.of(rows));
  }

  static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  ChangeRequest request(IncrementType type, long start, long end) {
    return new ChangeRequest(
        type, start, end, clock.current(), Selection.ALL, ChangeRequest.Order.COMMIT);
  }

  /** All changes as "op:v1,v2,..". */
  List<String> changes(Table table, IncrementType type) {
    return changes(table, type, 0, Long.MAX_VALUE);
  }

  List<String> changes(Table table, IncrementType type, long start, long end) {
    TableScan scan = table.changes(request(type, start, end));
    int op = scan.columns().size() - 1;
    return texts(scan, op, table.schema().columns().size());
  }

  static List<String> raw(Table table) {
    TableScan scan = table.rawRecords(Selection.ALL);
    return texts(scan, scan.columns().size() - 1, scan.columns().size() - 3);
  }

  static List<String> rows(Table table) {
    return rows(table.currentRows(Selection.ALL), table);
  }

  static List<String> rows(TableScan scan, Table table) {
    return texts(scan, -1, table.schema().columns().size());
  }

  private static List<String> texts(TableScan scan, int op, int columns) {
    List<String> texts = new ArrayList<>();
    for (Object[] row : all(scan)) {
      String values =
          String.join(",", Arrays.stream(row).limit(columns).map(String::valueOf).toList());
      texts.add(op < 0 ? values : row[op] + ":" + values);
    }
    return texts;
  }

  static List<Object[]> all(TableScan scan) {
    int[] projection = new int[scan.columns().size()];
    Arrays.setAll(projection, i -> i);
    RowSource source = scan.rows(projection);
    List<Object[]> rows = new ArrayList<>();
    for (Object[] row = source.next(); row != null; row = source.next()) {
      rows.add(row);
    }
    return rows;
  }

  static List<String> labels(TableScan scan) {
    return scan.columns().stream().map(ResultColumn::label).toList();
  }
}
