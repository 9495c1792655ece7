package io.dorischangelog.client.proof;

import io.dorischangelog.testserver.DorisTestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Writes random changes into the table and keeps a list of what the changelog must hold. */
final class SourceWriter implements Callable<Void> {
  static final String TABLE = "proof.source";

  /** The key of the very last insert; every other key is greater. */
  static final int LAST_ID = 0;

  private static final int INITIAL_ROWS = 6000;
  private static final int CHANGED_KEYS = 300;
  private static final int ROWS_PER_INSERT = 8;
  private static final long PAUSE_MILLIS = 25;

  private final DorisTestServer server;
  private final Random random;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final List<Effect> effects = new ArrayList<>();
  private final TreeMap<Integer, Long> table = new TreeMap<>();
  private long version;

  SourceWriter(DorisTestServer server, long seed) {
    this.server = server;
    this.random = new Random(seed);
  }

  void createTable() {
    server.execute("CREATE DATABASE proof");
    server.execute(
        "CREATE TABLE proof.source (id INT, version BIGINT) UNIQUE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\","
            + " \"changelog.enable\" = \"true\", \"changelog.need_historical_value\" = \"true\","
            + " \"changelog.ttl_seconds\" = \"86400\")");
    for (int first = CHANGED_KEYS + 1; first <= INITIAL_ROWS; first += 500) {
      TreeMap<Integer, Long> rows = new TreeMap<>();
      for (int id = first; id < first + 500; id++) {
        rows.put(id, ++version);
      }
      insert(rows);
    }
  }

  /** Writes until {@link #stop()}. */
  @Override
  public Void call() throws InterruptedException {
    while (!stop.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
      writeOnce();
    }
    insert(new TreeMap<>(Map.of(LAST_ID, ++version)));
    return null;
  }

  void stop() {
    stop.countDown();
  }

  /** Everything that was committed, in the order of the changelog; after the writer's end. */
  List<Effect> effects() {
    return effects;
  }

  /** What the table holds; after the writer's end. */
  Map<Integer, Long> table() {
    return table;
  }

  private void writeOnce() {
    int id = 1 + random.nextInt(CHANGED_KEYS);
    int choice = random.nextInt(10);
    if (choice < 6 || !table.containsKey(id)) {
      insert(someRows());
    } else if (choice < 8) {
      long next = ++version;
      server.execute("UPDATE proof.source SET version = " + next + " WHERE id = " + id);
      put(id, next);
    } else {
      server.execute("DELETE FROM proof.source WHERE id = " + id);
      effects.add(new Effect("-D", id, table.remove(id)));
    }
  }

  private SortedMap<Integer, Long> someRows() {
    TreeMap<Integer, Long> rows = new TreeMap<>();
    int count = 1 + random.nextInt(ROWS_PER_INSERT);
    for (int i = 0; i < count; i++) {
      rows.put(1 + random.nextInt(CHANGED_KEYS), ++version);
    }
    return rows;
  }

  private void insert(SortedMap<Integer, Long> rows) {
    server.execute(
        rows.entrySet().stream()
            .map(row -> "(" + row.getKey() + ", " + row.getValue() + ")")
            .collect(Collectors.joining(", ", "INSERT INTO proof.source VALUES ", "")));
    rows.forEach(this::put);
  }

  private void put(int id, long next) {
    Long before = table.put(id, next);
    if (before == null) {
      effects.add(new Effect("+I", id, next));
    } else {
      effects.add(new Effect("-U", id, before));
      effects.add(new Effect("+U", id, next));
    }
  }
}
