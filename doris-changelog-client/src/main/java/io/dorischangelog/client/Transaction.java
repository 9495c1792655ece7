package io.dorischangelog.client;

import java.time.Instant;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The changes of one commit, in order, pulled from the server while they are asked for: however
 * large it is, it takes no more memory than a read-ahead. A snapshot is one transaction too, with
 * all its rows.
 *
 * <p>Valid until the next one is asked for, which is possible when every row was taken or {@link
 * #skipRest()} was called. For the thread that reads.
 *
 * <p>A read that was resumed inside a commit hands out the rest of it. If the stream breaks inside
 * a transaction and the server cannot go on where it was, {@code next} throws a {@link
 * io.dorischangelog.client.error.TransactionRestartedException}: what was done with its rows is to
 * be undone, and the next transaction is the same one from its first row. Rows of a snapshot that
 * come again are flagged as replayed instead.
 */
public final class Transaction implements Iterable<Change> {
  private final TransactionCursor cursor;
  private final Change first;
  private boolean finished;
  private boolean handedOn;

  Transaction(TransactionCursor cursor, Change first) {
    this.cursor = cursor;
    this.first = first;
  }

  /** When it was committed, to the millisecond; empty for a snapshot. */
  public Optional<Instant> commitTime() {
    return first.commitTime();
  }

  /** The commit's 64-bit Doris timestamp; empty for a snapshot. */
  public OptionalLong tso() {
    return first.tso();
  }

  /** Whether these are the rows of the snapshot with which the read begins. */
  public boolean isSnapshot() {
    return first.tso().isEmpty();
  }

  /** Whether its first row may have been handed out before. */
  public boolean replayed() {
    return first.replayed();
  }

  /**
   * The position behind all of it: what to commit when it is processed. It can be committed once
   * the last row was taken.
   */
  public Position position() {
    Position inside = first.position();
    return inside
        .snapshotTime()
        .map(time -> Position.endOfWindow(time, inside.context()))
        .orElseGet(() -> isSnapshot() ? inside : Position.complete(inside.tso(), inside.context()));
  }

  /** The rows that were not taken yet; every call goes on where the last one was. */
  @Override
  public Iterator<Change> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return !finished;
      }

      @Override
      public Change next() {
        return nextRow();
      }
    };
  }

  /** The same as a stream; closing it does nothing. */
  public Stream<Change> rows() {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            iterator(), Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE),
        false);
  }

  private Change nextRow() {
    if (finished) {
      throw new NoSuchElementException("every row of the transaction was taken");
    }
    Change row = handedOn ? cursor.nextInside(this) : first;
    handedOn = true;
    finished = cursor.taken(row);
    return row;
  }

  /** Passes over the rows that were not taken, so that the next transaction can be asked for. */
  public void skipRest() {
    while (!finished) {
      cursor.skipping(this::nextRow);
    }
  }

  boolean isFinished() {
    return finished;
  }

  /** It begins again; nothing more comes from this object. */
  void abandon() {
    finished = true;
  }

  /** Its commit time, or that it is a snapshot. */
  @Override
  public String toString() {
    return isSnapshot() ? "snapshot" : "transaction of " + commitTime().orElseThrow();
  }
}
