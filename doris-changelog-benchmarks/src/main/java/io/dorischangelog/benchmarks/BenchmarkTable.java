package io.dorischangelog.benchmarks;

import java.time.Duration;
import java.time.Instant;

/**
 * A table of generated changes: one row of every usual type, 90 bytes on the wire.
 *
 * @param name without the database
 * @param rows number of changes
 * @param spread time over which their commits lie, ending when the server has started
 */
record BenchmarkTable(String name, long rows, Duration spread) {
  static final String DATABASE = "bench";

  /** Rows in one record batch. */
  static final int BATCH_SIZE = 4_096;

  private static final int ROWS_PER_TRANSACTION = 10_000;

  /** Places of the columns in a read, the three of the change log behind them. */
  static final int ID = 0;

  static final int K = 1;
  static final int NAME = 2;
  static final int AMOUNT = 3;
  static final int TS = 4;
  static final int D = 5;
  static final int FLAG = 6;
  static final int V = 7;
  static final int TSO = 8;
  static final int LSN = 9;
  static final int OP = 10;

  /** Longest text in the table, in bytes. */
  static final int NAME_BYTES = 80;

  String qualifiedName() {
    return DATABASE + "." + name;
  }

  String createStatement() {
    return "CREATE TABLE "
        + qualifiedName()
        + " (id BIGINT NOT NULL, k INT, name VARCHAR(20), amount DECIMAL(18,2), ts DATETIME(6),"
        + " d DATE, flag BOOLEAN, v DOUBLE) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1"
        + " PROPERTIES ('replication_num' = '1', 'changelog.enable' = 'true')";
  }

  /** Fewer where there are not so many in a second, so that every second has some. */
  int rowsPerTransaction() {
    long seconds = Math.max(1, spread.toSeconds());
    return (int) Math.min(ROWS_PER_TRANSACTION, Math.max(1, rows / seconds));
  }

  /** The statement that reads all changes between two whole seconds, as the client sends it. */
  String select(Instant from, Instant to) {
    return "SELECT `id`, `k`, `name`, `amount`, `ts`, `d`, `flag`, `v`, `__DORIS_CHANGELOG_TSO__`,"
        + " `__DORIS_CHANGELOG_LSN__`, `__DORIS_CHANGELOG_OP__` FROM `"
        + DATABASE
        + "`.`"
        + name
        + "`@incr('startTimestamp' = '"
        + text(from)
        + "', 'endTimestamp' = '"
        + text(to)
        + "', 'incrementType' = 'DETAIL') ORDER BY `__DORIS_CHANGELOG_TSO__`,"
        + " `__DORIS_CHANGELOG_LSN__`, `__DORIS_CHANGELOG_OP__`";
  }

  private static String text(Instant second) {
    return second.toString().replace('T', ' ').replace("Z", "");
  }

  /** As an argument of the server's process. */
  String argument() {
    return name + ":" + rows + ":" + spread.toSeconds();
  }

  static BenchmarkTable parse(String argument) {
    String[] parts = argument.split(":", -1);
    return new BenchmarkTable(
        parts[0], Long.parseLong(parts[1]), Duration.ofSeconds(Long.parseLong(parts[2])));
  }
}
