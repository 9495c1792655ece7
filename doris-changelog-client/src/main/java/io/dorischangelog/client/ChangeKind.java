package io.dorischangelog.client;

/** What happened to a row. */
public enum ChangeKind {
  /** The row is part of the snapshot with which a read began; sign {@code +S}. */
  SNAPSHOT("+S"),
  /** A row with a new key, or a row of a table that only grows; sign {@code +I}. */
  INSERT("+I"),
  /** The values a row had before an update; {@link #UPDATE_AFTER} follows; sign {@code -U}. */
  UPDATE_BEFORE("-U"),
  /** The values a row has after an update; sign {@code +U}. */
  UPDATE_AFTER("+U"),
  /**
   * The row is now this, whether or not its key existed before: what a unique table without
   * historical values can say; sign {@code +U}.
   */
  UPSERT("+U"),
  /**
   * The row is gone; sign {@code -D}. With {@link Semantics#FULL} the row holds its last values,
   * with {@link Semantics#UPSERT} only its key columns and {@code null} elsewhere.
   */
  DELETE("-D");

  private final String sign;

  ChangeKind(String sign) {
    this.sign = sign;
  }

  /** The two-character form used in logs, such as {@code +I}. */
  public String sign() {
    return sign;
  }
}
