package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.Pending;
import java.util.Set;

/**
 * A transaction over any number of tables. Made by {@link Transactions#begin}; used by one thread
 * at a time, except {@link #state()} and {@link #release()}.
 */
@SuppressWarnings("DoNotCallSuggester")
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

  public long id() {
    throw Pending.here();
  }

  public String label() {
    throw Pending.here();
  }

  public State state() {
    throw Pending.here();
  }

  /** The commit TSO once committed; before, the earliest that it can still get. */
  public long tso() {
    throw Pending.here();
  }

  /** Tables written so far. */
  public Set<Table> tables() {
    throw Pending.here();
  }

  /**
   * Adds an operation. Its effect and its images are worked out when the transaction becomes
   * visible, as if all transactions had run one after the other in the order of their TSO.
   *
   * @throws io.dorischangelog.testserver.internal.engine.DorisException if Doris would refuse it
   */
  public void write(Table table, Write write) {
    throw Pending.here();
  }

  /**
   * Commits. Visible at once unless an earlier commit on the same tables is not, or visibility is
   * held.
   *
   * @return the commit TSO
   */
  public long commit() {
    throw Pending.here();
  }

  /** Commits and stays not visible until {@link #release()}; for tests of waiting. */
  public long commitHeld() {
    throw Pending.here();
  }

  /** Lets a held commit become visible; does nothing otherwise. From any thread. */
  public void release() {
    throw Pending.here();
  }

  /** Drops what was written. Does nothing once committed. */
  public void abort() {
    throw Pending.here();
  }
}
