package io.dorischangelog.testserver.internal.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** All transactions that are not finished, and the waiting for them. */
public final class Transactions {
  private final StoreContext context;
  private final Condition changed;

  // All below is guarded by the catalog's lock.
  private final Set<Transaction> unfinished = new LinkedHashSet<>();
  private final List<Transaction> committed = new ArrayList<>();
  private boolean holding;
  private long nextId = 1000;

  Transactions(StoreContext context) {
    this.context = context;
    this.changed = context.lock().newCondition();
  }

  /** Opens a transaction. */
  public Transaction begin(String label) {
    return begin(label, List.of());
  }

  /** Opens a transaction known to write some tables, so that reads of them wait from now on. */
  public Transaction begin(String label, Collection<Table> tables) {
    return context.locked(
        () -> {
          Transaction opened = new Transaction(this, context, nextId++, label, tables);
          unfinished.add(opened);
          return opened;
        });
  }

  /** The id that the next transaction will get: all that are open now are below it. */
  public long watermark() {
    return context.locked(() -> nextId);
  }

  /**
   * Transactions not visible yet that may have a TSO below an end.
   *
   * @param tables the tables read
   * @param endTso exclusive
   */
  public List<Transaction> pending(Collection<Table> tables, long endTso) {
    return context.locked(() -> select(open -> open.touches(tables) && open.mayComeBefore(endTso)));
  }

  private List<Transaction> select(Predicate<Transaction> wanted) {
    return unfinished.stream().filter(wanted).toList();
  }

  /**
   * Waits in real time until {@link #pending} is empty.
   *
   * @return false if the time ran out first
   */
  public boolean awaitVisible(Collection<Table> tables, long endTso, Duration timeout)
      throws InterruptedException {
    return await(
        () -> select(open -> open.touches(tables) && open.mayComeBefore(endTso)).isEmpty(),
        timeout);
  }

  /**
   * Waits in real time until every transaction on the tables below a {@link #watermark()} is
   * finished, whatever TSO it may get: what a shared-nothing cluster does.
   *
   * @return false if the time ran out first
   */
  public boolean awaitFinished(Collection<Table> tables, long watermark, Duration timeout)
      throws InterruptedException {
    return await(
        () -> select(open -> open.id() < watermark && open.touches(tables)).isEmpty(), timeout);
  }

  /**
   * Waits in real time until a transaction is visible or aborted.
   *
   * @return false if the time ran out first
   */
  public boolean awaitVisible(Transaction transaction, Duration timeout)
      throws InterruptedException {
    return await(() -> !unfinished.contains(transaction), timeout);
  }

  private boolean await(BooleanSupplier done, Duration timeout) throws InterruptedException {
    long left = timeout.toNanos();
    context.lock().lockInterruptibly();
    try {
      while (!done.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      context.lock().unlock();
    }
  }

  /** From now on commits stay not visible until {@link #releaseVisibility()}; for tests. */
  public void holdVisibility() {
    context.run(() -> holding = true);
  }

  /** Ends {@link #holdVisibility()} and releases every held commit. */
  public void releaseVisibility() {
    context.run(
        () -> {
          holding = false;
          List.copyOf(committed).forEach(Transaction::release);
        });
  }

  // The rest is called with the lock held.

  boolean holding() {
    return holding;
  }

  void committed(Transaction transaction) {
    committed.add(transaction);
    publish();
  }

  void finished(Transaction transaction) {
    unfinished.remove(transaction);
    changed.signalAll();
  }

  /**
   * Makes visible what can be, in commit order: a held commit holds up later ones on its tables.
   */
  void publish() {
    Set<Table> blocked = new HashSet<>();
    for (Iterator<Transaction> queue = committed.iterator(); queue.hasNext(); ) {
      Transaction next = queue.next();
      if (next.isHeld() || next.touches(blocked)) {
        blocked.addAll(next.written());
      } else {
        queue.remove();
        next.becomeVisible();
        finished(next);
      }
    }
  }
}
