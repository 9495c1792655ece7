package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.eval.UnknownFunctionException;
import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.sql.Relation;
import java.util.Optional;

/** Plans queries; rows are produced while the caller pulls them. */
final class QueryExecutor {
  private final StatementContext context;

  QueryExecutor(StatementContext context) {
    this.context = context;
  }

  Result.Rows execute(Query query) {
    new VisibleWait(context).before(VisibleWait.relations(query));
    try {
      if (query instanceof Query.Select select) {
        return select(select);
      } else if (query instanceof Query.UnionAll union) {
        return new UnionPlan(context, this::source).rows(union);
      }
      return new WideQueryExecutor(context).execute((Query.Wide) query);
    } catch (UnknownFunctionException e) {
      throw DorisException.of(
          "Can not found function '" + e.function().toLowerCase(java.util.Locale.ROOT) + "'");
    }
  }

  private Result.Rows select(Query.Select select) {
    return new SelectPlan(context, source(select.from())).rows(select);
  }

  private Optional<Source> source(Optional<Relation> relation) {
    return relation.map(from -> new RelationResolver(context).resolve(from));
  }
}
