package io.dorischangelog.testserver.internal.store;

import java.util.List;

/**
 * The DISTRIBUTED BY clause.
 *
 * @param columns hash columns; empty: RANDOM
 * @param buckets tablets of each partition, at least 1
 */
public record Distribution(List<String> columns, int buckets) {

  public Distribution {
    columns = List.copyOf(columns);
    if (buckets < 1) {
      throw new IllegalArgumentException("buckets is " + buckets + ", must be at least 1");
    }
  }

  public static Distribution hash(int buckets, String... columns) {
    return new Distribution(List.of(columns), buckets);
  }

  public static Distribution random(int buckets) {
    return new Distribution(List.of(), buckets);
  }
}
