package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.internal.engine.Accounts;
import io.dorischangelog.testserver.internal.engine.Engine;
import io.dorischangelog.testserver.internal.engine.EngineSettings;
import io.dorischangelog.testserver.internal.engine.Topology;
import io.dorischangelog.testserver.internal.store.Catalog;

/** Makes the engine of a cluster; tests of the protocols put in one of their own. */
@FunctionalInterface
public interface EngineFactory {
  Engine create(Catalog catalog, Accounts accounts, Topology topology, EngineSettings settings);
}
