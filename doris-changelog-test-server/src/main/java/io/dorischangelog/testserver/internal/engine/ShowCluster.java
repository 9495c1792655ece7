package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.sql.Show;
import io.dorischangelog.testserver.internal.store.TsoClock;

/** SHOW FRONTENDS and others about the cluster and the session. */
final class ShowCluster {
  private static final String VERSION = "doris-5.0.0-stand-in";

  private final StatementContext context;

  ShowCluster(StatementContext context) {
    this.context = context;
  }

  TextRows rows(Show show) {
    return switch (show.kind()) {
      case FRONTENDS -> frontEnds();
      case BACKENDS -> backEnds();
      case VARIABLES -> variables(show.full());
      case PROCESSLIST -> processes();
      case TSO_STATUS -> tsoStatus();
      default -> new TextRows("Variable_name", "Value");
    };
  }

  private TextRows frontEnds() {
    context.checkGlobal(Privilege.ADMIN, "ADMIN or OPERATOR");
    TextRows rows =
        new TextRows(
            "Name",
            "Host",
            "EditLogPort",
            "HttpPort",
            "QueryPort",
            "RpcPort",
            "ArrowFlightSqlPort",
            "Role",
            "IsMaster",
            "ClusterId",
            "Join",
            "Alive",
            "ReplayedJournalId",
            "LastStartTime",
            "LastHeartbeat",
            "IsHelper",
            "ErrMsg",
            "Version",
            "CurrentConnected",
            "LiveSince",
            "LocalResourceGroup");
    String now = SecondText.format(context.now(), context.zone());
    for (FrontEndNode node : context.services().topology().frontEnds()) {
      boolean current = node.name().equals(context.session().frontEnd().name());
      rows.add(
          node.name(),
          node.host(),
          9010,
          node.httpPort(),
          node.queryPort(),
          9020,
          node.flightPort(),
          "FOLLOWER",
          node.master(),
          1,
          "true",
          "true",
          1,
          now,
          now,
          "true",
          "",
          VERSION,
          current ? "Yes" : "No",
          now,
          "");
    }
    return rows;
  }

  private TextRows backEnds() {
    context.checkGlobal(Privilege.ADMIN, "ADMIN or OPERATOR");
    TextRows rows =
        new TextRows(
            "BackendId",
            "Host",
            "HeartbeatPort",
            "BePort",
            "HttpPort",
            "BrpcPort",
            "ArrowFlightSqlPort",
            "LastStartTime",
            "LastHeartbeat",
            "Alive",
            "SystemDecommissioned",
            "TabletNum",
            "DataUsedCapacity",
            "TrashUsedCapacity",
            "AvailCapacity",
            "TotalCapacity",
            "UsedPct",
            "MaxDiskUsedPct",
            "RemoteUsedCapacity",
            "Tag",
            "ErrMsg",
            "Version",
            "Status",
            "HeartbeatFailureCounter",
            "NodeRole",
            "CpuCores",
            "Memory",
            "LiveSince",
            "RunningTasks");
    String now = SecondText.format(context.now(), context.zone());
    for (BackEndNode node : context.services().topology().backEnds()) {
      rows.add(
          node.id(),
          node.host(),
          9050,
          node.thriftPort(),
          8040,
          8060,
          node.flightPort(),
          now,
          now,
          "true",
          "false",
          0,
          "0.000 ",
          "0.000 ",
          "1.000 GB",
          "1.000 GB",
          "0.00 %",
          "0.00 %",
          "0.000 ",
          "{\"location\" : \"default\"}",
          "",
          VERSION,
          "{}",
          0,
          "mix",
          2,
          "1.000 GB",
          now,
          0);
    }
    return rows;
  }

  private TextRows variables(boolean global) {
    TextRows rows = new TextRows("Variable_name", "Value", "Default_Value", "Changed");
    var defaults = context.variables().all(null);
    context
        .variables()
        .all(global ? null : context.session())
        .forEach(
            (name, value) -> {
              String fallback = defaults.getOrDefault(name, "");
              rows.add(name, value, fallback, value.equals(fallback) ? "0" : "1");
            });
    return rows;
  }

  private TextRows processes() {
    TextRows rows =
        new TextRows(
            "CurrentConnected",
            "Id",
            "User",
            "Host",
            "LoginTime",
            "Catalog",
            "Db",
            "Command",
            "Time",
            "State",
            "QueryId",
            "TraceId",
            "Info",
            "FE",
            "CloudCluster");
    Session session = context.session();
    rows.add(
        "Yes",
        session.id(),
        session.user(),
        session.frontEnd().host(),
        SecondText.format(context.now(), context.zone()),
        "internal",
        session.database().orElse(""),
        "Query",
        0,
        "OK",
        "",
        "",
        "SHOW PROCESSLIST",
        session.frontEnd().host(),
        "");
    return rows;
  }

  private TextRows tsoStatus() {
    TextRows rows =
        new TextRows(
            "window_end_physical_time",
            "current_tso",
            "current_tso_physical_time",
            "current_tso_logical_counter");
    TsoClock clock = context.catalog().clock();
    long current = clock.current();
    rows.add(
        clock.windowEndMillis(), current, TsoClock.physical(current), TsoClock.counter(current));
    return rows;
  }
}
