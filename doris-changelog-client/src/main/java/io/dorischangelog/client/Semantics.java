package io.dorischangelog.client;

/** How much the changes of one read say, decided by the table and the increment type. */
public enum Semantics {
  /**
   * Only {@link ChangeKind#INSERT}: duplicate-key tables, and every {@code append_only} read. The
   * same key may come again.
   */
  INSERT_ONLY,
  /**
   * {@link ChangeKind#UPSERT} and {@link ChangeKind#DELETE} by key: unique tables without
   * historical values. There are no before images, and a delete shows its key columns only.
   */
  UPSERT,
  /** Inserts, update pairs with before images, and deletes with their last values. */
  FULL
}
