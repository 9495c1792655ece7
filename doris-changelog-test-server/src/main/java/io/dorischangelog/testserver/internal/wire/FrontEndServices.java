package io.dorischangelog.testserver.internal.wire;

import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.engine.Accounts;
import io.dorischangelog.testserver.internal.engine.Engine;
import io.dorischangelog.testserver.internal.engine.FrontEndNode;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.fault.FaultPlan;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What a front end's servers work with.
 *
 * @param node the front end, known once its ports are open
 */
public record FrontEndServices(
    Supplier<FrontEndNode> node,
    Engine engine,
    Accounts accounts,
    SessionPool sessions,
    CallLog calls,
    FaultPlan faults,
    InstantSource clock) {

  /** Counts a log-in and opens its session. */
  public Session login(Protocol protocol, String user) {
    calls.loginAccepted(protocol);
    return sessions.open(protocol, user, node.get());
  }

  /** Notes a call of a session. */
  public void record(Protocol protocol, String operation, String sql, Session session) {
    calls.record(protocol, node.get().name(), operation, sql, session.id(), session.user());
  }
}
