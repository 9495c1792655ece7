package io.dorischangelog.client;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReaderWokenUpException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Turns batches into changes one by one. A change is handed out when it is known whether its
 * transaction goes on, so the last row of a batch waits for the first of the next, or for the end
 * of the window, whose position it then has. For the reading thread.
 */
final class RowLookahead {
  private final ReadLoop loop;
  private final Progress progress;
  private final TableId table;
  private @Nullable ChangeBatch batch;
  private @Nullable Iterator<Change> rows;

  /** The last row of a batch, not handed out yet. */
  private @Nullable Change held;

  private @Nullable Change ready;

  RowLookahead(ReadLoop loop, Progress progress, TableId table) {
    this.loop = loop;
    this.progress = progress;
    this.table = table;
  }

  /** Whether rows that were fetched have not been handed out yet. */
  boolean isPending() {
    return ready != null || held != null || (rows != null && rows.hasNext());
  }

  /** Waits for the next change; false at the end of a bounded read. */
  boolean advance() {
    while (ready == null) {
      if (!fromBatch() && !fetch()) {
        return false;
      }
    }
    return true;
  }

  /** The change that {@link #advance()} found. */
  Change take() {
    Change change = ready;
    if (change == null) {
      throw new IllegalStateException("advance() comes first");
    }
    ready = null;
    progress.handedOut(change.position());
    return change;
  }

  /** Moves one row out of the current batch; false if it has none left. */
  private boolean fromBatch() {
    Iterator<Change> left = rows;
    if (left == null || !left.hasNext()) {
      return false;
    }
    Change next = left.next();
    Change before = held;
    held = null;
    if (before != null) {
      ready = before.isOfSameCommit(next) ? before : endingItsTransaction(before);
    }
    if (!left.hasNext()) {
      closeBatch();
      held = next;
    } else if (ready == null) {
      ready = next;
    } else {
      held = next;
    }
    return true;
  }

  private boolean fetch() {
    Fetched fetched = loop.next(System.nanoTime() + Long.MAX_VALUE / 4);
    if (fetched instanceof Fetched.Rows some) {
      batch = some.batch();
      rows = some.batch().iterator();
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
      ready = rebuilt(last, end, last.tso().isPresent());
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
    closeBatch();
    held = null;
    ready = null;
  }
}
