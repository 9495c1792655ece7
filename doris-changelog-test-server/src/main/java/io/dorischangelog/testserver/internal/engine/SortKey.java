package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.Comparison;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One key of ORDER BY, bound. */
record SortKey(Bound value, boolean descending, boolean nullsFirst) {

  Comparator<@Nullable Object> comparator() {
    Comparator<Object> ascending = Comparison.ofType(value.type());
    Comparator<Object> order = descending ? ascending.reversed() : ascending;
    return (a, b) -> {
      if (a == null || b == null) {
        int nullSide = a == null ? -1 : 1;
        return a == b ? 0 : (nullsFirst ? nullSide : -nullSide);
      }
      return order.compare(a, b);
    };
  }
}
