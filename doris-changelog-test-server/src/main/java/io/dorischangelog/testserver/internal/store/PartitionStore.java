package io.dorischangelog.testserver.internal.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A partition and its tablets. Guarded by the catalog's lock. */
final class PartitionStore {
  private final long id;
  private final String name;
  private final PartitionBounds bounds;
  private final List<TabletStore> tablets;
  private long version = 1;
  private long nextRandom;

  PartitionStore(long id, String name, PartitionBounds bounds, List<TabletStore> tablets) {
    this.id = id;
    this.name = name;
    this.bounds = bounds;
    this.tablets = List.copyOf(tablets);
  }

  String name() {
    return name;
  }

  PartitionBounds bounds() {
    return bounds;
  }

  List<TabletStore> tablets() {
    return tablets;
  }

  /**
   * The tablet of a row.
   *
   * @param hashed the row's distribution columns, null for RANDOM
   */
  TabletStore tablet(@Nullable RowKey hashed) {
    long hash = hashed == null ? nextRandom++ : hashed.hashCode();
    return tablets.get((int) Math.floorMod(hash, (long) tablets.size()));
  }

  void published() {
    version++;
  }

  PartitionStore renamed(String to) {
    PartitionStore copy = new PartitionStore(id, to, bounds, tablets);
    copy.version = version;
    return copy;
  }

  Partition describe() {
    return new Partition(
        id, name, bounds.item(), tablets.stream().map(TabletStore::describe).toList(), version);
  }
}
