package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.WaitFailure;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is wrong with the cluster for the moment, for tests of readers that have to wait. Nothing is
 * at first. Thread-safe.
 */
public final class ClusterState {
  private volatile boolean tsoCalibrated = true;
  private volatile boolean recovering;
  private final Map<WaitFailure, AtomicInteger> waitFailures = new EnumMap<>(WaitFailure.class);

  /** Nothing is wrong. */
  public ClusterState() {
    for (WaitFailure failure : WaitFailure.values()) {
      waitFailures.put(failure, new AtomicInteger());
    }
  }

  /** Whether the master's clock is ready; {@code @incr} is refused until it is. */
  public void tsoCalibrated(boolean calibrated) {
    tsoCalibrated = calibrated;
  }

  /** Whether a new master still recovers: shared storage then refuses windows with error 5100. */
  public void recovering(boolean isRecovering) {
    recovering = isRecovering;
  }

  /** Whether the master's clock is ready. */
  public boolean isTsoCalibrated() {
    return tsoCalibrated;
  }

  boolean isRecovering() {
    return recovering;
  }

  /** Sets how many of the next waits fail in a way; 0: none. */
  public void failWaits(WaitFailure failure, int times) {
    counter(failure).set(times);
  }

  /** Whether a wait fails in this way now; counts it if so. */
  boolean fails(WaitFailure failure) {
    return counter(failure).getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  private AtomicInteger counter(WaitFailure failure) {
    return Objects.requireNonNull(waitFailures.get(failure));
  }
}
