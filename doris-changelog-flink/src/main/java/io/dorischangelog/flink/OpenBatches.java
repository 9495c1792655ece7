package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeBatch;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The batches that were fetched and not handed on yet, so that a reader that is closed in the
 * middle releases their memory. Thread-safe.
 */
final class OpenBatches implements AutoCloseable {
  private final Set<ChangeBatch> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Rows of a split that count as open until they were handed on. */
  FetchedRows rows(String splitId, ChangeBatch batch) {
    open.add(batch);
    if (closed) {
      release(batch);
      return FetchedRows.none();
    }
    return FetchedRows.of(splitId, batch, this::release);
  }

  private void release(ChangeBatch batch) {
    if (open.remove(batch)) {
      batch.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(this::release);
  }
}
