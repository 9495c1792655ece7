package io.dorischangelog.testserver.internal.flight;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds all rows of a result, and ends a batch behind each first half of an update pair. */
final class PairSplitter implements RowSource {
  private static final int UPDATE_BEFORE = 2;

  private final BackEndQuery query;
  private final Iterator<@Nullable Object[]> rows;
  private final Deque<Integer> batches = new ArrayDeque<>();

  PairSplitter(BackEndQuery query) {
    this.query = query;
    List<@Nullable Object[]> all = new ArrayList<>();
    int operation = operationColumn(query.columns());
    int size = 0;
    @Nullable Object @Nullable [] row;
    while ((row = query.rows().next()) != null) {
      all.add(row);
      size++;
      boolean begins =
          operation >= 0
              && row[operation] instanceof Number number
              && number.intValue() == UPDATE_BEFORE;
      if (begins || size == query.batchSize()) {
        batches.add(size);
        size = 0;
      }
    }
    rows = all.iterator();
  }

  private static int operationColumn(List<ResultColumn> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).label().matches("__DORIS_.*_OP__")) {
        return i;
      }
    }
    return -1;
  }

  /** Rows of the next batch; any number at the end. */
  int nextBatch() {
    Integer size = batches.poll();
    return size == null ? query.batchSize() : size;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    return rows.hasNext() ? rows.next() : null;
  }
}
