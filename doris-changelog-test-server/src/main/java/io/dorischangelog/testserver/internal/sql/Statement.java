package io.dorischangelog.testserver.internal.sql;

/** A parsed statement. */
public sealed interface Statement
    permits Query, Dml, Ddl, Show, SessionCommand, AccountCommand, Statement.Explain {

  /** EXPLAIN of a query. */
  record Explain(Query query) implements Statement {}
}
