package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.OpenTransaction;
import io.dorischangelog.testserver.internal.store.Transaction;

/** A transaction of the store in a test's hands. */
final class HeldTransaction implements OpenTransaction {
  private final Transaction transaction;

  HeldTransaction(Transaction transaction) {
    this.transaction = transaction;
  }

  @Override
  public synchronized void commit() {
    if (transaction.state() == Transaction.State.RUNNING) {
      transaction.commit();
    }
  }

  @Override
  public synchronized void abort() {
    if (transaction.state() == Transaction.State.RUNNING) {
      transaction.abort();
    }
  }
}
