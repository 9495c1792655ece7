package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.sql.Query;
import java.util.ArrayList;
import java.util.List;

/** Binds ORDER BY: a key is a label of the select list, a position in it, or an expression. */
final class SortKeys {
  private final Binder binder;
  private final List<Output> outputs;

  SortKeys(Binder binder, List<Output> outputs) {
    this.binder = binder;
    this.outputs = outputs;
  }

  List<SortKey> bind(List<Query.Order> order) {
    List<SortKey> keys = new ArrayList<>();
    for (Query.Order key : order) {
      keys.add(new SortKey(value(key.key()), key.descending(), key.nullsFirst()));
    }
    return keys;
  }

  private Bound value(Expr key) {
    if (key instanceof Expr.Literal literal
        && literal.value() instanceof Number number
        && number.doubleValue() == number.intValue()) {
      return position(number.intValue());
    }
    if (key instanceof Expr.Column column && column.qualifier().isEmpty()) {
      for (Output output : outputs) {
        if (output.named() && output.label().equalsIgnoreCase(column.name())) {
          return output.value();
        }
      }
    }
    return binder.bind(key);
  }

  private Bound position(int position) {
    if (position < 1 || position > outputs.size()) {
      throw DorisException.of("input ordinal " + position + " is out of range of the select list");
    }
    return outputs.get(position - 1).value();
  }
}
