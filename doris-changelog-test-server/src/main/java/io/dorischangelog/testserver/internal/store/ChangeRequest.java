package io.dorischangelog.testserver.internal.store;

/**
 * One {@code @incr} read.
 *
 * @param type how records are shown; duplicate tables read APPEND_ONLY whatever it says
 * @param startTso inclusive; 0 or less: no start was given
 * @param endTso exclusive; {@code Long.MAX_VALUE}: no end was given
 * @param referenceTso the clock's TSO taken once for the statement; expiry is counted from it
 * @param selection partitions and tablets
 * @param order order of the rows
 */
public record ChangeRequest(
    IncrementType type,
    long startTso,
    long endTso,
    long referenceTso,
    Selection selection,
    Order order) {

  /** Order of the rows of a read. */
  public enum Order {
    /** Tablet by tablet, as a server without ORDER BY may give them. */
    STORAGE,
    /**
     * TSO, key columns (unique tables), LSN, op: merged while reading, nothing is sorted as a
     * whole. With MIN_DELTA the folded rows are sorted in memory.
     */
    COMMIT
  }
}
