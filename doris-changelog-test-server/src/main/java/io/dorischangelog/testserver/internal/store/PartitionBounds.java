package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of a partition in comparable form. Immutable. */
final class PartitionBounds {
  private static final RowKey LOWEST = new RowKey(new byte[0]);
  private static final byte[] HIGHEST = {(byte) 0xff};

  private final PartitionItem item;
  private final RowKey lower;
  private final RowKey upper;
  private final Set<RowKey> members;

  private PartitionBounds(PartitionItem item, RowKey lower, RowKey upper, Set<RowKey> members) {
    this.item = item;
    this.lower = lower;
    this.upper = upper;
    this.members = members;
  }

  /**
   * Converts a declared item; LESS THAN must have been turned into a range before.
   *
   * @param types types of the partition columns
   */
  static PartitionBounds of(PartitionItem item, List<DorisType> types) {
    if (item instanceof PartitionItem.Range range) {
      return new PartitionBounds(
          item, key(range.lower(), types), key(range.upper(), types), Set.of());
    }
    if (item instanceof PartitionItem.In in) {
      Set<RowKey> members = new HashSet<>();
      in.tuples().forEach(tuple -> members.add(key(tuple, types)));
      return new PartitionBounds(item, LOWEST, LOWEST, members);
    }
    return new PartitionBounds(item, LOWEST, new RowKey(HIGHEST), Set.of());
  }

  private static RowKey key(List<? extends @Nullable String> texts, List<DorisType> types) {
    ByteSink out = new ByteSink();
    for (int i = 0; i < texts.size(); i++) {
      if (PartitionItem.MAX.equalsIgnoreCase(texts.get(i))) {
        out.putRaw(HIGHEST);
      } else {
        KeyCodec.append(out, Values.cast(texts.get(i), types.get(i)), types.get(i));
      }
    }
    return new RowKey(out.toBytes());
  }

  PartitionItem item() {
    return item;
  }

  RowKey lower() {
    return lower;
  }

  boolean contains(RowKey values) {
    return members.isEmpty()
        ? values.compareTo(lower) >= 0 && values.compareTo(upper) < 0
        : members.contains(values);
  }

  boolean overlaps(PartitionBounds other) {
    if (!members.isEmpty()) {
      return other.members.stream().anyMatch(members::contains);
    }
    return lower.compareTo(other.upper) < 0 && other.lower.compareTo(upper) < 0;
  }

  /** Whether a range holds anything. */
  boolean isEmpty() {
    return members.isEmpty() && lower.compareTo(upper) >= 0;
  }
}
