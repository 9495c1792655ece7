package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.PartitionItem;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Partitions as SHOW CREATE TABLE and SHOW PARTITIONS print them. */
final class PartitionText {
  private PartitionText() {}

  /** {@code VALUES [("1"), ("10"))} or {@code VALUES IN (...)}. */
  static String values(PartitionItem item) {
    if (item instanceof PartitionItem.LessThan lessThan) {
      return "VALUES LESS THAN (" + bounds(lessThan.upper()) + ")";
    } else if (item instanceof PartitionItem.Range range) {
      return range.lower().isEmpty()
          ? "VALUES LESS THAN (" + bounds(range.upper()) + ")"
          : "VALUES [(" + bounds(range.lower()) + "), (" + bounds(range.upper()) + "))";
    } else if (item instanceof PartitionItem.In in) {
      return "VALUES IN (" + tuples(in.tuples()) + ")";
    }
    return "";
  }

  /** The column Range of SHOW PARTITIONS, in words of the stand-in. */
  static String range(PartitionItem item) {
    return values(item).replace("VALUES ", "");
  }

  private static String bounds(List<String> values) {
    return values.stream()
        .map(value -> value.equals(PartitionItem.MAX) ? value : quoted(value))
        .collect(Collectors.joining(", "));
  }

  private static String tuples(List<List<@Nullable String>> tuples) {
    return tuples.stream()
        .map(
            tuple -> {
              String values =
                  tuple.stream().map(PartitionText::quoted).collect(Collectors.joining(", "));
              return tuple.size() == 1 ? values : "(" + values + ")";
            })
        .collect(Collectors.joining(", "));
  }

  private static String quoted(@Nullable String value) {
    return value == null ? "NULL" : "\"" + value + "\"";
  }
}
