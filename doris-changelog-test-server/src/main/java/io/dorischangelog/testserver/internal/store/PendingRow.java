package io.dorischangelog.testserver.internal.store;

import org.jspecify.annotations.Nullable;

/** What a transaction has done to one key so far. Lives while the transaction is applied. */
final class PendingRow {
  final RowKey key;
  final TabletStore tablet;

  /** The row or mark before the transaction, null if there was none. */
  final @Nullable RowVersion original;

  /**
   * Visible columns; those of a deleted row are what the delete record shows behind it. Null while
   * they are those of the original.
   */
  @Nullable Object @Nullable [] values;

  @Nullable Object sequence;
  boolean live;
  boolean changed;
  boolean wroteWhole;
  boolean inserted;

  PendingRow(RowKey key, TabletStore tablet, @Nullable RowVersion original) {
    this.key = original == null || original.key == null ? key : original.key;
    this.tablet = tablet;
    this.original = original;
    this.sequence = original == null ? null : original.sequence;
    this.live = existed();
  }

  /** Whether the key was there before the transaction. */
  boolean existed() {
    return original != null && !original.deleted;
  }
}
