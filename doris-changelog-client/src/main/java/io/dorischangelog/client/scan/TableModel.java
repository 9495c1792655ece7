package io.dorischangelog.client.scan;

/** The table models that can have a changelog. */
public enum TableModel {
  /** One row per key, merge-on-write. */
  UNIQUE,
  /** Every row is kept; changes are inserts only. */
  DUPLICATE
}
