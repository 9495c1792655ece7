package io.dorischangelog.testserver.internal.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The faults that are ordered, in the order of their orders. Thread-safe. */
public final class FaultPlan {
  private final List<PlannedFault> faults = new CopyOnWriteArrayList<>();

  public void add(PlannedFault fault) {
    faults.add(fault);
  }

  /** Takes a fault back; calls that it holds go on. */
  public void remove(PlannedFault fault) {
    faults.remove(fault);
    fault.release();
  }

  /** Takes all faults back. */
  public void clear() {
    faults.forEach(this::remove);
  }

  /**
   * What is to happen to a call. Waits of {@link FaultAction.Delay} are already over when this
   * returns.
   *
   * @param text what faults match: the statement, or method and path of an HTTP call, or the user
   *     of a log-in
   */
  public List<FaultAction> strike(FaultPoint point, String text) {
    List<FaultAction> actions = new ArrayList<>();
    for (PlannedFault fault : faults) {
      if (fault.strikes(point, text)) {
        if (fault.action() instanceof FaultAction.Delay delay) {
          await(delay);
        } else {
          actions.add(fault.action());
        }
      }
    }
    return actions;
  }

  private static void await(FaultAction.Delay delay) {
    try {
      delay.released().await();
    } catch (InterruptedException e) {
      // The server stops: the call goes on and finds its connection closed.
      Thread.currentThread().interrupt();
    }
  }
}
