package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

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
    Selector.tablets(data.partitions(), selection).forEach(tablet -> rows.addAll(tablet.rows()));
    return rowScan(rows);
  }

  private TableScan rowScan(List<RowVersion> rows) {
    List<ResultColumn> columns = ScanColumns.rows(data, schema);
    int visible = schema.columns().size();
    return new StoredScan(
        columns,
        used -> new RowsCursor(rows, columns, new RowDecoder(codec, schema, used), visible));
  }

  TableScan changes(ChangeRequest request) {
    IncrementType type = checkedType(request);
    long start = Math.max(request.startTso(), data.log().retainedFrom(request.referenceTso()));
    List<LogSlice> slices = new ArrayList<>();
    for (TabletStore tablet : Selector.tablets(data.partitions(), request.selection())) {
      slices.add(LogSlice.of(tablet.log(), start, request.endTso()));
    }
    int visible = schema.columns().size();
    return new StoredScan(
        ScanColumns.changes(schema, context.names()),
        used ->
            new ChangeCursor(
                events(type, slices, request.order()),
                new RowDecoder(codec, schema, used),
                visible));
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

  private Iterator<ChangeEvent> events(
      IncrementType type, List<LogSlice> slices, ChangeRequest.Order order) {
    boolean sorted = order == ChangeRequest.Order.COMMIT;
    if (type == IncrementType.MIN_DELTA) {
      return folded(slices, sorted);
    }
    Iterator<LogRecord> records = sorted ? new CommitOrder(slices) : Chained.of(slices);
    return new DetailEvents(records, type == IncrementType.APPEND_ONLY);
  }

  private Iterator<ChangeEvent> folded(List<LogSlice> slices, boolean sorted) {
    if (!sorted) {
      return Chained.of(slices.stream().map(this::fold).toList());
    }
    List<ChangeEvent> events = new ArrayList<>();
    slices.forEach(slice -> fold(slice).forEach(events::add));
    events.sort(CommitOrder.OF_EVENTS);
    return events.iterator();
  }

  /** Folds a tablet when it is asked for. */
  private Iterable<ChangeEvent> fold(LogSlice slice) {
    return () -> {
      MinDelta fold = new MinDelta(schema, codec);
      slice.forEach(fold::add);
      return fold.events().iterator();
    };
  }

  TableScan rawRecords(Selection selection) {
    if (!data.log().enabled()) {
      throw context.texts().notEnabled();
    }
    List<LogSlice> slices = new ArrayList<>();
    for (TabletStore tablet : Selector.tablets(data.partitions(), selection)) {
      slices.add(LogSlice.of(tablet.log(), Long.MIN_VALUE, Long.MAX_VALUE));
    }
    boolean history = data.log().history();
    return new StoredScan(
        ScanColumns.raw(schema, history, context.names()),
        used -> new RawCursor(Chained.of(slices), codec, schema, history));
  }

  TableScan asOf(long tso, long referenceTso, Selection selection) {
    checkAsOf(tso, referenceTso);
    List<RowVersion> rows = new ArrayList<>();
    for (TabletStore tablet : Selector.tablets(data.partitions(), selection)) {
      rows.addAll(
          data.unique()
              ? new Reconstruction(tablet, tso).rows()
              : tablet.rows().stream().filter(row -> row.tso <= tso).toList());
    }
    return rowScan(rows);
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
}
