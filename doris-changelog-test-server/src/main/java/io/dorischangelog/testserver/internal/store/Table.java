package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A table: its definition now, its rows and its change log. Identity is the {@link #id()}. */
public final class Table {
  private final StoreContext context;
  private final long id;
  private final String database;
  private final Instant createdAt;
  private final TableData data; // guarded by the catalog's lock
  private volatile String name;
  private volatile String comment;

  Table(
      StoreContext context,
      String database,
      String name,
      TableDefinition definition,
      TableOptions options) {
    this.context = context;
    this.id = context.nextId();
    this.database = database;
    this.name = name;
    this.comment = definition.comment();
    this.createdAt = context.clock().now();
    this.data = new TableData(context, definition, options);
    data.partitions().open(name);
  }

  public long id() {
    return id;
  }

  /** Name of its database; changes with a rename of the database only. */
  public String database() {
    return database;
  }

  public String name() {
    return name;
  }

  /** Wall time of its creation. */
  public Instant createdAt() {
    return createdAt;
  }

  public TableKeys keys() {
    return data.definition().keys();
  }

  /** Without the partitions; see {@link #partitions()}. */
  public Partitioning partitioning() {
    return data.definition().partitioning();
  }

  public Distribution distribution() {
    return data.definition().distribution();
  }

  public String comment() {
    return comment;
  }

  /** MODIFY COMMENT. */
  public void comment(String newComment) {
    comment = newComment;
  }

  /** MODIFY COLUMN ... COMMENT. */
  public void columnComment(String column, String newComment) {
    context.run(() -> data.schemas().comment(column, newComment));
  }

  /** The visible columns now. */
  public TableSchema schema() {
    return data.schemas().current();
  }

  /** Properties with their defaults, in the order in which SHOW CREATE TABLE prints them. */
  public Map<String, String> properties() {
    return context.locked(() -> data.options().describe(keys().model(), context));
  }

  public boolean mergeOnWrite() {
    return context.locked(() -> data.options().mergeOnWrite());
  }

  public boolean changelogEnabled() {
    return context.locked(() -> data.log().enabled());
  }

  public boolean needHistoricalValue() {
    return context.locked(() -> data.log().history());
  }

  /** Retention of the change log in seconds. */
  public long ttlSeconds() {
    return context.locked(() -> data.log().ttlSeconds());
  }

  /** Type of the hidden sequence column, if the table has one. */
  public Optional<DorisType> hiddenSequenceType() {
    return context.locked(() -> Optional.ofNullable(data.options().sequence().hiddenType()));
  }

  /** Name of the visible sequence column, if the table has one. */
  public Optional<String> sequenceColumn() {
    return context.locked(() -> Optional.ofNullable(data.options().sequence().column()));
  }

  /** Partitions in order of their values. */
  public List<Partition> partitions() {
    return partitions(List.of());
  }

  /** Some partitions in order of their values, all if none is named. */
  public List<Partition> partitions(Collection<String> names) {
    return context.locked(
        () -> {
          PartitionSet all = data.partitions();
          names.forEach(all::require);
          return all.all().stream()
              .map(PartitionStore::describe)
              .filter(partition -> names.isEmpty() || names.contains(partition.name()))
              .toList();
        });
  }

  /** TSO of the newest visible transaction, or of the creation. */
  public long visibleTso() {
    return context.locked(data::visibleTso);
  }

  /**
   * Light ADD COLUMN.
   *
   * @param after name of the column to put them behind, {@code ""} for FIRST, null for the end
   */
  public void addColumns(List<ColumnDefinition> columns, @Nullable String after) {
    context.run(
        () -> {
          if (data.log().enabled()) {
            columns.forEach(
                column -> TableCheck.addedColumnAllowedWithLog(column, context.texts()));
          }
          data.schemas().add(columns, after, context.clock().now());
        });
  }

  /** Light DROP COLUMN: gone from rows and from all records. */
  public void dropColumn(String column) {
    context.run(
        () -> {
          if (column.equalsIgnoreCase(data.options().sequence().column())) {
            throw DorisException.of("Can not drop sequence column " + column);
          }
          data.schemas().drop(column);
        });
  }

  /** RENAME COLUMN; refused with the change log. */
  public void renameColumn(String from, String to) {
    context.run(
        () -> {
          refuseSchemaChangeWithLog();
          data.schemas().rename(from, to);
        });
  }

  /** ALTER TABLE SET. */
  public void setProperties(Map<String, String> changed) {
    if (changed.keySet().stream().anyMatch(key -> key.startsWith("bloom_filter_"))) {
      refuseSchemaChangeWithLog();
    }
    context.run(() -> data.options(data.options().with(changed, context)));
  }

  /** ENABLE FEATURE "SEQUENCE_LOAD": a hidden sequence column, NULL in the rows so far. */
  public void enableSequence(Map<String, String> properties) {
    context.run(() -> data.options(data.options().withSequence(data.definition(), properties)));
  }

  /**
   * MODIFY COLUMN; refused with the change log.
   *
   * @param after name of the column to move it behind, {@code ""} for FIRST, null to leave it
   */
  public void modifyColumn(ColumnDefinition column, @Nullable String after) {
    context.run(
        () -> {
          refuseSchemaChangeWithLog();
          data.schemas().modify(column, after);
        });
  }

  /** ORDER BY (all columns); refused with the change log. */
  public void orderColumns(List<String> names) {
    context.run(
        () -> {
          refuseSchemaChangeWithLog();
          data.schemas().order(names);
        });
  }

  /** Refuses MODIFY COLUMN, ORDER BY and the like on tables with the change log. */
  public void refuseSchemaChangeWithLog() {
    if (changelogEnabled()) {
      throw context.texts().operationNotAllowed();
    }
  }

  public void addPartition(PartitionDefinition partition) {
    refuseIfUnpartitioned();
    context.run(() -> data.partitions().add(partition));
  }

  /** Drops a partition with its rows and records; produces no delete records. */
  public void dropPartition(String partition, boolean ifExists) {
    context.run(
        () -> {
          Optional<PartitionStore> found = data.partitions().find(partition);
          if (found.isEmpty() && !ifExists) {
            throw DorisException.of("Error in list of partitions to " + name + ": " + partition);
          }
          found.ifPresent(data.partitions()::drop);
        });
  }

  public void renamePartition(String from, String to) {
    context.run(() -> data.partitions().rename(from, to));
  }

  private void refuseIfUnpartitioned() {
    if (partitioning().equals(Partitioning.NONE)) {
      throw DorisException.of("Only support adding partition to range and list partitioned table");
    }
  }

  /** ADD TEMPORARY PARTITION. */
  public void addTemporaryPartition(PartitionDefinition partition) {
    refuseIfUnpartitioned();
    context.run(() -> data.partitions().addTemporary(partition));
  }

  /** REPLACE PARTITION (names) WITH TEMPORARY PARTITION (names). */
  public void replacePartitions(Collection<String> names, Collection<String> temporary) {
    context.run(() -> data.partitions().replace(names, temporary));
  }

  /** Empties partitions, all if none is named: rows and records go, the partitions get new ids. */
  public void truncate(Collection<String> partitions) {
    context.run(
        () -> {
          PartitionSet all = data.partitions();
          List<PartitionStore> doomed =
              partitions.isEmpty()
                  ? List.copyOf(all.all())
                  : partitions.stream().map(all::require).toList();
          doomed.forEach(all::truncate);
        });
  }

  /**
   * The rows now: visible columns, then {@code __DORIS_COMMIT_TSO_COL__} on tables with the change
   * log, then {@code __DORIS_DELETE_SIGN__} and {@code __DORIS_SEQUENCE_COL__} where they exist.
   */
  public TableScan currentRows(Selection selection) {
    return context.locked(() -> reads().currentRows(selection));
  }

  /**
   * The rows with a commit TSO up to and including one; columns as {@link #currentRows}.
   *
   * @param referenceTso the clock's TSO taken once for the statement
   * @throws DorisException if the table or its retention does not allow it
   */
  public TableScan asOf(long tso, long referenceTso, Selection selection) {
    return context.locked(() -> reads().asOf(tso, referenceTso, selection));
  }

  /**
   * Changes of a window: visible columns (all nullable but the keys), then the TSO, LSN and op
   * columns in the catalog's spelling, all BIGINT.
   *
   * @throws DorisException if the table or its retention does not allow it
   */
  public TableScan changes(ChangeRequest request) {
    return context.locked(() -> reads().changes(request));
  }

  /**
   * The raw records, never filtered by retention: visible columns, {@code __BEFORE__<column>__} of
   * each value column if the table keeps historical values, then TSO, LSN and op.
   */
  public TableScan rawRecords(Selection selection) {
    return context.locked(() -> reads().rawRecords(selection));
  }

  /**
   * Adds computed inserts behind everything that was committed. They show in changes, raw records
   * and rows, all in the first tablet of the first partition. Their keys count from 0; other writes
   * must leave those keys alone, because they would not find them.
   *
   * @throws IllegalArgumentException if the first key column is not INT, BIGINT, LARGEINT or text,
   *     a column has a type without generated values, the table has generated changes already, or a
   *     commit lies inside the spread
   */
  public void generateChanges(GeneratedChanges changes) {
    context.run(() -> data.generate(changes, context));
  }

  private TableReads reads() {
    return new TableReads(data, context);
  }

  // The rest is called with the lock held.

  void rename(String to) {
    name = to;
  }

  void check(Write write) {
    new WriteCheck(data, name, context).check(write);
  }

  void apply(List<Write> writes, long tso) {
    data.apply(writes, tso);
  }

  TableData data() {
    return data;
  }
}
