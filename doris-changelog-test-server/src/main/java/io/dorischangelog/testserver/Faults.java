package io.dorischangelog.testserver;

import io.dorischangelog.testserver.internal.fault.FaultPlan;
import io.dorischangelog.testserver.internal.fault.FaultPoint;

/**
 * Orders faults for calls to come: first the kind of call, then which of them, then what happens.
 *
 * <pre>{@code
 * server.faults().onPlan().matching("@incr").times(3).failWith(5101, "not visible yet");
 * Fault slow = server.faults().onFetch().hang();
 * }</pre>
 *
 * <p>Without further words a fault strikes the next call of its kind, once. If several faults fit a
 * call, all strike, in the order in which they were made. Thread-safe.
 */
public final class Faults {
  private final FaultPlan plan;

  Faults(FaultPlan plan) {
    this.plan = plan;
  }

  /** Log-ins over Flight; matched by the user. */
  public FaultRule onFlightLogin() {
    return new FaultRule(plan, FaultPoint.FLIGHT_LOGIN);
  }

  /** Log-ins over the MySQL protocol; matched by the user. */
  public FaultRule onMysqlLogin() {
    return new FaultRule(plan, FaultPoint.MYSQL_LOGIN);
  }

  /** Statements over Flight (GetFlightInfo), before they run; matched by the statement. */
  public FaultRule onPlan() {
    return new FaultRule(plan, FaultPoint.PLAN);
  }

  /** Fetches over Flight (DoGet), of back ends and front ends; matched by the statement. */
  public FaultRule onFetch() {
    return new FaultRule(plan, FaultPoint.FETCH);
  }

  /**
   * Session calls over Flight; matched by {@code CloseSession}, {@code SetSessionOptions}, {@code
   * GetSessionOptions}.
   */
  public FaultRule onSessionCall() {
    return new FaultRule(plan, FaultPoint.SESSION_CALL);
  }

  /** Statements over the MySQL protocol; matched by the statement. */
  public FaultRule onMysqlStatement() {
    return new FaultRule(plan, FaultPoint.MYSQL_STATEMENT);
  }

  /**
   * HTTP calls, before anything is looked at; matched by method, path and content, as in {@code GET
   * /api/tso}.
   */
  public FaultRule onHttp() {
    return new FaultRule(plan, FaultPoint.HTTP);
  }

  /** Takes all faults back; calls that are held go on. */
  public void clear() {
    plan.clear();
  }
}
