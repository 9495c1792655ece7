package io.dorischangelog.testserver.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * One raw record of the change log. Images are shared: the before image of a change is the very
 * array that the change before it holds as its after image.
 */
final class LogRecord {
  static final int INSERT = 0;
  static final int UPDATE = 1;
  static final int DELETE = 2;

  final long tso;
  final long lsn;
  final byte op;
  final @Nullable RowKey key;
  final byte @Nullable [] before;
  final byte[] after;

  LogRecord(
      long tso, long lsn, int op, @Nullable RowKey key, byte @Nullable [] before, byte[] after) {
    this.tso = tso;
    this.lsn = lsn;
    this.op = (byte) op;
    this.key = key;
    this.before = before;
    this.after = after;
  }

  /** What the change replaced, or, where the log keeps no before image, what it wrote. */
  byte[] old() {
    return before == null ? after : before;
  }
}
