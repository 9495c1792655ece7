package io.dorischangelog.client;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.internal.commit.CommitQueue;
import io.dorischangelog.client.offset.OffsetStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How far a reader has handed out, how much of that its consumer has committed, and how much is
 * saved. Thread-safe: commits may come from any thread. Fields that do not say otherwise are
 * guarded by this object, which is never held while the store is called; {@code saving} is, and is
 * taken first.
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

  /** Makes saves one after the other, without keeping others from looking meanwhile. */
  private final ReentrantLock saving = new ReentrantLock();

  private final boolean keepsWindows;
  private final BegunWindows begun;

  /**
   * Set by the reading thread alone, without this object's lock, because it does so for every row.
   */
  private final AtomicReference<Position> handedOut;

  /**
   * The furthest place handed out before a repeated transaction; else one before {@code handedOut}.
   */
  private Position furthest;

  /** The place the consumer committed last, or the start; saved already or on its way. */
  private @Nullable Position requested;

  private @Nullable Position saved;

  /** What the store is saving at this moment. */
  private @Nullable Position underWay;

  /**
   * Rows were handed out whose place stands for a whole snapshot or window, so it has not moved.
   * For the reading thread alone.
   */
  private boolean insideUnit;

  /** The end of the empty windows behind what is saved. */
  private @Nullable Position idle;

  private @Nullable CommitQueue queue;
  private long lastSaveNanos;
  private boolean closed;
  private boolean abandoned;

  /**
   * Begins with nothing handed out.
   *
   * @param stored what the store held at the start
   * @param start where the read begins
   * @param keepsWindows whether windows are units that have to be read again as they were
   */
  Progress(
      OffsetStore store,
      String consumer,
      TableId table,
      Optional<Position> stored,
      Position start,
      boolean keepsWindows) {
    this.store = store;
    this.consumer = consumer;
    this.table = table;
    this.keepsWindows = keepsWindows;
    this.begun =
        stored.filter(s -> keepsWindows).map(BegunWindows::of).orElseGet(BegunWindows::new);
    this.handedOut = new AtomicReference<>(start);
    this.furthest = start;
    this.saved = stored.orElse(null);
    this.requested = stored.map(Position::withoutOpenWindow).orElse(null);
    this.lastSaveNanos = System.nanoTime();
  }

  Position handedOut() {
    return handedOut.getAcquire();
  }

  /** What is known to be saved, or behind that only windows without changes. */
  synchronized Optional<Position> committed() {
    return idle == null ? durable() : Optional.of(idle);
  }

  private Optional<Position> durable() {
    return queue == null ? Optional.ofNullable(saved) : queue.committed();
  }

  /** A row or batch was handed out, up to this position. */
  void handedOut(Position position) {
    handOut(position);
    insideUnit = position.isSnapshot() || position.context().openWindow() != null;
  }

  private void handOut(Position position) {
    Position before = handedOut.getPlain();
    if (position.compareTo(before) < 0) {
      keepFurthest(before);
    }
    handedOut.setRelease(position);
  }

  private synchronized void keepFurthest(Position before) {
    furthest = before.compareTo(furthest) > 0 ? before : furthest;
  }

  /** A window ended; where nothing is uncommitted, the end of it is committed by itself. */
  void windowEnded(Position end) {
    if (advanced(end) && saving.tryLock()) {
      try {
        saveRequested();
      } finally {
        saving.unlock();
      }
    }
  }

  /** Whether the place of an idle table is to be saved again. */
  private synchronized boolean advanced(Position end) {
    Position before = requested;
    boolean nothingOpen =
        !insideUnit
            && before != null
            && before.equals(handedOut().withoutOpenWindow())
            && committed().map(Position::withoutOpenWindow).filter(before::equals).isPresent();
    if (!insideUnit) {
      begun.wasEmpty(handedOut());
    }
    handOut(end);
    insideUnit = false;
    if (nothingOpen) {
      requested = end;
      idle = end;
    }
    return nothingOpen && System.nanoTime() - lastSaveNanos >= IDLE_SAVE.toNanos();
  }

  /** The read goes on elsewhere; what was handed out before no longer counts. */
  synchronized void moved(Position position) {
    handOut(position);
    insideUnit = false;
    begun.clear();
  }

  /** A place, within the {@code min_delta} window that was begun there and not committed. */
  synchronized Position resumed(Position place) {
    return begun.resumed(place);
  }

  /**
   * Saves, before this returns, a position that must be durable before anything behind it is handed
   * out. A store that keeps points in time only is not given what it cannot hold.
   */
  void gate(Position position) {
    saving.lock();
    try {
      if (position.openWindow().isEmpty()) {
        if (isStorable(position)) {
          saveNow(asStored(position));
        }
        request(position);
      } else if (keepsWindows) {
        begin(position);
        saveRequested();
      }
      handOut(position);
      insideUnit = false;
    } finally {
      saving.unlock();
    }
  }

  private synchronized void begin(Position opened) {
    begun.begin(opened);
  }

  private synchronized void request(Position place) {
    requested = place.withoutOpenWindow();
    idle = null;
    begun.committed(place);
  }

  /**
   * Commits a position; saves it before it counts.
   *
   * @throws IllegalArgumentException if it was never handed out
   */
  void commit(Position position) {
    if (!isAhead(position)) {
      return;
    }
    saving.lock();
    try {
      if (isAhead(position)) {
        save(asStored(position));
        request(position);
      }
    } finally {
      saving.unlock();
    }
  }

  private synchronized boolean isAhead(Position position) {
    requireCommittable(position);
    return requested == null || position.withoutOpenWindow().compareTo(requested) > 0;
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
    Position reached = handedOut();
    if (position.compareTo(furthest) > 0 && position.compareTo(reached) > 0) {
      throw new IllegalArgumentException(
          "the position " + position + " was not handed out yet; the reader is at " + reached);
    }
  }

  /** What to save for a place: with the windows begun there, or without for a plain store. */
  private synchronized Position asStored(Position place) {
    return store.keepsWholePosition() ? begun.stored(place) : place.withoutOpenWindow();
  }

  private boolean isStorable(Position position) {
    return store.keepsWholePosition() || !position.isSnapshot();
  }

  private void saveRequested() {
    Position place;
    synchronized (this) {
      place = requested;
    }
    if (place != null) {
      save(asStored(place));
    }
  }

  private void save(Position position) {
    if (!isStorable(position)) {
      return;
    }
    if (store.keepsWholePosition()) {
      saveNow(position);
    } else {
      CommitQueue commits;
      synchronized (this) {
        lastSaveNanos = System.nanoTime();
        commits = queue();
      }
      commits.submit(position);
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
    Optional<Position> expected;
    synchronized (this) {
      expected = Optional.ofNullable(saved);
      if (expected.filter(position::equals).isPresent()) {
        return;
      }
      underWay = position;
    }
    try {
      store.save(consumer, table, position, expected);
      synchronized (this) {
        saved = position;
        lastSaveNanos = System.nanoTime();
      }
    } finally {
      synchronized (this) {
        underWay = null;
      }
    }
  }

  /**
   * Saves what was committed by itself, waits for the queue, and refuses later commits. Waits for a
   * save under way in another thread.
   */
  void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    Closing closing = new Closing();
    closing.run(this::saveLast);
    CommitQueue commits;
    synchronized (this) {
      commits = queue;
    }
    if (commits != null) {
      closing.run(commits::close);
    }
    closing.rethrow();
  }

  private void saveLast() {
    saving.lock();
    try {
      boolean late;
      synchronized (this) {
        late = abandoned;
      }
      if (!late) {
        saveRequested();
      }
    } finally {
      saving.unlock();
    }
  }

  /** Nobody waits for {@link #close} any more, so nothing new is to be saved. In words, why. */
  synchronized OffsetStoreException abandon(Duration waited) {
    abandoned = true;
    Position last = underWay == null ? requested : underWay;
    return new OffsetStoreException(
        OffsetStoreException.Reason.UNAVAILABLE,
        "The offset store did not answer within "
            + waited
            + " while the reader was closed. Whether "
            + (last == null ? "the start" : last)
            + " was saved for consumer '"
            + consumer
            + "' is in doubt; the next start goes on there, or repeats the changes after "
            + durable().map(Position::toString).orElse("the configured start"),
        table,
        null);
  }
}
