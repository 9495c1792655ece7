package io.dorischangelog.testserver.internal.store;

import java.util.List;

/**
 * A partition as it is now.
 *
 * @param id partition id; truncating or replacing gives a new one
 * @param name name
 * @param item the rows it takes; ranges have both bounds
 * @param tablets its buckets in order
 * @param version visible version: 1, then one more for each transaction
 */
public record Partition(
    long id, String name, PartitionItem item, List<Tablet> tablets, long version) {

  public Partition {
    tablets = List.copyOf(tablets);
  }
}
