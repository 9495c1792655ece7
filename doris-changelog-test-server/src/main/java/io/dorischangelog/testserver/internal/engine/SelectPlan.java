package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.EvaluationContext;
import io.dorischangelog.testserver.internal.eval.Scope;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.store.ChangeRequest.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One SELECT over at most one relation: binds it, then chains the steps that rows go through. */
final class SelectPlan {
  private final EvaluationContext evaluation;
  private final @Nullable Source source;
  private final @Nullable SourceScope scope;
  private final boolean showHidden;

  SelectPlan(StatementContext context, Optional<Source> source) {
    this.evaluation = context.evaluation();
    this.source = source.orElse(null);
    this.scope = source.map(SourceScope::new).orElse(null);
    this.showHidden = context.isOn(SystemVariables.SHOW_HIDDEN_COLUMNS);
  }

  Result.Rows rows(Query.Select select) {
    Aggregation aggregation = new Aggregation(new Binder(scope(), evaluation));
    Binder binder =
        Aggregation.isIn(select.items())
            ? new Binder(aggregation.scopeOutside(), evaluation, aggregation)
            : new Binder(scope(), evaluation);
    Bound where = select.where() == null ? null : bindWhere(select.where());
    List<Output> outputs = new Outputs(binder, source, scope, showHidden).bind(select.items());
    List<SortKey> order = new SortKeys(binder, outputs).bind(select.order());
    RowSource rows =
        Aggregation.isIn(select.items())
            ? sortedAndProjected(
                aggregation.rows(filtered(where, scan(Order.STORAGE))), outputs, order)
            : plainRows(select, where, outputs, order);
    return new Result.Rows(
        columns(outputs), LimitRows.of(rows, select.limit()), Result.ServedBy.BACK_END);
  }

  private Scope scope() {
    return scope == null ? Scope.EMPTY : scope;
  }

  private Bound bindWhere(Expr where) {
    return new Binder(scope(), evaluation).bind(where);
  }

  private static List<ResultColumn> columns(List<Output> outputs) {
    return IntStream.range(0, outputs.size()).mapToObj(i -> outputs.get(i).column(i)).toList();
  }

  private RowSource plainRows(
      Query.Select select, @Nullable Bound where, List<Output> outputs, List<SortKey> order) {
    boolean inCommitOrder = isCommitOrder(select.order());
    List<SortKey> toSort = inCommitOrder ? List.of() : order;
    Order storeOrder = inCommitOrder && !order.isEmpty() ? Order.COMMIT : Order.STORAGE;
    if (source != null && where == null && toSort.isEmpty() && isPlain(outputs)) {
      int[] projection =
          outputs.stream().mapToInt(output -> output.plain().orElseThrow()).toArray();
      return source.open().apply(storeOrder).rows(projection);
    }
    return sortedAndProjected(filtered(where, scan(storeOrder)), outputs, toSort);
  }

  private static boolean isPlain(List<Output> outputs) {
    return outputs.stream().allMatch(output -> output.plain().isPresent());
  }

  /** Whether the store can deliver this order itself: it is a prefix of the commit order. */
  private boolean isCommitOrder(List<Query.Order> order) {
    if (source == null || order.size() > source.commitOrder().size()) {
      return false;
    }
    for (int i = 0; i < order.size(); i++) {
      boolean same =
          order.get(i).key() instanceof Expr.Column column
              && column.name().equalsIgnoreCase(source.commitOrder().get(i));
      if (!same || order.get(i).descending()) {
        return false;
      }
    }
    return true;
  }

  private RowSource scan(Order order) {
    if (source == null || scope == null) {
      List<@Nullable Object[]> one = new ArrayList<>();
      one.add(new Object[0]);
      return new ListRows(one);
    }
    return source.open().apply(order).rows(scope.projection());
  }

  private static RowSource filtered(@Nullable Bound where, RowSource rows) {
    if (where == null) {
      return rows;
    }
    return () -> {
      @Nullable Object[] row = rows.next();
      while (row != null && !where.holds(row)) {
        row = rows.next();
      }
      return row;
    };
  }

  private static RowSource sortedAndProjected(
      RowSource rows, List<Output> outputs, List<SortKey> order) {
    RowSource sorted = order.isEmpty() ? rows : new SortedRows(rows, order);
    Bound[] values = outputs.stream().map(Output::value).toArray(Bound[]::new);
    return () -> {
      @Nullable Object[] row = sorted.next();
      return row == null ? null : project(row, values);
    };
  }

  private static @Nullable Object[] project(@Nullable Object[] row, Bound[] values) {
    @Nullable Object[] result = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = values[i].value(row);
    }
    return result;
  }
}
