package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows, records and options of a table: what writes and reads work on. Guarded by the catalog's
 * lock.
 */
final class TableData {
  private final TableDefinition definition;
  private final SchemaHistory schemas;
  private final PartitionSet partitions;
  private TableOptions options;
  private @Nullable GeneratedRows generated;
  private long lsn;
  private final long createdTso;
  private long visibleTso;

  TableData(StoreContext context, TableDefinition definition, TableOptions options) {
    this.definition = definition;
    this.options = options;
    this.schemas = new SchemaHistory(definition);
    this.partitions = new PartitionSet(context, definition, layout().partitionTypes());
    this.createdTso = context.clock().next();
    this.visibleTso = createdTso;
  }

  TableDefinition definition() {
    return definition;
  }

  /** The definition with the columns and partitions of now. */
  TableDefinition currentDefinition() {
    Partitioning declared = definition.partitioning();
    List<PartitionDefinition> now =
        declared.kind() == Partitioning.Kind.NONE
            ? List.of()
            : partitions.all().stream()
                .map(part -> new PartitionDefinition(part.name(), part.bounds().item()))
                .toList();
    return new TableDefinition(
        schemas.current().columns().stream().map(Column::definition).toList(),
        definition.keys(),
        new Partitioning(declared.kind(), declared.columns(), declared.autoUnit(), now),
        definition.distribution(),
        definition.properties(),
        definition.comment());
  }

  SchemaHistory schemas() {
    return schemas;
  }

  PartitionSet partitions() {
    return partitions;
  }

  TableOptions options() {
    return options;
  }

  void options(TableOptions changed) {
    options = changed;
  }

  LogOptions log() {
    return options.log();
  }

  boolean unique() {
    return definition.keys().model() == KeyModel.UNIQUE;
  }

  RowLayout layout() {
    return new RowLayout(schemas.current(), definition);
  }

  long createdTso() {
    return createdTso;
  }

  long visibleTso() {
    return visibleTso;
  }

  long nextLsn() {
    return ++lsn;
  }

  /** Numbers records that are computed; returns the first. */
  long reserveLsn(long count) {
    long first = lsn + 1;
    lsn += count;
    return first;
  }

  @Nullable GeneratedRows generated() {
    return generated;
  }

  /** See {@link Table#generateChanges}. */
  void generate(GeneratedChanges changes, StoreContext context) {
    if (generated != null) {
      throw new IllegalArgumentException("the table has generated changes already");
    }
    GeneratedRows.Timeline timeline = GeneratedRows.plan(changes, this, context.clock());
    long tablet = partitions.all().get(0).tablets().get(0).id();
    GeneratedRows rows =
        new GeneratedRows(changes, schemas.current(), timeline, tablet, context.names());
    generated = rows;
    visibleTso = Math.max(visibleTso, rows.lastTso());
  }

  byte[] encode(@Nullable Object[] row, TableSchema schema) {
    return schemas.codec().encode(row, schema);
  }

  @Nullable Object[] decode(byte[] image, TableSchema schema) {
    return schemas.codec().decode(image, schema);
  }

  /** The tablet of a row, or null if its partition is gone. */
  @Nullable TabletStore tablet(@Nullable Object[] row, RowLayout layout) {
    PartitionStore partition = partitions.route(layout.partition(row));
    return partition == null ? null : partition.tablet(layout.hash(row));
  }

  boolean hasSequence() {
    return options.sequence().present();
  }

  /** Position of the visible sequence column, or -1. */
  int sequencePosition(TableSchema schema) {
    String column = options.sequence().column();
    return column == null ? -1 : schema.indexOf(column);
  }

  @Nullable DorisType sequenceType(TableSchema schema) {
    int position = sequencePosition(schema);
    return position < 0 ? options.sequence().hiddenType() : schema.columns().get(position).type();
  }

  /** Applies the writes of a transaction to this table. */
  void apply(List<Write> writes, long tso) {
    RowLayout layout = layout();
    WriteReader reader =
        WriteReader.lenient(this, layout, Instant.ofEpochMilli(TsoClock.physical(tso)));
    if (unique()) {
      applyKeyed(writes, reader, new KeyedApplier(this, layout, tso));
    } else {
      applyPlain(writes, reader, new PlainApplier(this, layout, tso));
    }
    partitions.all().forEach(PartitionStore::published);
    visibleTso = Math.max(visibleTso, tso);
  }

  private static void applyKeyed(List<Write> writes, WriteReader reader, KeyedApplier applier) {
    for (Write write : writes) {
      if (write instanceof Write.DeleteWhere delete) {
        applier.deleteWhere(delete.predicate());
      } else {
        reader.read(write, applier::apply);
      }
    }
    applier.finish();
  }

  private static void applyPlain(List<Write> writes, WriteReader reader, PlainApplier applier) {
    for (Write write : writes) {
      if (write instanceof Write.DeleteWhere delete) {
        applier.deleteWhere(delete.predicate());
      } else {
        reader.read(write, applier::append);
      }
    }
  }
}
