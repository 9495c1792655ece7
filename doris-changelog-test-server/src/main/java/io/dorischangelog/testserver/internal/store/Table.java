package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Pending;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table: its definition now, its rows and its change log. Identity is the {@link #id()}. */
@SuppressWarnings("DoNotCallSuggester")
public final class Table {

  public long id() {
    throw Pending.here();
  }

  /** Name of its database; changes with a rename of the database only. */
  public String database() {
    throw Pending.here();
  }

  public String name() {
    throw Pending.here();
  }

  /** Wall time of its creation. */
  public Instant createdAt() {
    throw Pending.here();
  }

  public TableKeys keys() {
    throw Pending.here();
  }

  /** Without the partitions; see {@link #partitions()}. */
  public Partitioning partitioning() {
    throw Pending.here();
  }

  public Distribution distribution() {
    throw Pending.here();
  }

  public String comment() {
    throw Pending.here();
  }

  /** The visible columns now. */
  public TableSchema schema() {
    throw Pending.here();
  }

  /** Properties with their defaults, in the order in which SHOW CREATE TABLE prints them. */
  public Map<String, String> properties() {
    throw Pending.here();
  }

  public boolean mergeOnWrite() {
    throw Pending.here();
  }

  public boolean changelogEnabled() {
    throw Pending.here();
  }

  public boolean needHistoricalValue() {
    throw Pending.here();
  }

  /** Retention of the change log in seconds. */
  public long ttlSeconds() {
    throw Pending.here();
  }

  /** Type of the hidden sequence column, if the table has one. */
  public Optional<DorisType> hiddenSequenceType() {
    throw Pending.here();
  }

  /** Name of the visible sequence column, if the table has one. */
  public Optional<String> sequenceColumn() {
    throw Pending.here();
  }

  /** Partitions in order of their values. */
  public List<Partition> partitions() {
    throw Pending.here();
  }

  /** TSO of the newest visible transaction, or of the creation. */
  public long visibleTso() {
    throw Pending.here();
  }

  /**
   * Light ADD COLUMN.
   *
   * @param after name of the column to put them behind, {@code ""} for FIRST, null for the end
   */
  public void addColumns(List<ColumnDefinition> columns, @Nullable String after) {
    throw Pending.here();
  }

  /** Light DROP COLUMN: gone from rows and from all records. */
  public void dropColumn(String column) {
    throw Pending.here();
  }

  /** RENAME COLUMN; refused with the change log. */
  public void renameColumn(String from, String to) {
    throw Pending.here();
  }

  /** ALTER TABLE SET. */
  public void setProperties(Map<String, String> changed) {
    throw Pending.here();
  }

  /** Refuses MODIFY COLUMN, ORDER BY and the like on tables with the change log. */
  public void refuseSchemaChangeWithLog() {
    throw Pending.here();
  }

  public void addPartition(PartitionDefinition partition) {
    throw Pending.here();
  }

  /** Drops a partition with its rows and records; produces no delete records. */
  public void dropPartition(String partition, boolean ifExists) {
    throw Pending.here();
  }

  public void renamePartition(String from, String to) {
    throw Pending.here();
  }

  /** ADD TEMPORARY PARTITION. */
  public void addTemporaryPartition(PartitionDefinition partition) {
    throw Pending.here();
  }

  /** REPLACE PARTITION (names) WITH TEMPORARY PARTITION (names). */
  public void replacePartitions(Collection<String> names, Collection<String> temporary) {
    throw Pending.here();
  }

  /** Empties partitions, all if none is named: rows and records go, the partitions get new ids. */
  public void truncate(Collection<String> partitions) {
    throw Pending.here();
  }

  /**
   * The rows now: visible columns, then {@code __DORIS_COMMIT_TSO_COL__} on tables with the change
   * log, then {@code __DORIS_DELETE_SIGN__} and {@code __DORIS_SEQUENCE_COL__} where they exist.
   */
  public TableScan currentRows(Selection selection) {
    throw Pending.here();
  }

  /**
   * The rows with a commit TSO up to and including one; columns as {@link #currentRows}.
   *
   * @param referenceTso the clock's TSO taken once for the statement
   * @throws DorisException if the table or its retention does not allow it
   */
  public TableScan asOf(long tso, long referenceTso, Selection selection) {
    throw Pending.here();
  }

  /**
   * Changes of a window: visible columns (all nullable but the keys), then the TSO, LSN and op
   * columns in the catalog's spelling, all BIGINT.
   *
   * @throws DorisException if the table or its retention does not allow it
   */
  public TableScan changes(ChangeRequest request) {
    throw Pending.here();
  }

  /**
   * The raw records, never filtered by retention: visible columns, {@code __BEFORE__<column>__} of
   * each value column if the table keeps historical values, then TSO, LSN and op.
   */
  public TableScan rawRecords(Selection selection) {
    throw Pending.here();
  }

  /**
   * Adds computed inserts behind everything that was committed. They show in changes, raw records
   * and rows, all in the first tablet of the first partition.
   *
   * @throws IllegalArgumentException if the first key column is not INT, BIGINT, LARGEINT or text,
   *     a column has a type without generated values, the table has generated changes already, or a
   *     commit lies inside the spread
   */
  public void generateChanges(GeneratedChanges changes) {
    throw Pending.here();
  }
}
