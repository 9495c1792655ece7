package io.dorischangelog.testserver.internal.store;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Turns the records of a window into the rows of a change read.
 *
 * @param type how records are shown
 * @param order order of the rows
 * @param schema columns to compare when folding
 * @param codec of the table
 */
record ChangeEvents(
    IncrementType type, ChangeRequest.Order order, TableSchema schema, RowCodec codec) {

  /** The rows of some tablets. */
  Iterator<ChangeEvent> of(List<LogSlice> slices) {
    boolean sorted = order == ChangeRequest.Order.COMMIT;
    if (type == IncrementType.MIN_DELTA) {
      return sorted
          ? sorted(slices).iterator()
          : Chained.of(slices.stream().map(this::fold).toList());
    }
    Iterator<LogRecord> records = sorted ? new CommitOrder(slices) : Chained.of(slices);
    return new DetailEvents(records, type == IncrementType.APPEND_ONLY);
  }

  /**
   * The rows of some tablets and generated ones, in their place.
   *
   * @param seam TSO of the first generated row; no record lies between the first and the last
   */
  RowCursor around(List<LogSlice> slices, long seam, RowCursor generated, RowDecoder decoder) {
    int visible = schema.columns().size();
    if (order == ChangeRequest.Order.STORAGE) {
      return new ChainedCursor(List.of(new ChangeCursor(of(slices), decoder, visible), generated));
    }
    Iterator<ChangeEvent> before;
    Iterator<ChangeEvent> after;
    if (type == IncrementType.MIN_DELTA) {
      List<ChangeEvent> events = sorted(slices);
      before = events.stream().filter(event -> event.tso() < seam).iterator();
      after = events.stream().filter(event -> event.tso() >= seam).iterator();
    } else {
      before = of(slices.stream().map(slice -> slice.within(Long.MIN_VALUE, seam)).toList());
      after = of(slices.stream().map(slice -> slice.within(seam, Long.MAX_VALUE)).toList());
    }
    return new ChainedCursor(
        List.of(
            new ChangeCursor(before, decoder, visible),
            generated,
            new ChangeCursor(after, decoder, visible)));
  }

  private List<ChangeEvent> sorted(List<LogSlice> slices) {
    List<ChangeEvent> events = new ArrayList<>();
    slices.forEach(slice -> fold(slice).forEach(events::add));
    events.sort(CommitOrder.OF_EVENTS);
    return events;
  }

  /** Folds a tablet when it is asked for. */
  private Iterable<ChangeEvent> fold(LogSlice slice) {
    return () -> {
      MinDelta fold = new MinDelta(schema, codec);
      slice.forEach(fold::add);
      return fold.events().iterator();
    };
  }
}
