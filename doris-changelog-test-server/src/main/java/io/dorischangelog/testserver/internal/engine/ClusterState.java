package io.dorischangelog.testserver.internal.engine;

/**
 * What is wrong with the cluster for the moment, for tests of readers that have to wait. Nothing is
 * at first. Thread-safe.
 */
public final class ClusterState {
  private volatile boolean tsoCalibrated = true;
  private volatile boolean recovering;

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
}
