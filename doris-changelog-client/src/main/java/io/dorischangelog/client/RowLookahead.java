package io.dorischangelog.client;

import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.error.ReaderWokenUpException;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Turns batches into changes one by one. A change is handed out when it is known whether its
 * transaction goes on, so the last row of a batch waits for the first of the next, or for the end
 * of the window, whose position it then has. Some changes are made ready at once, so that most
 * calls of the reader have nothing to do but to take one. For the reading thread.
 */
final class RowLookahead {
  private final Source loop;
  private final Progress progress;
  private final TableId table;
  private final AtomicReference<@Nullable ChangeBatch> batch = new AtomicReference<>();

  /** What is left of the batch; null before its first row is asked for. */
  private @Nullable Iterator<Change> rows;

  /** The row after those that are ready: how it ends is told by the one behind it. */
  private @Nullable Change held;

  private @Nullable Change[] ready = new Change[ArrowChangeBatch.MOST_ROWS_AT_ONCE];
  private int rowsAtOnce = 1;
  private int nextReady;
  private int readyRows;

  /** Where batches come from; see {@link ReadLoop#next}. */
  @FunctionalInterface
  interface Source {
    Fetched next(long deadlineNanos);
  }

  RowLookahead(Source loop, Progress progress, TableId table) {
    this.loop = loop;
    this.progress = progress;
    this.table = table;
  }

  /** Whether {@link #take} has a change. */
  boolean isReady() {
    return nextReady < readyRows;
  }

  /** Whether rows that were fetched have not been handed out yet. */
  boolean isPending() {
    return isReady() || held != null || batch.get() != null;
  }

  /** Waits for the next change; false at the end of a bounded read. */
  boolean advance() {
    while (!isReady()) {
      if (!fromBatch() && !fetch()) {
        return false;
      }
    }
    return true;
  }

  /** The change that {@link #advance()} found. */
  Change take() {
    Change change = isReady() ? ready[nextReady] : null;
    if (change == null) {
      throw new IllegalStateException("advance() comes first");
    }
    ready[nextReady] = null;
    nextReady++;
    progress.handedOut(change.position());
    return change;
  }

  private void add(Change change) {
    ready[readyRows] = change;
    readyRows++;
  }

  /** Moves some rows out of the current batch; false if there is none. */
  private boolean fromBatch() {
    ChangeBatch current = batch.get();
    if (current == null) {
      return false;
    }
    boolean over = false;
    startReady();
    try {
      Iterator<Change> left = rows(current);
      while (readyRows < rowsAtOnce && left.hasNext()) {
        move(left.next());
      }
      over = !left.hasNext();
    } catch (RuntimeException e) {
      // A row that cannot be read keeps none in front of it back; the next call meets it again.
      addHeld();
      if (!isReady()) {
        throw e;
      }
    }
    if (over) {
      closeBatch();
    }
    return true;
  }

  private void startReady() {
    nextReady = 0;
    readyRows = 0;
  }

  private Iterator<Change> rows(ChangeBatch current) {
    Iterator<Change> begun = rows;
    if (begun == null) {
      begun = current.iterator();
      rowsAtOnce = ArrowChangeBatch.rowsAtOnce(current.vectors());
      rows = begun;
    }
    return begun;
  }

  private void move(Change next) {
    Change before = held;
    if (before != null) {
      add(goesOnWith(before, next) ? before : endingItsTransaction(before));
    }
    held = next;
  }

  private void addHeld() {
    if (held != null) {
      add(held);
      held = null;
    }
  }

  /** Whether the row behind a change leaves it as it is. One that lies before it is a repeat. */
  private static boolean goesOnWith(Change change, Change next) {
    return change.endsTransaction()
        || change.isOfSameCommit(next)
        || next.position().compareTo(change.position()) < 0;
  }

  private boolean fetch() {
    Fetched fetched;
    try {
      fetched = loop.next(System.nanoTime() + Long.MAX_VALUE / 4);
    } catch (ChangelogException e) {
      if (held == null || e.isRetryable() || e instanceof ReaderClosedException) {
        throw e;
      }
      startReady();
      addHeld(); // It comes before the failure, which the next call meets again.
      return true;
    }
    if (fetched instanceof Fetched.Rows some) {
      batch.set(some.batch());
    } else if (fetched instanceof Fetched.Completed completed) {
      complete(completed.end());
    } else if (fetched instanceof Fetched.WokenUp) {
      throw new ReaderWokenUpException(ErrorContext.of(table));
    }
    return !(fetched instanceof Fetched.Finished);
  }

  private void complete(Position end) {
    Change last = held;
    held = null;
    if (last == null) {
      progress.windowEnded(end);
    } else {
      startReady();
      add(rebuilt(last, end, last.tso().isPresent()));
    }
  }

  private Change endingItsTransaction(Change change) {
    Position open = change.position();
    boolean counts = open.openWindow().isEmpty() && !open.isSnapshot();
    Position position = counts ? Position.complete(open.tso(), open.context()) : open;
    return rebuilt(change, position, counts);
  }

  private static Change rebuilt(Change change, Position position, boolean endsTransaction) {
    Change.Builder builder =
        Change.builder()
            .kind(change.kind())
            .row(change.row())
            .position(position)
            .replayed(change.replayed())
            .endsTransaction(endsTransaction);
    if (change.tso().isPresent()) {
      builder.log(change.tso().getAsLong(), change.lsn().orElseThrow());
    }
    return builder.build();
  }

  /** Forgets what was fetched and not handed out. */
  void clear() {
    closeBatch();
    held = null;
    startReady();
  }

  /**
   * Releases the memory. May also come from the thread that closes the reader, at the same moment.
   */
  void closeBatch() {
    ChangeBatch done = batch.getAndSet(null);
    rows = null;
    if (done != null) {
      done.close();
    }
  }
}
