package io.dorischangelog.testserver.internal.store;

import java.time.Duration;

/**
 * Inserts that are computed when they are read and never stored, for load tests.
 *
 * @param rows number of rows, at least 1
 * @param seed the values follow from it and the row number alone
 * @param rowsPerTransaction rows that share one TSO, at least 1
 * @param spread time over which the commits lie, evenly, ending now; zero: all in the current
 *     milliseconds
 */
public record GeneratedChanges(long rows, long seed, int rowsPerTransaction, Duration spread) {

  public GeneratedChanges {
    if (rows < 1 || rowsPerTransaction < 1 || spread.isNegative()) {
      throw new IllegalArgumentException(
          "rows is "
              + rows
              + ", rowsPerTransaction "
              + rowsPerTransaction
              + ", spread "
              + spread
              + "; the first two must be at least 1, the third not negative");
    }
  }

  /** Commits needed for the rows. */
  public long transactions() {
    return (rows + rowsPerTransaction - 1) / rowsPerTransaction;
  }
}
