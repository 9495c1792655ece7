package io.dorischangelog.testserver.internal.store;

/**
 * One row of a change read.
 *
 * @param record whose key orders the row
 * @param image the values it shows: {@link #BEFORE} or {@link #AFTER}
 * @param op operation code of {@code @incr}
 * @param tso TSO it shows
 * @param lsn LSN it shows
 */
record ChangeEvent(LogRecord record, boolean image, int op, long tso, long lsn) {
  static final boolean BEFORE = false;
  static final boolean AFTER = true;

  static final int APPEND = 0;
  static final int DELETE = 1;
  static final int UPDATE_BEFORE = 2;
  static final int UPDATE_AFTER = 3;

  static ChangeEvent of(LogRecord record, boolean image, int op) {
    return new ChangeEvent(record, image, op, record.tso, record.lsn);
  }

  byte[] bytes() {
    return image == AFTER ? record.after : record.old();
  }
}
