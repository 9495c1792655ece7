package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.Binder;
import io.dorischangelog.testserver.internal.eval.Bound;
import io.dorischangelog.testserver.internal.eval.Casts;
import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.sql.Relation;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** UNION ALL: the parts one behind the other, in types that hold all of them. */
final class UnionPlan {
  private final StatementContext context;
  private final Function<Optional<Relation>, Optional<Source>> sources;

  UnionPlan(StatementContext context, Function<Optional<Relation>, Optional<Source>> sources) {
    this.context = context;
    this.sources = sources;
  }

  Result.Rows rows(Query.UnionAll union) {
    List<Result.Rows> parts = new ArrayList<>();
    for (Query.Select part : union.parts()) {
      parts.add(new SelectPlan(context, sources.apply(part.from())).rows(part));
    }
    List<ResultColumn> columns = columns(parts);
    RowSource all = new Concatenated(parts, columns, context.zone());
    List<SortKey> order = sortKeys(union, columns);
    RowSource sorted = order.isEmpty() ? all : new SortedRows(all, order);
    return new Result.Rows(columns, LimitRows.of(sorted, union.limit()), Result.ServedBy.BACK_END);
  }

  private static List<ResultColumn> columns(List<Result.Rows> parts) {
    List<ResultColumn> first = parts.get(0).columns();
    List<ResultColumn> columns = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      DorisType type = first.get(i).type();
      boolean nullable = false;
      for (Result.Rows part : parts) {
        if (part.columns().size() != first.size()) {
          throw DorisException.of("Operands have unequal number of columns");
        }
        type = Casts.commonType(type, part.columns().get(i).type());
        nullable |= part.columns().get(i).nullable();
      }
      ResultColumn column = first.get(i);
      columns.add(new ResultColumn(column.label(), type, nullable, column.backEndLabel()));
    }
    return columns;
  }

  private List<SortKey> sortKeys(Query.UnionAll union, List<ResultColumn> columns) {
    ListScan shape = new ListScan(columns, List.of());
    SourceScope scope = new SourceScope(Source.of("", shape, columns.size()));
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Bound column = scope.column(i);
      outputs.add(new Output(columns.get(i).label(), column, Optional.of(i), true));
    }
    return new SortKeys(new Binder(scope, context.evaluation()), outputs).bind(union.order());
  }

  /** Rows of several results, cast to common types. */
  private static final class Concatenated implements RowSource {
    private final List<Result.Rows> parts;
    private final List<ResultColumn> columns;
    private final ZoneId zone;
    private int at;

    Concatenated(List<Result.Rows> parts, List<ResultColumn> columns, ZoneId zone) {
      this.parts = parts;
      this.columns = columns;
      this.zone = zone;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      while (at < parts.size()) {
        @Nullable Object[] row = parts.get(at).rows().next();
        if (row != null) {
          return cast(row, parts.get(at).columns());
        }
        at++;
      }
      return null;
    }

    private @Nullable Object[] cast(@Nullable Object[] row, List<ResultColumn> from) {
      for (int i = 0; i < row.length; i++) {
        row[i] = Casts.strict(row[i], from.get(i).type(), columns.get(i).type(), zone);
      }
      return row;
    }
  }
}
