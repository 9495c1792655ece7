package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps positions in memory, for tests and for consumers that may start anew with the process.
 * Thread-safe. {@link #close} keeps everything, so that one store can outlive several readers.
 */
public final class MemoryOffsetStore implements OffsetStore {

  private record Key(String consumer, TableId table) {}

  private final Map<Key, Position> positions = new HashMap<>(); // guarded by this

  /** An empty store. */
  public MemoryOffsetStore() {}

  @Override
  public synchronized Optional<Position> load(String consumer, TableId table) {
    return Optional.ofNullable(positions.get(key(consumer, table)));
  }

  @Override
  public synchronized void save(
      String consumer, TableId table, Position position, Optional<Position> expected) {
    Key key = key(consumer, table);
    Optional<Position> stored = Optional.ofNullable(positions.get(key));
    if (!stored.equals(expected) && !stored.equals(Optional.of(position))) {
      throw new OffsetStoreException(
          Reason.CONFLICT, StoreText.changedBehindBack(consumer, stored, expected), table, null);
    }
    positions.put(key, position);
  }

  @Override
  public synchronized void remove(String consumer, TableId table) {
    positions.remove(key(consumer, table));
  }

  @Override
  public synchronized List<String> consumers(TableId table) {
    return positions.keySet().stream()
        .filter(key -> key.table().equals(table))
        .map(Key::consumer)
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    // The positions are all there is, and they are meant to outlive a reader.
  }

  private static Key key(String consumer, TableId table) {
    return new Key(StoreText.requireConsumer(consumer), table);
  }
}
