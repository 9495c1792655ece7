package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.offset.OffsetStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes how far completed checkpoints cover the changes: the newest place wins, and what could
 * not be saved is tried again at the next call. Calls that wait for the server come from Flink's
 * worker thread, {@link #cover} from any.
 */
final class OffsetPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OffsetPublisher.class);

  private final OffsetStore store;
  private final String consumer;
  private final TableId table;
  private @Nullable Position covered; // guarded by this
  private Optional<Position> saved = Optional.empty(); // guarded by this
  private boolean known; // guarded by this

  OffsetPublisher(OffsetStore store, String consumer, TableId table) {
    this.store = store;
    this.consumer = consumer;
    this.table = table;
  }

  /** What is published under the job's name. */
  synchronized Optional<Position> load() {
    saved = store.load(consumer, table);
    known = true;
    return saved;
  }

  /** A checkpoint covers the changes up to here. */
  synchronized void cover(Position position) {
    covered = position.withoutOpenWindow();
  }

  /**
   * Publishes the newest covered place, if it is not published yet.
   *
   * @return whether nothing is left to publish
   * @throws OffsetStoreException if somebody else publishes under this name; other failures are
   *     logged and tried again with the next call
   */
  synchronized boolean publish() {
    Position next = covered;
    if (next == null) {
      return true;
    }
    try {
      save(next);
      covered = null;
      LOG.debug("published progress up to {}", next);
      return true;
    } catch (OffsetStoreException e) {
      if (e.reason() == OffsetStoreException.Reason.CONFLICT) {
        throw e;
      }
      LOG.warn("progress up to {} is not published yet, will be tried again", next, e);
      return false;
    }
  }

  /** Publishes now, or fails. */
  synchronized void save(Position position) {
    if (!known) {
      load(); // After a restore: only what this job finds there may be overwritten.
    }
    store.save(consumer, table, position, saved);
    saved = Optional.of(position);
  }

  @Override
  public void close() {
    store.close();
  }
}
