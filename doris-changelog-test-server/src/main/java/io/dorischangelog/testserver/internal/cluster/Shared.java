package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.internal.engine.Accounts;
import io.dorischangelog.testserver.internal.engine.Engine;
import io.dorischangelog.testserver.internal.engine.Topology;
import io.dorischangelog.testserver.internal.fault.FaultPlan;
import io.dorischangelog.testserver.internal.flight.BackEndQueries;
import io.dorischangelog.testserver.internal.flight.FlightSettings;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.wire.CallLog;
import io.dorischangelog.testserver.internal.wire.SessionPool;
import io.dorischangelog.testserver.internal.wire.Tls;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** What all nodes of a cluster work on. */
record Shared(
    InstantSource clock,
    ClusterOptions options,
    @Nullable Tls tls,
    Catalog catalog,
    Accounts accounts,
    Topology topology,
    Engine engine,
    SessionPool sessions,
    CallLog calls,
    FaultPlan faults,
    BackEndQueries queries,
    FlightSettings flightSettings) {}
