package io.dorischangelog.testserver.internal.store;

import java.util.List;

/**
 * The PARTITION BY clause.
 *
 * @param kind how values choose the partition
 * @param columns partition columns in order
 * @param autoUnit AUTO PARTITION: unit of {@code date_trunc} ({@code day}, ...) for RANGE, any text
 *     for LIST; empty: partitions are made by hand
 * @param partitions those declared with the table
 */
public record Partitioning(
    Kind kind, List<String> columns, String autoUnit, List<PartitionDefinition> partitions) {

  /** How values choose the partition. */
  public enum Kind {
    NONE,
    RANGE,
    LIST
  }

  /** The table has one partition, named like the table. */
  public static final Partitioning NONE = new Partitioning(Kind.NONE, List.of(), "", List.of());

  public Partitioning {
    columns = List.copyOf(columns);
    partitions = List.copyOf(partitions);
  }

  /** Whether a write makes the partitions it needs. */
  public boolean auto() {
    return !autoUnit.isEmpty();
  }
}
