package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.OpenTransaction;
import io.dorischangelog.testserver.ServerCalls;
import io.dorischangelog.testserver.ServerNode;
import io.dorischangelog.testserver.StatementFailedException;
import io.dorischangelog.testserver.internal.engine.Accounts;
import io.dorischangelog.testserver.internal.engine.BackEndNode;
import io.dorischangelog.testserver.internal.engine.ClusterState;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Engine;
import io.dorischangelog.testserver.internal.engine.EngineSettings;
import io.dorischangelog.testserver.internal.engine.FrontEndNode;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.engine.SqlEngine;
import io.dorischangelog.testserver.internal.engine.Topology;
import io.dorischangelog.testserver.internal.fault.FaultPlan;
import io.dorischangelog.testserver.internal.flight.BackEndQueries;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.store.GeneratedChanges;
import io.dorischangelog.testserver.internal.store.Table;
import io.dorischangelog.testserver.internal.store.TsoClock;
import io.dorischangelog.testserver.internal.wire.CallLog;
import io.dorischangelog.testserver.internal.wire.SessionPool;
import io.dorischangelog.testserver.internal.wire.Tls;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The running servers of one cluster over one store. Thread-safe. */
public final class Cluster implements AutoCloseable {
  private final InstantSource clock;
  private final Shared shared;
  private final List<FrontEnd> frontEnds = new ArrayList<>();
  private final List<BackEnd> backEnds = new ArrayList<>();

  private Cluster(
      InstantSource clock,
      EngineSettings settings,
      ClusterOptions options,
      EngineFactory engineFactory) {
    this.clock = clock;
    Catalog catalog = new Catalog(new TsoClock(clock), settings.names());
    Accounts accounts = new Accounts();
    CallLog calls = new CallLog(clock);
    Topology topology = new LiveTopology();
    Engine engine = engineFactory.create(catalog, accounts, topology, settings);
    this.shared =
        new Shared(
            clock,
            options,
            options.tls() == null ? null : Tls.of(options.tls()),
            catalog,
            accounts,
            topology,
            engine,
            new SessionPool(calls, engine),
            calls,
            new FaultPlan(),
            new BackEndQueries(),
            new ResultSettings(topology, settings.timeZone(), options));
    addNodes(options);
  }

  private void addNodes(ClusterOptions options) {
    ClusterOptions.Ports ports = options.ports();
    for (int i = 0; i < options.backEnds(); i++) {
      backEnds.add(new BackEnd(i, i == 0 ? ports.backEndFlight() : 0, shared));
    }
    FrontEnd.Ports first = new FrontEnd.Ports(ports.http(), ports.mysql(), ports.flight());
    for (int i = 0; i < options.frontEnds(); i++) {
      FrontEnd.Ports own = i == 0 ? first : new FrontEnd.Ports(0, 0, 0);
      frontEnds.add(new FrontEnd("fe_" + (i + 1), i == 0, own, shared));
    }
  }

  /** Starts a cluster on the stand-in's own engine. */
  public static Cluster start(
      InstantSource clock, EngineSettings settings, ClusterOptions options) {
    return start(clock, settings, options, SqlEngine::new);
  }

  /** Starts a cluster on an engine of the caller's. */
  public static Cluster start(
      InstantSource clock,
      EngineSettings settings,
      ClusterOptions options,
      EngineFactory engineFactory) {
    Cluster cluster = new Cluster(clock, settings, options, engineFactory);
    try {
      cluster.backEnds.forEach(BackEnd::restart);
      cluster.frontEnds.forEach(FrontEnd::restart);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  public InstantSource clock() {
    return clock;
  }

  public Accounts accounts() {
    return shared.accounts();
  }

  public ServerCalls calls() {
    return shared.calls();
  }

  /** Addresses of the front ends, the master's first. */
  public List<String> httpAddresses() {
    return frontEnds.stream()
        .map(frontEnd -> frontEnd.node().host() + ":" + frontEnd.node().httpPort())
        .toList();
  }

  public FaultPlan faults() {
    return shared.faults();
  }

  /** Opens a transaction that reads of some tables wait for. */
  public OpenTransaction openTransaction(String... tables) {
    Set<Table> named = new LinkedHashSet<>();
    for (String table : tables) {
      named.add(table(table));
    }
    return new HeldTransaction(shared.catalog().transactions().begin("held_by_test", named));
  }

  private Table table(String name) {
    int dot = name.indexOf('.');
    if (dot < 0) {
      throw new IllegalArgumentException("a table is named database.table, but was " + name);
    }
    return shared.catalog().table(name.substring(0, dot), name.substring(dot + 1));
  }

  /** Adds computed inserts to a table. */
  public void generateChanges(String table, GeneratedChanges changes) {
    table(table).generateChanges(changes);
  }

  /** From now on commits stay not visible. */
  public void holdVisibility() {
    shared.catalog().transactions().holdVisibility();
  }

  /** Ends {@link #holdVisibility()}. */
  public void releaseVisibility() {
    shared.catalog().transactions().releaseVisibility();
  }

  /** What is wrong with the cluster for the moment. */
  public ClusterState state() {
    return shared.engine().state();
  }

  /** A front end that can be taken down. */
  public ServerNode frontEnd(int index) {
    return frontEnds.get(index);
  }

  /** A back end that can be taken down. */
  public ServerNode backEnd(int index) {
    return backEnds.get(index);
  }

  /** Flight port of the first back end. */
  public int backEndFlightPort() {
    return backEnds.get(0).node().flightPort();
  }

  /** A front end by its position. */
  public FrontEndNode node(int index) {
    return frontEnds.get(index).node();
  }

  /** Runs a statement as root on the master, without a network. */
  public List<List<@Nullable Object>> execute(String sql) {
    Session session = new Session(0, "root", node(0));
    try {
      return rows(shared.engine().execute(session, sql));
    } catch (DorisException e) {
      throw new StatementFailedException(e.code(), String.valueOf(e.getMessage()), e);
    }
  }

  private static List<List<@Nullable Object>> rows(Result result) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    if (result instanceof Result.Rows rows) {
      for (@Nullable Object[] row = rows.rows().next(); row != null; row = rows.rows().next()) {
        all.add(Collections.unmodifiableList(Arrays.asList(row)));
      }
    }
    return all;
  }

  @Override
  public void close() {
    shared.faults().clear();
    Closing.all(
        Stream.<AutoCloseable>concat(frontEnds.stream(), backEnds.stream())
            .toArray(AutoCloseable[]::new));
  }

  /** The nodes as they are now; those that have not started yet are not listed. */
  private final class LiveTopology implements Topology {
    @Override
    public List<FrontEndNode> frontEnds() {
      return frontEnds.stream().map(FrontEnd::node).toList();
    }

    @Override
    public List<BackEndNode> backEnds() {
      return backEnds.stream().map(BackEnd::node).toList();
    }
  }
}
