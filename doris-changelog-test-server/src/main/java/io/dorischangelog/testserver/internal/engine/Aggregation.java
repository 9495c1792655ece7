package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.Scope;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.sql.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The aggregate functions of one SELECT without GROUP BY: many rows in, one row out. */
final class Aggregation implements Binder.Calls {
  private static final Set<String> NAMES =
      Set.of(
          "COUNT",
          "SUM",
          "MIN",
          "MAX",
          "AVG",
          "NDV",
          "ANY_VALUE",
          "GROUP_CONCAT",
          "COLLECT_LIST",
          "COLLECT_SET",
          "BITMAP_UNION",
          "BITMAP_UNION_COUNT",
          "HLL_UNION",
          "HLL_UNION_AGG");

  private final Binder arguments;
  private final List<Aggregate> aggregates = new ArrayList<>();

  Aggregation(Binder arguments) {
    this.arguments = arguments;
  }

  /** Whether a select list has an aggregate function anywhere. */
  static boolean isIn(List<Query.Item> items) {
    return items.stream()
        .anyMatch(item -> item instanceof Query.Item.Value value && isIn(value.expression()));
  }

  private static boolean isIn(Expr expr) {
    if (expr instanceof Expr.Call call) {
      return NAMES.contains(call.name()) || call.arguments().stream().anyMatch(Aggregation::isIn);
    } else if (expr instanceof Expr.Binary binary) {
      return isIn(binary.left()) || isIn(binary.right());
    } else if (expr instanceof Expr.Unary unary) {
      return isIn(unary.operand());
    } else if (expr instanceof Expr.Cast cast) {
      return isIn(cast.operand());
    }
    return expr instanceof Expr.IsNull isNull && isIn(isNull.operand());
  }

  /** Outside of the functions no column may be named. */
  Scope scopeOutside() {
    return (qualifier, name) -> {
      throw DorisException.of(
          "'" + name + "' must appear in the GROUP BY clause or be used in an aggregate function");
    };
  }

  @Override
  public @Nullable Bound bind(Expr.Call call) {
    if (!NAMES.contains(call.name())) {
      return null;
    }
    if (!call.star() && call.arguments().size() != 1) {
      throw DorisException.of(call.name() + " must have exactly one argument");
    }
    Bound argument =
        call.star() ? Bound.constant(true, Aggregate.ROW) : arguments.bind(call.arguments().get(0));
    Aggregate aggregate =
        call.name().equals("NDV")
            ? Aggregate.of("COUNT", argument, true)
            : Aggregate.of(call.name(), argument, call.distinct());
    int slot = aggregates.size();
    aggregates.add(aggregate);
    return new Bound(aggregate.type(), aggregate.nullable(), row -> row[slot]);
  }

  /** The one row of results. */
  RowSource rows(RowSource input) {
    return new RowSource() {
      private boolean done;

      @Override
      public @Nullable Object @Nullable [] next() {
        if (done) {
          return null;
        }
        done = true;
        return aggregate(input);
      }
    };
  }

  private @Nullable Object[] aggregate(RowSource input) {
    List<Aggregate.State> states = aggregates.stream().map(Aggregate::start).toList();
    for (Object[] row = input.next(); row != null; row = input.next()) {
      for (Aggregate.State state : states) {
        state.add(row);
      }
    }
    return states.stream().map(Aggregate.State::result).toArray();
  }
}
