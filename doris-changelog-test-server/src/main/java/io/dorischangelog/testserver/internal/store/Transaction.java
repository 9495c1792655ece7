package io.dorischangelog.testserver.internal.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A transaction over any number of tables. Made by {@link Transactions#begin}; used by one thread
 * at a time, except {@link #state()} and {@link #release()}.
 */
public final class Transaction {

  /** Life of a transaction. */
  public enum State {
    /** Open: it may still write, and reads of its tables may wait for it. */
    RUNNING,
    /** Has its TSO, but no read sees it yet. */
    COMMITTED,
    VISIBLE,
    ABORTED
  }

  private final Transactions owner;
  private final StoreContext context;
  private final long id;
  private final String label;

  // All below is guarded by the catalog's lock.
  private final Map<Table, List<Write>> writes = new LinkedHashMap<>();
  private State state = State.RUNNING;
  private long tso;
  private boolean held;

  Transaction(
      Transactions owner, StoreContext context, long id, String label, Collection<Table> tables) {
    this.owner = owner;
    this.context = context;
    this.id = id;
    this.label = label;
    this.tso = context.clock().current();
    tables.forEach(table -> writes.put(table, new ArrayList<>()));
  }

  /** Number of the transaction; they grow in the order of their begin. */
  public long id() {
    return id;
  }

  public String label() {
    return label;
  }

  public State state() {
    return context.locked(() -> state);
  }

  /** The commit TSO once committed; before, the earliest that it can still get. */
  public long tso() {
    return context.locked(() -> tso);
  }

  /** Tables named at begin or written so far. */
  public Set<Table> tables() {
    return context.locked(() -> Set.copyOf(writes.keySet()));
  }

  /**
   * Adds an operation. Its effect and its images are worked out when the transaction becomes
   * visible, as if all transactions had run one after the other in the order of their TSO.
   *
   * @throws io.dorischangelog.testserver.internal.engine.DorisException if Doris would refuse it
   */
  public void write(Table table, Write write) {
    context.run(
        () -> {
          requireRunning();
          table.check(write);
          writes.computeIfAbsent(table, key -> new ArrayList<>()).add(write);
        });
  }

  /**
   * Commits. Visible at once unless an earlier commit on the same tables is not, or visibility is
   * held.
   *
   * @return the commit TSO
   */
  public long commit() {
    return commit(false);
  }

  /** Commits and stays not visible until {@link #release()}; for tests of waiting. */
  public long commitHeld() {
    return commit(true);
  }

  private long commit(boolean hold) {
    return context.locked(
        () -> {
          requireRunning();
          tso = context.clock().next();
          state = State.COMMITTED;
          held = hold || owner.holding();
          owner.committed(this);
          return tso;
        });
  }

  /** Lets a held commit become visible; does nothing otherwise. From any thread. */
  public void release() {
    context.run(
        () -> {
          held = false;
          owner.publish();
        });
  }

  /** Drops what was written. Does nothing once committed. */
  public void abort() {
    context.run(
        () -> {
          if (state == State.RUNNING) {
            state = State.ABORTED;
            owner.finished(this);
          }
        });
  }

  private void requireRunning() {
    if (state != State.RUNNING) {
      throw new IllegalStateException("transaction " + id + " is " + state + ", not open");
    }
  }

  // The rest is called with the lock held.

  boolean isHeld() {
    return held;
  }

  boolean touches(Collection<Table> wanted) {
    return wanted.stream().anyMatch(writes::containsKey);
  }

  boolean mayComeBefore(long endTso) {
    return tso < endTso;
  }

  Set<Table> written() {
    return writes.keySet();
  }

  void becomeVisible() {
    writes.forEach(
        (table, list) -> {
          if (!list.isEmpty()) {
            table.apply(list, tso);
          }
        });
    state = State.VISIBLE;
  }
}
