package io.dorischangelog.client.scan;

import java.time.Duration;
import org.apache.arrow.flight.FlightStream;
import org.jspecify.annotations.Nullable;

/**
 * Knows since when a pump has been waiting for its server, so that the scan's watchdog can cancel a
 * wait that has become too long: a blocked read has no deadline of its own.
 */
final class StallGuard {
  private @Nullable FlightStream stream;
  private long limitNanos;
  private long waitingSince;
  private boolean waiting;
  private boolean stalled;

  /** A stream was opened; the pump waits for its next batch. */
  synchronized void begin(FlightStream opened, Duration limit) {
    stream = opened;
    limitNanos = limit.toNanos();
    stalled = false;
    resume();
  }

  /** The pump is not waiting for the server. */
  synchronized void pause() {
    waiting = false;
  }

  /** The pump waits for the next batch from now on. */
  synchronized void resume() {
    waiting = true;
    waitingSince = System.nanoTime();
  }

  /** The stream is over. */
  synchronized void end() {
    waiting = false;
    stream = null;
  }

  /** Whether the watchdog ended the last wait. */
  synchronized boolean stalled() {
    return stalled;
  }

  /** Cancels the stream if the pump has waited too long. */
  synchronized void check() {
    if (waiting && System.nanoTime() - waitingSince > limitNanos) {
      stalled = true;
      cancel("no batch came in time");
    }
  }

  /** Cancels the stream that is open, if any. */
  synchronized void cancel(String reason) {
    if (stream != null) {
      stream.cancel(reason, null);
    }
  }
}
