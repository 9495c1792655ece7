package io.dorischangelog.client;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.internal.commit.CommitQueue;
import io.dorischangelog.client.offset.OffsetStore;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a reader has handed out, how much of that its consumer has committed, and how much is
 * saved. Thread-safe: commits may come from any thread. All fields are guarded by this object.
 *
 * <p>Saves are made by the caller, except to a store that keeps points in time only (the Doris
 * table): each of those is a load of its own on the server, so they queue and the newest wins.
 */
final class Progress {
  /** How often the position of an idle table is saved, so that it never expires. */
  private static final Duration IDLE_SAVE = Duration.ofSeconds(30);

  private static final CommitQueue.Patience QUEUE =
      new CommitQueue.Patience(3, Duration.ofSeconds(1), Duration.ofSeconds(3));

  private final OffsetStore store;
  private final String consumer;
  private final TableId table;
  private Position handedOut;

  /** The furthest place handed out; after a repeated transaction beyond {@code handedOut}. */
  private Position furthest;

  /** What the consumer committed last, or the start; saved already or on its way. */
  private @Nullable Position requested;

  private @Nullable Position saved;

  /**
   * By the TSO they begin behind: {@code min_delta} windows begun while an earlier one was not
   * committed. Saving one at once would commit that one; it is saved with the commit it follows.
   */
  private final NavigableMap<Long, Position> begun = new TreeMap<>();

  /**
   * Rows were handed out whose place stands for a whole snapshot or window, so it has not moved.
   */
  private boolean insideUnit;

  /** The end of the empty windows behind what is saved. */
  private @Nullable Position idle;

  private @Nullable CommitQueue queue;
  private long lastSaveNanos;
  private boolean closed;

  /**
   * Begins with nothing handed out.
   *
   * @param stored what the store held at the start
   * @param start where the read begins
   */
  Progress(
      OffsetStore store,
      String consumer,
      TableId table,
      Optional<Position> stored,
      Position start) {
    this.store = store;
    this.consumer = consumer;
    this.table = table;
    this.handedOut = start;
    this.furthest = start;
    this.saved = stored.orElse(null);
    this.requested = saved;
    this.lastSaveNanos = System.nanoTime();
  }

  synchronized Position handedOut() {
    return handedOut;
  }

  /** What is known to be saved, or behind that only windows without changes. */
  synchronized Optional<Position> committed() {
    return idle == null ? durable() : Optional.of(idle);
  }

  private Optional<Position> durable() {
    return queue == null ? Optional.ofNullable(saved) : queue.committed();
  }

  /** A row or batch was handed out, up to this position. */
  synchronized void handedOut(Position position) {
    handedOut = position;
    insideUnit = position.isSnapshot() || position.openWindow().isPresent();
    furthest = position.compareTo(furthest) > 0 ? position : furthest;
  }

  /** A window ended; where nothing is uncommitted, the end of it is committed by itself. */
  synchronized void windowEnded(Position end) {
    boolean nothingOpen =
        !insideUnit
            && requested != null
            && isSamePlace(handedOut, requested)
            && committed().filter(requested::equals).isPresent();
    if (!insideUnit) {
      begun.remove(handedOut.tso()); // A window without rows need not be read again as it was.
    }
    handedOut = end;
    furthest = end.compareTo(furthest) > 0 ? end : furthest;
    insideUnit = false;
    if (nothingOpen) {
      requested = end;
      idle = end;
      if (System.nanoTime() - lastSaveNanos >= IDLE_SAVE.toNanos()) {
        save(end);
      }
    }
  }

  /** The read goes on elsewhere; what was handed out before no longer counts. */
  synchronized void moved(Position position) {
    handedOut = position;
    insideUnit = false;
    begun.clear();
  }

  /**
   * Saves, before this returns, a position that must be durable before anything behind it is handed
   * out. A store that keeps points in time only is not given what it cannot hold.
   */
  synchronized void gate(Position position) {
    boolean window = position.openWindow().isPresent();
    if (window && (requested == null || !isSamePlace(requested, position))) {
      begun.put(position.tso(), position);
    } else if (isStorable(position)) {
      saveNow(position);
      requested = position;
      idle = null;
    } else if (!window) {
      requested = position;
      idle = null;
    }
    handedOut = position;
    insideUnit = false;
  }

  private static boolean isSamePlace(Position a, Position b) {
    return a.withoutOpenWindow().equals(b.withoutOpenWindow());
  }

  /** What to save for a commit: with the window begun there, or without one for a plain store. */
  private Position asStored(Position position) {
    if (!store.keepsWholePosition()) {
      return position.withoutOpenWindow();
    }
    Position window = position.isComplete() ? begun.get(position.tso()) : null;
    return window == null ? position : window;
  }

  /**
   * Commits a position; saves it before it counts.
   *
   * @throws IllegalArgumentException if it was never handed out
   */
  synchronized void commit(Position position) {
    requireCommittable(position);
    Position wanted = asStored(position);
    if (requested == null || wanted.compareTo(requested) > 0) {
      save(wanted);
      requested = wanted;
      idle = null;
      begun.headMap(wanted.tso(), true).clear();
    }
  }

  private void requireCommittable(Position position) {
    if (closed) {
      throw new ReaderClosedException(
          ErrorContext.of(table), "The reader is closed; commit before closing it");
    }
    if (!position.table().equals(table)) {
      throw new IllegalArgumentException(
          "the position belongs to " + position.table() + ", this reader reads " + table);
    }
    if (position.compareTo(furthest) > 0) {
      throw new IllegalArgumentException(
          "the position " + position + " was not handed out yet; the reader is at " + furthest);
    }
  }

  private boolean isStorable(Position position) {
    return store.keepsWholePosition()
        || (!position.isSnapshot() && position.openWindow().isEmpty());
  }

  private void save(Position position) {
    if (!isStorable(position)) {
      return;
    }
    if (store.keepsWholePosition()) {
      saveNow(position);
    } else {
      lastSaveNanos = System.nanoTime();
      queue().submit(position);
    }
  }

  private CommitQueue queue() {
    CommitQueue made = queue;
    if (made == null) {
      made = new CommitQueue(store, consumer, table, Optional.ofNullable(saved), QUEUE);
      queue = made;
    }
    return made;
  }

  private void saveNow(Position position) {
    if (saved == null || position.compareTo(saved) != 0) {
      store.save(consumer, table, position, Optional.ofNullable(saved));
      saved = position;
      lastSaveNanos = System.nanoTime();
    }
  }

  /** Saves what was committed by itself, waits for the queue, and refuses later commits. */
  synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    Closing closing = new Closing();
    if (requested != null) {
      Position last = requested;
      closing.run(() -> save(last));
    }
    if (queue != null) {
      closing.run(queue::close);
    }
    closing.rethrow();
  }
}
