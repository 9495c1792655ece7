package io.dorischangelog.client;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.offset.OffsetStore;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a reader has handed out and how much of that is committed and saved. Thread-safe: commits
 * may come from any thread. All fields are guarded by this object.
 */
final class Progress {
  /** How often the position of an idle table is saved, so that it never expires. */
  private static final Duration IDLE_SAVE = Duration.ofSeconds(30);

  private final OffsetStore store;
  private final String consumer;
  private final TableId table;
  private Position handedOut;
  private @Nullable Position committed;
  private @Nullable Position saved;
  private long lastSaveNanos;
  private boolean closed;

  /**
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
    this.saved = stored.orElse(null);
    this.committed = saved;
    this.lastSaveNanos = System.nanoTime();
  }

  synchronized Position handedOut() {
    return handedOut;
  }

  synchronized Optional<Position> committed() {
    return Optional.ofNullable(committed);
  }

  /** A row or batch was handed out, up to this position. */
  synchronized void handedOut(Position position) {
    handedOut = position;
  }

  /** A window ended; where nothing is uncommitted, the end of it is committed by itself. */
  synchronized void windowEnded(Position end) {
    boolean idle = committed != null && handedOut.compareTo(committed) == 0;
    handedOut = end;
    if (idle) {
      committed = end;
      if (System.nanoTime() - lastSaveNanos >= IDLE_SAVE.toNanos()) {
        save(end);
      }
    }
  }

  /** The read goes on elsewhere; what was handed out before no longer counts. */
  synchronized void moved(Position position) {
    handedOut = position;
  }

  /**
   * Saves a position that must be durable before anything behind it is handed out. A store that
   * keeps points in time only is not given what it cannot hold.
   */
  synchronized void gate(Position position) {
    if (isStorable(position)) {
      save(position);
      committed = position;
    }
    handedOut = position;
  }

  /**
   * Commits a position; saves it before it counts.
   *
   * @throws IllegalArgumentException if it was never handed out
   */
  synchronized void commit(Position position) {
    if (closed) {
      throw new ReaderClosedException(
          ErrorContext.of(table), "The reader is closed; commit before closing it");
    }
    if (!position.table().equals(table)) {
      throw new IllegalArgumentException(
          "the position belongs to " + position.table() + ", this reader reads " + table);
    }
    if (position.compareTo(handedOut) > 0) {
      throw new IllegalArgumentException(
          "the position " + position + " was not handed out yet; the reader is at " + handedOut);
    }
    if (committed != null && position.compareTo(committed) <= 0) {
      return;
    }
    save(position);
    committed = position;
  }

  private boolean isStorable(Position position) {
    return store.keepsWholePosition()
        || (!position.isSnapshot() && position.openWindow().isEmpty());
  }

  private void save(Position position) {
    if (Objects.equals(position, saved) || !isStorable(position)) {
      return;
    }
    store.save(consumer, table, position, Optional.ofNullable(saved));
    saved = position;
    lastSaveNanos = System.nanoTime();
  }

  /** Saves what was committed by itself, and refuses later commits. */
  synchronized void close() {
    if (!closed) {
      closed = true;
      if (committed != null) {
        save(committed);
      }
    }
  }
}
