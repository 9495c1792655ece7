package io.dorischangelog.testserver;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.fault.FaultAction;
import io.dorischangelog.testserver.internal.fault.FaultPlan;
import io.dorischangelog.testserver.internal.fault.FaultPoint;
import io.dorischangelog.testserver.internal.fault.PlannedFault;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.apache.arrow.flight.FlightStatusCode;

/**
 * Says which calls a fault strikes, and ends with what happens to them. A word that does not go
 * with the kind of call is refused with an {@link IllegalStateException}. Not thread-safe.
 */
public final class FaultRule {
  private final FaultPlan plan;
  private final FaultPoint point;
  private Predicate<String> matches = text -> true;
  private int skip;
  private long times = 1;

  FaultRule(FaultPlan plan, FaultPoint point) {
    this.plan = plan;
    this.point = point;
  }

  /** Only calls whose text contains this; the case counts. */
  public FaultRule matching(String part) {
    Objects.requireNonNull(part, "part");
    matches = matches.and(text -> text.contains(part));
    return this;
  }

  /** Lets a number of matching calls pass unharmed first: {@code after(2)} strikes the third. */
  public FaultRule after(int calls) {
    if (calls < 0) {
      throw new IllegalArgumentException("calls must not be negative, but was " + calls);
    }
    skip = calls;
    return this;
  }

  /** Strikes a number of calls instead of one. */
  public FaultRule times(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be 1 or more, but was " + count);
    }
    times = count;
    return this;
  }

  /** Strikes every matching call until the fault is removed. */
  public FaultRule always() {
    times = Long.MAX_VALUE;
    return this;
  }

  /**
   * Holds the call until {@link Fault#release()}, then carries it out; without a release it ends
   * when the client gives up or the server stops.
   */
  public Fault hang() {
    return order(new FaultAction.Delay(new CountDownLatch(1)));
  }

  /**
   * Holds a stream of rows behind a number of batches until {@link Fault#release()}, then sends the
   * others; for fetches from back ends. The fault counts as a hit when the stream begins.
   */
  public Fault hangAfterBatches(int batches) {
    require(FaultPoint.FETCH);
    return order(new FaultAction.Stall(new CountDownLatch(1), batches));
  }

  /**
   * The statement fails with one of Doris' errors; for plans and MySQL statements.
   *
   * @param code MySQL error number; 5100 and 5101 travel as UNAVAILABLE with metadata over Flight
   * @param message Doris' text without a frame
   */
  public Fault failWith(int code, String message) {
    require(FaultPoint.PLAN, FaultPoint.MYSQL_STATEMENT);
    return order(
        new FaultAction.SqlError(new DorisException(code, "HY000", errorName(code), message)));
  }

  private static String errorName(int code) {
    return switch (code) {
      case 5100 -> "ERR_INCR_WINDOW_NOT_READY";
      case 5101 -> "ERR_INCR_VISIBLE_WAIT_TIMEOUT";
      default -> "ERR_UNKNOWN_ERROR";
    };
  }

  /** The Flight call fails with a status. */
  public Fault failWith(FlightStatusCode status, String description) {
    return failWith(status, description, Map.of());
  }

  /**
   * The Flight call fails with a status and metadata.
   *
   * @param metadata trailing headers, such as {@code doris-error-code}
   */
  public Fault failWith(FlightStatusCode status, String description, Map<String, String> metadata) {
    return failAfterBatches(0, status, description, metadata);
  }

  /** The stream fails with a status behind a number of batches; for fetches. */
  public Fault failAfterBatches(int batches, FlightStatusCode status, String description) {
    require(FaultPoint.FETCH);
    return failAfterBatches(batches, status, description, Map.of());
  }

  private Fault failAfterBatches(
      int batches, FlightStatusCode status, String description, Map<String, String> metadata) {
    require(FaultPoint.FLIGHT_LOGIN, FaultPoint.PLAN, FaultPoint.FETCH, FaultPoint.SESSION_CALL);
    return order(new FaultAction.Status(status, description, metadata, batches));
  }

  /**
   * The stream breaks behind a number of batches as if the network had failed: the client sees
   * UNAVAILABLE without metadata. For fetches.
   */
  public Fault cutAfterBatches(int batches) {
    require(FaultPoint.FETCH);
    return order(new FaultAction.Disconnect(batches));
  }

  /** The connection is closed without an answer; for HTTP calls and MySQL statements. */
  public Fault disconnect() {
    require(FaultPoint.HTTP, FaultPoint.MYSQL_STATEMENT);
    return order(new FaultAction.Disconnect(0));
  }

  /** The call is answered with a status and a text; for HTTP calls. */
  public Fault answer(int status, String body) {
    require(FaultPoint.HTTP);
    return order(new FaultAction.HttpAnswer(status, body));
  }

  /** The log-in is refused as if the password were wrong; for log-ins. */
  public Fault refuseLogin() {
    require(FaultPoint.FLIGHT_LOGIN, FaultPoint.MYSQL_LOGIN);
    return order(new FaultAction.RefuseLogin());
  }

  /** The session is forgotten just before the call: UNAUTHENTICATED. For plans, session calls. */
  public Fault expireToken() {
    require(FaultPoint.PLAN, FaultPoint.SESSION_CALL);
    return order(new FaultAction.ExpireToken());
  }

  /** The result of the statement is spread over endpoints in a given way; for plans. */
  public Fault endpoints(EndpointShape shape) {
    require(FaultPoint.PLAN);
    return order(new FaultAction.Endpoints(shape));
  }

  /**
   * A batch ends behind each row with operation 2, so that the halves of an update pair are in
   * different batches; for fetches of changes.
   */
  public Fault splitUpdatePairs() {
    require(FaultPoint.FETCH);
    return order(new FaultAction.SplitPairs());
  }

  private void require(FaultPoint... allowed) {
    for (FaultPoint candidate : allowed) {
      if (candidate == point) {
        return;
      }
    }
    throw new IllegalStateException("this fault does not go with calls of the kind " + point);
  }

  private Fault order(FaultAction action) {
    PlannedFault fault = new PlannedFault(plan, point, matches, skip, times, action);
    plan.add(fault);
    return fault;
  }
}
