package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.ChangelogNames;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** What all tables of a catalog share. */
final class StoreContext {
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicLong ids = new AtomicLong(10_000);
  private final TsoClock clock;
  private final ChangelogNames names;
  private final ChangelogTexts texts;

  StoreContext(TsoClock clock, ChangelogNames names) {
    this.clock = clock;
    this.names = names;
    this.texts = new ChangelogTexts(names);
  }

  /** Guards all definitions and data of the catalog. */
  ReentrantLock lock() {
    return lock;
  }

  TsoClock clock() {
    return clock;
  }

  ChangelogNames names() {
    return names;
  }

  ChangelogTexts texts() {
    return texts;
  }

  /** A number that nothing else in the catalog has. */
  long nextId() {
    return ids.incrementAndGet();
  }

  <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  void run(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }
}
