package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The partitions of a table. Guarded by the catalog's lock. */
final class PartitionSet {
  private final StoreContext context;
  private final Partitioning partitioning;
  private final int buckets;
  private final List<DorisType> types;
  private final List<PartitionStore> partitions = new ArrayList<>();
  private final List<PartitionStore> temporary = new ArrayList<>();

  PartitionSet(StoreContext context, TableDefinition definition, List<DorisType> types) {
    this.context = context;
    this.partitioning = definition.partitioning();
    this.buckets = definition.distribution().buckets();
    this.types = types;
  }

  /** The partitions that a new table begins with. */
  void open(String table) {
    if (partitioning.kind() == Partitioning.Kind.NONE) {
      partitions.add(make(table, PartitionBounds.of(new PartitionItem.All(), types)));
    } else {
      partitioning.partitions().forEach(this::add);
    }
  }

  List<PartitionStore> all() {
    return partitions;
  }

  void add(PartitionDefinition definition) {
    partitions.add(create(definition, partitions));
    partitions.sort(Comparator.comparing(partition -> partition.bounds().lower()));
  }

  void addTemporary(PartitionDefinition definition) {
    temporary.add(create(definition, temporary));
  }

  private PartitionStore create(PartitionDefinition definition, List<PartitionStore> siblings) {
    if (find(siblings, definition.name()).isPresent()) {
      throw new DorisException(
          1517,
          "HY000",
          "ERR_SAME_NAME_PARTITION",
          "Duplicate partition name " + definition.name());
    }
    PartitionBounds bounds = PartitionBounds.of(closed(definition.item(), siblings), types);
    if (bounds.isEmpty()) {
      throw DorisException.of("Partition's range is empty or reversed: " + definition.name());
    }
    for (PartitionStore sibling : siblings) {
      if (sibling.bounds().overlaps(bounds)) {
        throw DorisException.of(
            "Range of partition "
                + definition.name()
                + " is intersected with partition "
                + sibling.name());
      }
    }
    return make(definition.name(), bounds);
  }

  /** LESS THAN begins at the highest upper bound below it. */
  private static PartitionItem closed(PartitionItem item, List<PartitionStore> siblings) {
    if (!(item instanceof PartitionItem.LessThan lessThan)) {
      return item;
    }
    List<String> lower = List.of();
    if (!siblings.isEmpty()
        && siblings.get(siblings.size() - 1).bounds().item() instanceof PartitionItem.Range last) {
      lower = last.upper();
    }
    return new PartitionItem.Range(lower, lessThan.upper());
  }

  private PartitionStore make(String name, PartitionBounds bounds) {
    List<TabletStore> tablets = new ArrayList<>();
    long id = context.nextId();
    for (int bucket = 0; bucket < buckets; bucket++) {
      tablets.add(new TabletStore(context.nextId(), bucket));
    }
    return new PartitionStore(id, name, bounds, tablets);
  }

  /** The partition of a row, or null if there is none for it. */
  @Nullable PartitionStore route(RowKey values) {
    for (PartitionStore partition : partitions) {
      if (partition.bounds().contains(values)) {
        return partition;
      }
    }
    return null;
  }

  /** Makes the partition that a row needs, or refuses the row. */
  void prepare(RowKey values, List<@Nullable Object> columns) {
    if (route(values) != null) {
      return;
    }
    if (!partitioning.auto()) {
      throw DorisException.of(
          "Insert has filtered data in strict mode. first_error_msg: no partition for this tuple."
              + " tuple="
              + columns);
    }
    add(AutoPartition.define(partitioning, columns));
  }

  Optional<PartitionStore> find(String name) {
    return find(partitions, name);
  }

  private static Optional<PartitionStore> find(List<PartitionStore> among, String name) {
    return among.stream().filter(partition -> partition.name().equalsIgnoreCase(name)).findFirst();
  }

  PartitionStore require(String name) {
    return find(name).orElseThrow(() -> unknown(name));
  }

  private static DorisException unknown(String name) {
    return DorisException.of("Unknown partition " + name.toLowerCase(Locale.ROOT));
  }

  void drop(PartitionStore partition) {
    partitions.remove(partition);
  }

  void rename(String from, String to) {
    if (find(to).isPresent()) {
      throw DorisException.of("Partition name " + to + " is already used");
    }
    PartitionStore old = require(from);
    partitions.set(partitions.indexOf(old), old.renamed(to));
  }

  /** Puts an empty partition with a new id in the place of one. */
  void truncate(PartitionStore partition) {
    partitions.set(partitions.indexOf(partition), make(partition.name(), partition.bounds()));
  }

  void replace(Collection<String> names, Collection<String> with) {
    List<PartitionStore> outgoing = names.stream().map(this::require).toList();
    List<PartitionStore> incoming =
        with.stream().map(name -> find(temporary, name).orElseThrow(() -> unknown(name))).toList();
    partitions.removeAll(outgoing);
    temporary.removeAll(incoming);
    boolean keepNames = outgoing.size() == incoming.size();
    for (int i = 0; i < incoming.size(); i++) {
      PartitionStore next = incoming.get(i);
      partitions.add(keepNames ? next.renamed(outgoing.get(i).name()) : next);
    }
    partitions.sort(Comparator.comparing(partition -> partition.bounds().lower()));
  }
}
