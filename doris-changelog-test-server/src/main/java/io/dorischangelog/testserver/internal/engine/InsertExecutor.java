package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.Scope;
import io.dorischangelog.testserver.internal.sql.Dml;
import io.dorischangelog.testserver.internal.sql.Expr;
import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.store.Column;
import io.dorischangelog.testserver.internal.store.KeyModel;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.Write;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** INSERT INTO: whole rows, or partial updates where the session says so. */
final class InsertExecutor {
  private final StatementContext context;

  InsertExecutor(StatementContext context) {
    this.context = context;
  }

  Result execute(Dml.Insert insert) {
    Table table = context.table(insert.table(), Privilege.LOAD, "INSERT");
    List<TargetColumn> columns = columns(table, insert.columns());
    List<@Nullable Object[]> rows =
        insert.query().isPresent()
            ? queried(insert.query().get(), columns)
            : values(insert.rows(), columns);
    return new WriteTransactions(context)
        .write(table, write(table, columns, rows), rows.size(), insert.label());
  }

  private static List<TargetColumn> columns(Table table, List<String> names) {
    if (names.isEmpty()) {
      return table.schema().columns().stream().map(TargetColumn::of).toList();
    }
    List<TargetColumn> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      TargetColumn column = TargetColumn.of(table, name);
      if (!seen.add(column.name())) {
        throw DorisException.of("Column '" + name + "' specified twice");
      }
      columns.add(column);
    }
    return columns;
  }

  private List<@Nullable Object[]> values(List<List<Expr>> rows, List<TargetColumn> columns) {
    Binder binder = new Binder(Scope.EMPTY, context.evaluation());
    List<@Nullable Object[]> result = new ArrayList<>(rows.size());
    for (List<Expr> row : rows) {
      if (!row.isEmpty() && row.size() != columns.size()) {
        throw DorisException.of("Column count doesn't match value count");
      }
      @Nullable Object[] values = new Object[columns.size()];
      for (int i = 0; i < values.length; i++) {
        Expr value = row.isEmpty() ? new Expr.Default() : row.get(i);
        values[i] = value(binder, value, columns.get(i));
      }
      result.add(values);
    }
    return result;
  }

  private @Nullable Object value(Binder binder, Expr expr, TargetColumn column) {
    if (expr instanceof Expr.Default) {
      return column.defaultValue(context);
    }
    Bound bound = binder.bind(expr);
    return column.converted(bound.value(new Object[0]), bound.type(), context);
  }

  private List<@Nullable Object[]> queried(Query query, List<TargetColumn> columns) {
    Result.Rows source = new QueryExecutor(context).execute(query);
    if (source.columns().size() != columns.size()) {
      throw DorisException.of("insert into cols should be corresponding to the query output");
    }
    List<@Nullable Object[]> result = new ArrayList<>();
    for (Object[] row = source.rows().next(); row != null; row = source.rows().next()) {
      for (int i = 0; i < row.length; i++) {
        row[i] = columns.get(i).converted(row[i], source.columns().get(i).type(), context);
      }
      result.add(row);
    }
    return result;
  }

  private Write write(Table table, List<TargetColumn> columns, List<@Nullable Object[]> rows) {
    boolean partial =
        table.keys().model() == KeyModel.UNIQUE
            && context.isOn(SystemVariables.PARTIAL_UPDATE)
            && columns.stream().filter(c -> c.column().isPresent()).count()
                < table.schema().columns().size();
    return partial ? partialUpdate(table, columns, rows) : upsert(table, columns, rows);
  }

  private Write partialUpdate(
      Table table, List<TargetColumn> columns, List<@Nullable Object[]> rows) {
    List<String> names = columns.stream().map(TargetColumn::name).toList();
    for (Column column : table.schema().columns()) {
      if (column.key() && !names.contains(column.name())) {
        throw DorisException.of(
            "Partial update should include all key columns, missing: " + column.name());
      }
    }
    String behavior =
        context
            .variables()
            .value(context.session(), "", SystemVariables.PARTIAL_UPDATE_NEW_KEYS)
            .toUpperCase(Locale.ROOT);
    return new Write.PartialUpdate(names, rows, Write.NewKeys.valueOf(behavior));
  }

  /**
   * Columns left out take their default in the store, but the time of the session is known here.
   */
  private Write upsert(Table table, List<TargetColumn> columns, List<@Nullable Object[]> rows) {
    List<TargetColumn> all = new ArrayList<>(columns);
    for (Column column : table.schema().columns()) {
      TargetColumn target = TargetColumn.of(column);
      if (columns.stream().noneMatch(c -> c.name().equals(column.name()))) {
        Object value = target.defaultValue(context);
        if (target.defaultsToNow()) {
          all.add(target);
          rows.replaceAll(row -> appended(row, value));
        }
      }
    }
    return new Write.Upsert(all.stream().map(TargetColumn::name).toList(), rows);
  }

  private static @Nullable Object[] appended(@Nullable Object[] row, @Nullable Object value) {
    @Nullable Object[] longer = java.util.Arrays.copyOf(row, row.length + 1);
    longer[row.length] = value;
    return longer;
  }
}
