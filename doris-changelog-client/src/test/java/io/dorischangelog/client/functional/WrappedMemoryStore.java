package io.dorischangelog.client.functional;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.client.offset.OffsetStore;
import java.util.List;
import java.util.Optional;

/** Keeps positions in memory, for stores of tests that differ in one thing. */
class WrappedMemoryStore implements OffsetStore {
  private final OffsetStore kept = new MemoryOffsetStore();

  @Override
  public Optional<Position> load(String consumer, TableId table) {
    return kept.load(consumer, table);
  }

  @Override
  public void save(String consumer, TableId table, Position position, Optional<Position> expected) {
    kept.save(consumer, table, position, expected);
  }

  @Override
  public void remove(String consumer, TableId table) {
    kept.remove(consumer, table);
  }

  @Override
  public List<String> consumers(TableId table) {
    return kept.consumers(table);
  }

  @Override
  public void close() {
    // Kept for the next reader.
  }
}
