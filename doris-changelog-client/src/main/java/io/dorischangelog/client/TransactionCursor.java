package io.dorischangelog.client;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.TransactionRestartedException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Groups the changes of a reader by commit. The reader hands out a change when it knows whether the
 * commit goes on, so no change is looked at ahead of time. For the reading thread.
 */
final class TransactionCursor {
  private final ChangelogReader reader;
  private final TableId table;
  private @Nullable Transaction current;

  /** The last row taken of the current transaction. */
  private @Nullable Change last;

  /** The first row of a transaction that began again. */
  private @Nullable Change restarted;

  TransactionCursor(ChangelogReader reader, TableId table) {
    this.reader = reader;
    this.table = table;
  }

  /** A view that goes on where the last one was. */
  Stream<Transaction> stream() {
    return StreamSupport.stream(
        new Spliterators.AbstractSpliterator<Transaction>(
            Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL) {
          @Override
          public boolean tryAdvance(Consumer<? super Transaction> action) {
            Transaction next = next();
            if (next != null) {
              action.accept(next);
            }
            return next != null;
          }
        },
        false);
  }

  private @Nullable Transaction next() {
    Transaction before = current;
    if (before != null && !before.isFinished()) {
      throw new IllegalStateException(
          "rows of the "
              + before
              + " are not taken yet; take them all, or call skipRest() on it, before the next one"
              + " is asked for");
    }
    Change first = restarted;
    if (first == null) {
      if (!reader.hasNext()) {
        return null;
      }
      first = reader.next();
    }
    restarted = null;
    last = null;
    Transaction next = new Transaction(this, first);
    current = next;
    return next;
  }

  /** Another row of a transaction that goes on. */
  Change nextInside(Transaction transaction) {
    if (transaction != current) {
      throw new IllegalStateException("the " + transaction + " is over: a later one was asked for");
    }
    Change row = reader.next();
    Change before = last;
    if (before != null && isBehind(before, row)) {
      restarted = row;
      transaction.abandon();
      throw new TransactionRestartedException(ErrorContext.of(table), row.position().tso());
    }
    return row;
  }

  /** Whether the row does not come after the one before it, so that the commit begins again. */
  private static boolean isBehind(Change before, Change row) {
    return row.tso().isPresent() && row.position().compareTo(before.position()) <= 0;
  }

  /** Notes a row that is handed out; whether its transaction ends with it. */
  boolean taken(Change row) {
    last = row;
    return row.tso().isPresent() ? row.endsTransaction() : !row.position().isSnapshot();
  }

  /** Takes a row to drop it; a transaction that begins again is dropped from there on. */
  void skipping(Runnable take) {
    try {
      take.run();
    } catch (TransactionRestartedException again) {
      Change first = restarted;
      restarted = null;
      Transaction whole = new Transaction(this, Objects.requireNonNull(first));
      current = whole;
      whole.skipRest();
    }
  }

  /** Forgets everything: the reader goes on elsewhere. */
  void clear() {
    current = null;
    last = null;
    restarted = null;
  }
}
