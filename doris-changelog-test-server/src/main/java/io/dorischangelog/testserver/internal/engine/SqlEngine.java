package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.SqlParser;
import io.dorischangelog.testserver.internal.sql.Statement;
import io.dorischangelog.testserver.internal.store.Catalog;

/** Executes Doris' SQL on the store. Thread-safe; one session is used by one thread at a time. */
public final class SqlEngine implements Engine {
  private final Catalog catalog;
  private final Accounts accounts;
  private final Topology topology;
  private final EngineSettings settings;

  /**
   * Creates an engine.
   *
   * @param catalog the data; its names are those of the settings
   * @param accounts users and privileges
   * @param topology the nodes that SHOW FRONTENDS and SHOW BACKENDS list
   */
  public SqlEngine(Catalog catalog, Accounts accounts, Topology topology, EngineSettings settings) {
    this.catalog = catalog;
    this.accounts = accounts;
    this.topology = topology;
    this.settings = settings;
  }

  @Override
  public Result execute(Session session, String sql) {
    Statement statement = SqlParser.parse(sql);
    throw DorisException.of(
        "not there yet: " + statement + catalog.names() + accounts.users() + topology + settings);
  }
}
