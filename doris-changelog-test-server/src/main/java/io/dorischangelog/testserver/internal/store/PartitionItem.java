package io.dorischangelog.testserver.internal.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which rows a partition takes. Values are texts without quotes; {@link #MAX} is MAXVALUE. */
public sealed interface PartitionItem {

  /** Stands for MAXVALUE in a range. */
  String MAX = "MAXVALUE";

  /** All rows of an unpartitioned table. */
  record All() implements PartitionItem {}

  /**
   * VALUES LESS THAN; begins where the partition below it ends.
   *
   * @param upper exclusive, one text for each partition column
   */
  record LessThan(List<String> upper) implements PartitionItem {
    public LessThan {
      upper = List.copyOf(upper);
    }
  }

  /**
   * VALUES [lower, upper).
   *
   * @param lower inclusive; empty: no lower bound
   * @param upper exclusive
   */
  record Range(List<String> lower, List<String> upper) implements PartitionItem {
    public Range {
      lower = List.copyOf(lower);
      upper = List.copyOf(upper);
    }
  }

  /**
   * VALUES IN.
   *
   * @param tuples one list for each value, with one text (null: NULL) for each partition column
   */
  record In(List<List<@Nullable String>> tuples) implements PartitionItem {
    public In {
      List<List<@Nullable String>> copy = new ArrayList<>();
      tuples.forEach(tuple -> copy.add(Collections.unmodifiableList(new ArrayList<>(tuple))));
      tuples = Collections.unmodifiableList(copy);
    }
  }
}
