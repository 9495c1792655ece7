package io.dorischangelog.testserver;

import java.time.Duration;

/**
 * Stores changes and prints what they take: a program, not a test. Its argument is the number of
 * changes, 1 million without one; half are inserts and half are updates of them, with before
 * images.
 */
final class StoredChanges {
  private static final int ROWS_PER_STATEMENT = 5_000;

  private StoredChanges() {}

  public static void main(String[] args) {
    long changes = args.length == 0 ? 1_000_000 : Long.parseLong(args[0]);
    ManualClock clock = ManualClock.at("2026-10-01T10:00:00Z");
    try (DorisTestServer server = DorisTestServer.builder().clock(clock).start()) {
      server.execute("CREATE DATABASE db");
      server.execute(
          "CREATE TABLE db.t (id BIGINT NOT NULL, name VARCHAR(40), amount DECIMAL(18, 2),"
              + " at DATETIME(3)) UNIQUE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 4 PROPERTIES"
              + " ('replication_num' = '1', 'enable_unique_key_merge_on_write' = 'true',"
              + " 'changelog.enable' = 'true', 'changelog.need_historical_value' = 'true')");
      long before = usedAfterCollection();
      long begin = System.nanoTime();
      for (long done = 0; done < changes; done += ROWS_PER_STATEMENT) {
        server.execute(insert(done, changes / 2));
        clock.advance(Duration.ofMillis(10));
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      long used = usedAfterCollection() - before;
      clock.advance(Duration.ofSeconds(1));
      Object stored =
          server.execute("SELECT COUNT(*) FROM changelog(\"table\"=\"t\", \"db\"=\"db\")").get(0);
      System.out.printf(
          "stored %s changes in %.0f s: %d MiB of heap, %.0f bytes per change%n",
          stored, seconds, used >> 20, (double) used / changes);
    }
  }

  private static String insert(long first, long keys) {
    StringBuilder sql = new StringBuilder("INSERT INTO db.t VALUES ");
    for (long i = first; i < first + ROWS_PER_STATEMENT; i++) {
      sql.append(i == first ? "(" : ", (")
          .append(i % keys)
          .append(", 'customer number ")
          .append(i)
          .append("', ")
          .append(i)
          .append(".25, '2026-10-01 10:00:00.123')");
    }
    return sql.toString();
  }

  private static long usedAfterCollection() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
