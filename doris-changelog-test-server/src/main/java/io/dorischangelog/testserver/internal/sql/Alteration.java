package io.dorischangelog.testserver.internal.sql;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One clause of ALTER TABLE. */
public sealed interface Alteration {

  /**
   * ADD COLUMN.
   *
   * @param after the column before it; empty: at the end of its kind
   * @param first whether it becomes the first column
   */
  record AddColumn(Ddl.ColumnDefinition column, Optional<String> after, boolean first)
      implements Alteration {}

  /** DROP COLUMN. */
  record DropColumn(String name) implements Alteration {}

  /**
   * MODIFY COLUMN.
   *
   * @param after the column to move it behind, {@code ""} for FIRST; empty: where it is
   */
  record ModifyColumn(Ddl.ColumnDefinition column, Optional<String> after) implements Alteration {}

  /** RENAME COLUMN. */
  record RenameColumn(String name, String newName) implements Alteration {}

  /** ORDER BY (..). */
  record OrderColumns(List<String> columns) implements Alteration {
    public OrderColumns {
      columns = List.copyOf(columns);
    }
  }

  /** SET (..). */
  record SetProperties(Map<String, String> properties) implements Alteration {}

  /** RENAME name. */
  record Rename(String newName) implements Alteration {}

  /** RENAME PARTITION. */
  record RenamePartition(String name, String newName) implements Alteration {}

  /** ADD [TEMPORARY] PARTITION. */
  record AddPartition(Ddl.PartitionValues partition, boolean temporary, boolean ifNotExists)
      implements Alteration {}

  /** DROP [TEMPORARY] PARTITION. */
  record DropPartition(String name, boolean temporary, boolean ifExists) implements Alteration {}

  /** REPLACE PARTITION (..) WITH TEMPORARY PARTITION (..). */
  record ReplacePartition(List<String> partitions, List<String> temporary) implements Alteration {
    public ReplacePartition {
      partitions = List.copyOf(partitions);
      temporary = List.copyOf(temporary);
    }
  }

  /**
   * REPLACE WITH TABLE.
   *
   * @param swap whether the replaced table lives on under the other name
   */
  record ReplaceWithTable(String other, boolean swap) implements Alteration {}

  /** MODIFY COMMENT. */
  record ModifyComment(String comment) implements Alteration {}

  /** MODIFY COLUMN name COMMENT. */
  record ModifyColumnComment(String column, String comment) implements Alteration {}

  /** A clause about indexes, rollups or storage, which changes no answer. */
  record PhysicalDesign() implements Alteration {}

  /** BUILD INDEX. */
  record BuildIndex() implements Alteration {}

  /** ENABLE FEATURE "name" WITH PROPERTIES (..). */
  record EnableFeature(String feature, Map<String, String> properties) implements Alteration {}
}
