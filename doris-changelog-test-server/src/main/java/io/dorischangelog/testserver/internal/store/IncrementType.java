package io.dorischangelog.testserver.internal.store;

/** How {@code @incr} shows the records of a window (documented). */
public enum IncrementType {
  /** Every record; an update is two rows. */
  DETAIL,
  /** At most one net change for each key. */
  MIN_DELTA,
  /** Insert records only, as inserted. */
  APPEND_ONLY;

  /**
   * What a read without the parameter means (recorded): MIN_DELTA unless the table is duplicate.
   */
  public static IncrementType defaultOf(KeyModel model) {
    return model == KeyModel.DUPLICATE ? APPEND_ONLY : MIN_DELTA;
  }
}
