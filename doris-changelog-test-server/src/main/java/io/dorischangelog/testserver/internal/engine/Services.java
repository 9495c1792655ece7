package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.Catalog;

/** What all executors share. */
record Services(
    Catalog catalog,
    Accounts accounts,
    Topology topology,
    EngineSettings settings,
    SystemVariables variables,
    Views views,
    ClusterState state) {

  /** A number for a database: the store names databases only. */
  long databaseId(String database) {
    return 10_000L + (database.hashCode() & 0xFFFF);
  }
}
