package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.AccountCommand;
import io.dorischangelog.testserver.internal.sql.Ddl;
import io.dorischangelog.testserver.internal.sql.Dml;
import io.dorischangelog.testserver.internal.sql.Query;
import io.dorischangelog.testserver.internal.sql.SessionCommand;
import io.dorischangelog.testserver.internal.sql.Show;
import io.dorischangelog.testserver.internal.sql.SqlParser;
import io.dorischangelog.testserver.internal.sql.Statement;
import io.dorischangelog.testserver.internal.store.Catalog;

/** Executes Doris' SQL on the store. Thread-safe; one session is used by one thread at a time. */
public final class SqlEngine implements Engine {
  private final Services services;

  /**
   * Creates an engine.
   *
   * @param catalog the data; its names are those of the settings
   * @param accounts users and privileges
   * @param topology the nodes that SHOW FRONTENDS and SHOW BACKENDS list
   */
  public SqlEngine(Catalog catalog, Accounts accounts, Topology topology, EngineSettings settings) {
    SystemVariables variables = new SystemVariables(settings.timeZone().getId());
    this.services =
        new Services(
            catalog, accounts, topology, settings, variables, new Views(), new ClusterState());
  }

  @Override
  public ClusterState state() {
    return services.state();
  }

  @Override
  public Result execute(Session session, String sql) {
    Statement statement = SqlParser.parse(sql);
    StatementContext context = new StatementContext(services, session);
    if (statement instanceof Query query) {
      return new QueryExecutor(context).execute(query);
    } else if (statement instanceof Dml dml) {
      return change(context, dml);
    } else if (statement instanceof Ddl ddl) {
      return new DdlExecutor(context).execute(ddl);
    } else if (statement instanceof Show show) {
      return new ShowExecutor(context).execute(show);
    } else if (statement instanceof SessionCommand command) {
      return new SessionExecutor(context).execute(command);
    } else if (statement instanceof AccountCommand command) {
      return new AccountExecutor(context).execute(command);
    }
    return explain(context, ((Statement.Explain) statement).query());
  }

  /** Drops what a session left open; to be called when its connection ends. */
  @Override
  public void sessionEnded(Session session) {
    new WriteTransactions(new StatementContext(services, session)).rollback();
  }

  private static Result change(StatementContext context, Dml dml) {
    if (dml instanceof Dml.Insert insert) {
      return new InsertExecutor(context).execute(insert);
    } else if (dml instanceof Dml.Update update) {
      return new ChangeExecutor(context).update(update);
    }
    return new ChangeExecutor(context).delete((Dml.Delete) dml);
  }

  /** The query is bound, so that its errors show, but nothing is read. */
  private static Result explain(StatementContext context, Query query) {
    Result.Rows planned = new QueryExecutor(context).execute(query);
    TextRows rows = new TextRows("Explain String(Nereids Planner)");
    rows.add("PLAN FRAGMENT 0");
    rows.add("  OUTPUT EXPRS:");
    planned.columns().forEach(column -> rows.add("    " + column.label()));
    return rows.result();
  }
}
