package io.dorischangelog.client;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReaderWokenUpException;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Turns batches into changes one by one. A change is handed out when it is known whether its
 * transaction goes on, so the last row of a batch waits for the first of the next, or for the end
 * of the window, whose position it then has. Some changes are made ready at once, so that most
 * calls of the reader have nothing to do but to take one. For the reading thread.
 */
final class RowLookahead {
  private final ReadLoop loop;
  private final Progress progress;
  private final TableId table;
  private @Nullable ChangeBatch batch;
  private @Nullable Iterator<Change> rows;

  /** The row after those that are ready: how it ends is told by the one behind it. */
  private @Nullable Change held;

  private @Nullable Change[] ready = new Change[ArrowChangeBatch.MOST_ROWS_AT_ONCE];
  private int rowsAtOnce = 1;
  private int nextReady;
  private int readyRows;

  RowLookahead(ReadLoop loop, Progress progress, TableId table) {
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
    return isReady() || held != null || (rows != null && rows.hasNext());
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

  /** Moves some rows out of the current batch; false if it has none left. */
  private boolean fromBatch() {
    Iterator<Change> left = rows;
    if (left == null || !left.hasNext()) {
      return false;
    }
    nextReady = 0;
    readyRows = 0;
    boolean heldIsOfThisBatch = false;
    while (readyRows < rowsAtOnce && left.hasNext()) {
      Change next;
      try {
        next = left.next();
      } catch (RuntimeException e) {
        // The rows in front of it come first; the next call meets it again.
        if (heldIsOfThisBatch && held != null) {
          add(held);
          held = null;
        }
        if (isReady()) {
          return true;
        }
        throw e;
      }
      Change before = held;
      if (before != null) {
        add(goesOnWith(before, next) ? before : endingItsTransaction(before));
      }
      held = next;
      heldIsOfThisBatch = true;
    }
    if (!left.hasNext()) {
      closeBatch();
    }
    return true;
  }

  /** Whether the row behind a change leaves it as it is. */
  private static boolean goesOnWith(Change change, Change next) {
    return change.endsTransaction() || change.isOfSameCommit(next);
  }

  private boolean fetch() {
    Fetched fetched = loop.next(System.nanoTime() + Long.MAX_VALUE / 4);
    if (fetched instanceof Fetched.Rows some) {
      batch = some.batch();
      rows = some.batch().iterator();
      rowsAtOnce = ArrowChangeBatch.rowsAtOnce(some.batch().vectors());
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
      nextReady = 0;
      readyRows = 0;
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

  private void closeBatch() {
    ChangeBatch done = batch;
    batch = null;
    rows = null;
    if (done != null) {
      done.close();
    }
  }

  /** Forgets what was fetched and not handed out. */
  void clear() {
    release();
    held = null;
    nextReady = 0;
    readyRows = 0;
  }

  /** Releases the memory; may come from the thread that closes the reader, if none is reading. */
  void release() {
    closeBatch();
  }
}
