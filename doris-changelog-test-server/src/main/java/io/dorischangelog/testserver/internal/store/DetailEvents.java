package io.dorischangelog.testserver.internal.store;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;

/** DETAIL and APPEND_ONLY: records one by one, in the order they come. */
final class DetailEvents implements Iterator<ChangeEvent> {
  private final Iterator<LogRecord> records;
  private final boolean appendOnly;
  private final Queue<ChangeEvent> ready = new ArrayDeque<>();

  DetailEvents(Iterator<LogRecord> records, boolean appendOnly) {
    this.records = records;
    this.appendOnly = appendOnly;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && records.hasNext()) {
      expand(records.next());
    }
    return !ready.isEmpty();
  }

  @Override
  public ChangeEvent next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private void expand(LogRecord record) {
    switch (record.op) {
      case LogRecord.INSERT ->
          ready.add(ChangeEvent.of(record, ChangeEvent.AFTER, ChangeEvent.APPEND));
      case LogRecord.DELETE -> {
        if (!appendOnly) {
          ready.add(ChangeEvent.of(record, ChangeEvent.BEFORE, ChangeEvent.DELETE));
        }
      }
      default -> {
        if (!appendOnly) {
          ready.add(ChangeEvent.of(record, ChangeEvent.BEFORE, ChangeEvent.UPDATE_BEFORE));
          ready.add(ChangeEvent.of(record, ChangeEvent.AFTER, ChangeEvent.UPDATE_AFTER));
        }
      }
    }
  }
}
