package io.dorischangelog.testserver.internal.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sorts all rows when the first one is asked for; equal rows keep their order. */
final class SortedRows implements RowSource {
  private final RowSource rows;
  private final List<SortKey> keys;
  private @Nullable Iterator<Sortable> sorted;

  SortedRows(RowSource rows, List<SortKey> keys) {
    this.rows = rows;
    this.keys = keys;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    Iterator<Sortable> from = sorted;
    if (from == null) {
      from = sort().iterator();
      sorted = from;
    }
    return from.hasNext() ? from.next().row : null;
  }

  private List<Sortable> sort() {
    List<Sortable> all = new ArrayList<>();
    for (Object[] row = rows.next(); row != null; row = rows.next()) {
      all.add(new Sortable(row, keysOf(row)));
    }
    for (int i = keys.size() - 1; i >= 0; i--) {
      int key = i;
      var order = keys.get(i).comparator();
      all.sort((a, b) -> order.compare(a.keys[key], b.keys[key]));
    }
    return all;
  }

  private @Nullable Object[] keysOf(@Nullable Object[] row) {
    @Nullable Object[] values = new Object[keys.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = keys.get(i).value().value(row);
    }
    return values;
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Sortable(@Nullable Object[] row, @Nullable Object[] keys) {}
}
