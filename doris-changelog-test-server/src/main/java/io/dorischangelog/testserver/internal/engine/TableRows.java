package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.Partition;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Tablet;

/** How many rows tables and partitions hold. */
final class TableRows {
  private TableRows() {}

  static long count(Table table) {
    return table.partitions().stream().mapToLong(TableRows::count).sum();
  }

  static long count(Partition partition) {
    return partition.tablets().stream().mapToLong(Tablet::rows).sum();
  }
}
