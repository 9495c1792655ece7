package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.sql.Dml;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.KeyModel;
import io.dorischangelog.testserver.internal.store.Selection;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** UPDATE and DELETE. On unique tables both find the keys first and then write by key. */
final class ChangeExecutor {
  private final StatementContext context;

  ChangeExecutor(StatementContext context) {
    this.context = context;
  }

  Result update(Dml.Update update) {
    Table table = context.table(update.table(), Privilege.LOAD, "UPDATE");
    if (table.keys().model() != KeyModel.UNIQUE) {
      throw DorisException.of("Only unique table could be updated.");
    }
    SourceScope scope = scope(table, Selection.ALL);
    Binder binder = new Binder(scope, context.evaluation());
    List<TargetColumn> targets = new ArrayList<>();
    List<Bound> values = new ArrayList<>();
    for (Column column : keys(table)) {
      targets.add(TargetColumn.of(column));
      values.add(scope.column(List.of(), column.name()));
    }
    for (Dml.Assignment assignment : update.assignments()) {
      TargetColumn target = valueColumn(table, assignment.column());
      targets.add(target);
      values.add(assigned(binder, assignment.value(), target));
    }
    List<@Nullable Object[]> rows = matching(scope, update.where(), targets, values);
    List<String> names = targets.stream().map(TargetColumn::name).toList();
    return written(table, new Write.PartialUpdate(names, rows, Write.NewKeys.APPEND), rows.size());
  }

  private Bound assigned(Binder binder, Expr value, TargetColumn target) {
    return value instanceof Expr.Default
        ? Bound.constant(target.defaultValue(context), target.type())
        : binder.bind(value);
  }

  private static TargetColumn valueColumn(Table table, String name) {
    int index = table.schema().indexOf(name);
    if (index < 0) {
      throw DorisException.of("Unknown column '" + name + "' in 'SET' clause");
    }
    Column column = table.schema().columns().get(index);
    if (column.key()) {
      throw DorisException.of("Only value columns of unique table could be updated");
    }
    return TargetColumn.of(column);
  }

  Result delete(Dml.Delete delete) {
    Table table = context.table(delete.table(), Privilege.LOAD, "DELETE");
    if (table.keys().model() != KeyModel.UNIQUE) {
      return deleteByPredicate(table, delete);
    }
    SourceScope scope = scope(table, new Selection(Set.copyOf(delete.partitions()), Set.of()));
    List<TargetColumn> targets = new ArrayList<>();
    List<Bound> values = new ArrayList<>();
    for (Column column : keys(table)) {
      targets.add(TargetColumn.of(column));
      values.add(scope.column(List.of(), column.name()));
    }
    List<@Nullable Object[]> keys = matching(scope, delete.where(), targets, values);
    return written(table, new Write.Delete(keys), keys.size());
  }

  /** The predicate sees a row of all visible columns in order. */
  private Result deleteByPredicate(Table table, Dml.Delete delete) {
    Expr where = delete.where();
    if (where == null) {
      throw DorisException.of("Where clause is not set");
    }
    SourceScope scope = scope(table, Selection.ALL);
    for (int i = 0; i < table.schema().columns().size(); i++) {
      scope.column(i);
    }
    Bound condition = new Binder(scope, context.evaluation()).bind(where);
    return written(table, new Write.DeleteWhere(condition::holds), 0);
  }

  private Result written(Table table, Write write, long count) {
    return new WriteTransactions(context).write(table, write, count, Optional.empty());
  }

  private static List<Column> keys(Table table) {
    return table.schema().columns().stream().filter(Column::key).toList();
  }

  private SourceScope scope(Table table, Selection selection) {
    return new SourceScope(
        Source.of(table.name(), table.currentRows(selection), table.schema().columns().size()));
  }

  /** The values of the rows for which the condition holds, as the columns keep them. */
  private List<@Nullable Object[]> matching(
      SourceScope scope, @Nullable Expr where, List<TargetColumn> targets, List<Bound> values) {
    Bound condition = where == null ? null : new Binder(scope, context.evaluation()).bind(where);
    List<@Nullable Object[]> result = new ArrayList<>();
    RowSource rows = scope.open();
    for (Object[] row = rows.next(); row != null; row = rows.next()) {
      if (condition == null || condition.holds(row)) {
        result.add(converted(row, targets, values));
      }
    }
    return result;
  }

  private @Nullable Object[] converted(
      @Nullable Object[] row, List<TargetColumn> targets, List<Bound> values) {
    @Nullable Object[] result = new Object[targets.size()];
    for (int i = 0; i < result.length; i++) {
      Bound value = values.get(i);
      result[i] = targets.get(i).converted(value.value(row), value.type(), context);
    }
    return result;
  }
}
