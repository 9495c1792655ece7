package io.dorischangelog.testserver.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * A row as it is now. On tables with a sequence column a deleted key stays as a mark, because its
 * sequence still turns away older writes.
 */
final class RowVersion {
  /** Null on duplicate tables. */
  final @Nullable RowKey key;

  /** Bytes of the visible columns. */
  final byte[] image;

  /** The commit that wrote it. */
  final long tso;

  /** Value of the sequence column; null without one. */
  final @Nullable Object sequence;

  final boolean deleted;

  RowVersion(
      @Nullable RowKey key, byte[] image, long tso, @Nullable Object sequence, boolean deleted) {
    this.key = key;
    this.image = image;
    this.tso = tso;
    this.sequence = sequence;
    this.deleted = deleted;
  }
}
