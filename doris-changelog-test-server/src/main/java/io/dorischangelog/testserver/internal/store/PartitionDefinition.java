package io.dorischangelog.testserver.internal.store;

/**
 * A partition as PARTITION or ADD PARTITION declares it.
 *
 * @param name name as written
 * @param item the rows it takes
 */
public record PartitionDefinition(String name, PartitionItem item) {}
