package io.dorischangelog.client;

import io.dorischangelog.client.internal.event.Notifier;
import io.dorischangelog.client.offset.OffsetStore;
import java.util.List;
import java.util.Optional;

/** Another store, whose listener is told of every position that was saved. */
final class AnnouncingStore implements OffsetStore {
  private final OffsetStore store;
  private final Notifier<ReaderListener> listener;

  AnnouncingStore(OffsetStore store, ReaderListener listener) {
    this.store = store;
    this.listener = new Notifier<>(listener);
  }

  @Override
  public Optional<Position> load(String consumer, TableId table) {
    return store.load(consumer, table);
  }

  @Override
  public void save(String consumer, TableId table, Position position, Optional<Position> expected) {
    store.save(consumer, table, position, expected);
    listener.tell(to -> to.committed(position));
  }

  @Override
  public void remove(String consumer, TableId table) {
    store.remove(consumer, table);
  }

  @Override
  public List<String> consumers(TableId table) {
    return store.consumers(table);
  }

  @Override
  public boolean keepsWholePosition() {
    return store.keepsWholePosition();
  }

  @Override
  public void close() {
    store.close();
  }
}
