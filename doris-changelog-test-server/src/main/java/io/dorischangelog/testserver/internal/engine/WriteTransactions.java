package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Transaction;
import io.dorischangelog.testserver.internal.store.Write;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Runs a write in the session's transaction, or in one of its own that it commits. */
final class WriteTransactions {
  private final StatementContext context;

  WriteTransactions(StatementContext context) {
    this.context = context;
  }

  /** Writes; the answer tells label, status and transaction as Doris does. */
  Result write(Table table, Write write, long affectedRows, Optional<String> label) {
    if (context.session().transaction() instanceof Transaction open) {
      open.write(table, write);
      return new Result.Done(affectedRows, info(open, "PREPARE"));
    }
    Transaction own =
        context
            .catalog()
            .transactions()
            .begin(label.orElseGet(WriteTransactions::newLabel), List.of(table));
    try {
      own.write(table, write);
    } catch (DorisException e) {
      own.abort();
      throw e;
    }
    own.commit();
    return new Result.Done(affectedRows, info(own, statusAfterWait(own)));
  }

  Result begin() {
    if (context.session().transaction() instanceof Transaction) {
      throw DorisException.of("Transaction is already begun in this session");
    }
    Transaction transaction = context.catalog().transactions().begin(newLabel());
    context.session().transaction(transaction);
    return new Result.Done(0, info(transaction, "PREPARE"));
  }

  Result commit() {
    if (!(context.session().transaction() instanceof Transaction open)) {
      return Result.Done.OK;
    }
    context.session().transaction(null);
    open.commit();
    return new Result.Done(0, info(open, statusAfterWait(open)));
  }

  Result rollback() {
    if (!(context.session().transaction() instanceof Transaction open)) {
      return Result.Done.OK;
    }
    context.session().transaction(null);
    open.abort();
    return new Result.Done(0, info(open, "ABORTED"));
  }

  /** A commit is a success even if the rows do not become visible in time. */
  private String statusAfterWait(Transaction transaction) {
    Duration timeout =
        Duration.ofMillis(
            context.variables().number(context.session(), SystemVariables.INSERT_VISIBLE_TIMEOUT));
    try {
      boolean visible = context.catalog().transactions().awaitVisible(transaction, timeout);
      return visible ? "VISIBLE" : "COMMITTED";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "COMMITTED";
    }
  }

  private static String newLabel() {
    return "label_" + UUID.randomUUID().toString().replace("-", "");
  }

  private static String info(Transaction transaction, String status) {
    return "{'label':'"
        + transaction.label()
        + "', 'status':'"
        + status
        + "', 'txnId':'"
        + transaction.id()
        + "'}";
  }
}
