package io.dorischangelog.flink;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One of several writers into a table, each with keys of its own: random transactions, and a list
 * of what must arrive of them. The server's clock goes on with them, faster than real time.
 */
final class TableWriter implements Callable<Void> {
  private static final int KEYS = 150;
  private static final int LONGEST_STEP_MILLIS = 400;
  private static final long PAUSE_MILLIS = 8;

  private final Doris doris;
  private final KilledTable kind;
  private final int firstId;
  private final Random random;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final TreeMap<Integer, String> rows = new TreeMap<>();
  private final Set<String> expected = new HashSet<>();
  private int version;

  TableWriter(Doris doris, KilledTable kind, int number, long seed) {
    this.doris = doris;
    this.kind = kind;
    this.firstId = number * 100_000;
    this.random = new Random(seed);
  }

  /** Writes rows that a snapshot shows; the first of them change later. */
  void fill(int count) {
    TreeMap<Integer, String> first = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      first.put(firstId + i, nextValue());
    }
    doris.server().execute(insertOf(first));
    rows.putAll(first);
    first.forEach((id, value) -> expected.addAll(kind.expectedOfSnapshot(id, value)));
  }

  /** Writes until {@link #stop()}. */
  @Override
  public Void call() throws Exception {
    String url = doris.server().jdbcUrl() + "test?useSSL=false";
    try (Connection connection = DriverManager.getConnection(url, "root", "");
        Statement sql = connection.createStatement()) {
      while (!stop.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        writeOnce(sql);
        doris.clock().advance(Duration.ofMillis(random.nextInt(LONGEST_STEP_MILLIS)));
      }
    }
    return null;
  }

  void stop() {
    stop.countDown();
  }

  /** What the table holds of this writer; after its end. */
  Map<Integer, String> rows() {
    return rows;
  }

  /** The records that must arrive of its changes; after its end. */
  Set<String> expected() {
    return expected;
  }

  private void writeOnce(Statement sql) throws SQLException {
    int choice = random.nextInt(10);
    if (!kind.hasUniqueKey() || choice < 4) {
      insert(sql, someIds());
    } else if (choice < 6) {
      update(sql, pick());
    } else if (choice < 8) {
      delete(sql, someIds());
    } else if (choice < 9) {
      comeAndGo(sql, pick());
    } else {
      severalStatements(sql);
    }
  }

  private int pick() {
    return firstId + random.nextInt(KEYS);
  }

  private Set<Integer> someIds() {
    Set<Integer> ids = new HashSet<>();
    int count = 1 + random.nextInt(8);
    while (ids.size() < count) {
      ids.add(pick());
    }
    return ids;
  }

  private void insert(Statement sql, Set<Integer> ids) throws SQLException {
    TreeMap<Integer, String> values = new TreeMap<>();
    ids.forEach(id -> values.put(id, nextValue()));
    sql.execute(insertOf(values));
    values.forEach(this::put);
  }

  private void update(Statement sql, int id) throws SQLException {
    if (rows.containsKey(id)) {
      String value = nextValue();
      sql.execute("UPDATE test.t SET value = '" + value + "' WHERE id = " + id);
      put(id, value);
    }
  }

  private void delete(Statement sql, Set<Integer> ids) throws SQLException {
    sql.execute(
        ids.stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", ", "DELETE FROM test.t WHERE id IN (", ")")));
    ids.forEach(this::remove);
  }

  /** A row that is deleted at once, and sometimes comes back. */
  private void comeAndGo(Statement sql, int id) throws SQLException {
    insert(sql, Set.of(id));
    delete(sql, Set.of(id));
    if (random.nextBoolean()) {
      insert(sql, Set.of(id));
    }
  }

  /** One transaction of several statements, each with keys of its own. */
  private void severalStatements(Statement sql) throws SQLException {
    List<Integer> ids = new ArrayList<>(someIds());
    int middle = ids.size() / 2;
    sql.execute("BEGIN");
    insert(sql, new HashSet<>(ids.subList(middle, ids.size())));
    if (middle > 0) {
      delete(sql, new HashSet<>(ids.subList(0, middle)));
    }
    sql.execute("COMMIT");
  }

  private String nextValue() {
    version++;
    return "v" + version;
  }

  private void put(int id, String value) {
    expected.addAll(kind.expected(id, rows.put(id, value), value));
  }

  private void remove(int id) {
    String before = rows.remove(id);
    if (before != null) {
      expected.addAll(kind.expected(id, before, null));
    }
  }

  private static String insertOf(Map<Integer, String> values) {
    return values.entrySet().stream()
        .map(row -> "(" + row.getKey() + ", '" + row.getValue() + "')")
        .collect(Collectors.joining(", ", "INSERT INTO test.t VALUES ", ""));
  }
}
