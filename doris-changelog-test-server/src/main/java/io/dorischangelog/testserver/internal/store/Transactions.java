package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.Pending;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** All transactions that are not finished, and the waiting for them. */
@SuppressWarnings("DoNotCallSuggester")
public final class Transactions {

  /** Opens a transaction. */
  public Transaction begin(String label) {
    throw Pending.here();
  }

  /** Opens a transaction known to write some tables, so that reads of them wait from now on. */
  public Transaction begin(String label, Collection<Table> tables) {
    throw Pending.here();
  }

  /** The id that the next transaction will get: all that are open now are below it. */
  public long watermark() {
    throw Pending.here();
  }

  /**
   * Transactions not visible yet that may have a TSO below an end.
   *
   * @param tables the tables read
   * @param endTso exclusive
   */
  public List<Transaction> pending(Collection<Table> tables, long endTso) {
    throw Pending.here();
  }

  /**
   * Waits in real time until {@link #pending} is empty.
   *
   * @return false if the time ran out first
   */
  public boolean awaitVisible(Collection<Table> tables, long endTso, Duration timeout)
      throws InterruptedException {
    throw Pending.here();
  }

  /**
   * Waits in real time until every transaction on the tables below a {@link #watermark()} is
   * finished, whatever TSO it may get: what a shared-nothing cluster does.
   *
   * @return false if the time ran out first
   */
  public boolean awaitFinished(Collection<Table> tables, long watermark, Duration timeout)
      throws InterruptedException {
    throw Pending.here();
  }

  /**
   * Waits in real time until a transaction is visible or aborted.
   *
   * @return false if the time ran out first
   */
  public boolean awaitVisible(Transaction transaction, Duration timeout)
      throws InterruptedException {
    throw Pending.here();
  }

  /** From now on commits stay not visible until {@link #releaseVisibility()}; for tests. */
  public void holdVisibility() {
    throw Pending.here();
  }

  /** Ends {@link #holdVisibility()} and releases every held commit. */
  public void releaseVisibility() {
    throw Pending.here();
  }
}
