package io.dorischangelog.testserver.internal.store;

import java.util.ArrayList;
import java.util.List;

/** Finds the tablets of a selection. Called with the catalog's lock held. */
final class Selector {
  private Selector() {}

  /** In storage order: by partition, then by bucket. */
  static List<TabletStore> tablets(PartitionSet partitions, Selection selection) {
    selection.partitions().forEach(partitions::require);
    List<TabletStore> chosen = new ArrayList<>();
    for (PartitionStore partition : partitions.all()) {
      if (selection.partitions().isEmpty()
          || selection.partitions().stream().anyMatch(partition.name()::equalsIgnoreCase)) {
        chosen.addAll(partition.tablets());
      }
    }
    if (!selection.tablets().isEmpty()) {
      chosen.removeIf(tablet -> !selection.tablets().contains(tablet.id()));
    }
    return chosen;
  }
}
