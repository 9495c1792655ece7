package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans the reads of a table. Called with the catalog's lock held; the plans need no lock. */
final class TableReads {
  private final TableData data;
  private final StoreContext context;
  private final TableSchema schema;
  private final RowCodec codec;

  TableReads(TableData data, StoreContext context) {
    this.data = data;
    this.context = context;
    this.schema = data.schemas().current();
    this.codec = data.schemas().codec();
  }

  TableScan currentRows(Selection selection) {
    List<RowVersion> rows = new ArrayList<>();
    List<TabletStore> tablets = tablets(selection);
    tablets.forEach(tablet -> rows.addAll(tablet.rows()));
    return rowScan(rows, generated(tablets), Long.MAX_VALUE);
  }

  TableScan asOf(long tso, long referenceTso, Selection selection) {
    checkAsOf(tso, referenceTso);
    List<RowVersion> rows = new ArrayList<>();
    List<TabletStore> tablets = tablets(selection);
    for (TabletStore tablet : tablets) {
      rows.addAll(
          data.unique()
              ? new Reconstruction(tablet, tso).rows()
              : tablet.rows().stream().filter(row -> row.tso <= tso).toList());
    }
    return rowScan(rows, generated(tablets), tso == Long.MAX_VALUE ? tso : tso + 1);
  }

  private TableScan rowScan(List<RowVersion> rows, @Nullable GeneratedRows generated, long endTso) {
    List<ResultColumn> columns = ScanColumns.rows(data, schema);
    return new StoredScan(
        columns,
        used -> {
          RowCursor stored =
              new RowsCursor(
                  rows, columns, new RowDecoder(codec, schema, used), schema.columns().size());
          return generated == null
              ? stored
              : new ChainedCursor(
                  List.of(stored, generated.cursor(schema, columns, Long.MIN_VALUE, endTso)));
        });
  }

  private void checkAsOf(long tso, long referenceTso) {
    if (data.unique() && !data.options().mergeOnWrite()) {
      throw ChangelogTexts.asOfWrongModel();
    }
    if (!data.log().enabled()) {
      throw context.texts().asOfNeedsLog();
    }
    if (!data.unique()) {
      return;
    }
    if (!data.log().history()) {
      throw context.texts().asOfNeedsHistory();
    }
    boolean needsLog = tso >= data.createdTso() && tso < data.visibleTso();
    if (needsLog && tso < data.log().retainedFrom(referenceTso)) {
      throw context.texts().expired();
    }
  }

  TableScan changes(ChangeRequest request) {
    IncrementType type = checkedType(request);
    long start = Math.max(request.startTso(), data.log().retainedFrom(request.referenceTso()));
    List<TabletStore> tablets = tablets(request.selection());
    List<LogSlice> slices =
        tablets.stream().map(tablet -> LogSlice.of(tablet.log(), start, request.endTso())).toList();
    List<ResultColumn> columns = ScanColumns.changes(schema, context.names());
    GeneratedRows generated = generated(tablets);
    ChangeEvents events = new ChangeEvents(type, request.order(), schema, codec);
    return new StoredScan(
        columns,
        used -> {
          RowDecoder decoder = new RowDecoder(codec, schema, used);
          return generated == null
              ? new ChangeCursor(events.of(slices), decoder, schema.columns().size())
              : events.around(
                  slices,
                  generated.firstTso(),
                  generated.cursor(schema, columns, start, request.endTso()),
                  decoder);
        });
  }

  private IncrementType checkedType(ChangeRequest request) {
    if (!data.log().enabled()) {
      throw context.texts().notEnabled();
    }
    boolean folds = request.type() == IncrementType.MIN_DELTA;
    if (folds && data.unique() && !data.log().history()) {
      throw context.texts().minDeltaNeedsHistory();
    }
    long retained = data.log().retainedFrom(request.referenceTso());
    if (folds && request.startTso() > 0 && request.startTso() < retained) {
      throw context.texts().expired();
    }
    return data.unique() ? request.type() : IncrementType.APPEND_ONLY;
  }

  TableScan rawRecords(Selection selection) {
    if (!data.log().enabled()) {
      throw context.texts().notEnabled();
    }
    List<TabletStore> tablets = tablets(selection);
    List<LogSlice> slices =
        tablets.stream()
            .map(tablet -> LogSlice.of(tablet.log(), Long.MIN_VALUE, Long.MAX_VALUE))
            .toList();
    boolean history = data.log().history();
    List<ResultColumn> columns = ScanColumns.raw(schema, history, context.names());
    GeneratedRows generated = generated(tablets);
    return new StoredScan(
        columns,
        used -> {
          RowCursor stored = new RawCursor(Chained.of(slices), codec, schema, history);
          return generated == null
              ? stored
              : new ChainedCursor(
                  List.of(
                      stored, generated.cursor(schema, columns, Long.MIN_VALUE, Long.MAX_VALUE)));
        });
  }

  private List<TabletStore> tablets(Selection selection) {
    return Selector.tablets(data.partitions(), selection);
  }

  /** The generated rows, if the tablets hold them. */
  private @Nullable GeneratedRows generated(List<TabletStore> tablets) {
    GeneratedRows rows = data.generated();
    return rows != null && tablets.stream().anyMatch(tablet -> tablet.id() == rows.tabletId())
        ? rows
        : null;
  }
}
