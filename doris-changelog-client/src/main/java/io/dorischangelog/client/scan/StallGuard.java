package io.dorischangelog.client.scan;

import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
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
  private boolean stopped;
  private boolean farewell;

  /** A stream was opened; the pump waits for its next batch. */
  synchronized void begin(FlightStream opened, Duration limit) {
    stream = opened;
    if (stopped) {
      opened.cancel("the stream was cancelled", null);
    }
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

  /**
   * Ends whatever the pump waits for, for good: the open stream by a cancel, anything else by an
   * interrupt. Never both: an interrupt at the moment in which a Flight stream takes its end mark
   * from its queue loses the mark, and closing the stream then waits for it for ever. A farewell is
   * not broken off.
   */
  synchronized void stop(Thread pump) {
    stopped = true;
    if (stream != null) {
      cancel("the stream was cancelled");
    } else if (!farewell) {
      pump.interrupt();
    }
  }

  /** What is asked of a server. */
  interface Question {
    void ask() throws IOException, StatementFailure, RestartException, InterruptedException;
  }

  /**
   * Asks something else, on the pump's thread, while a stream is open: the question has a deadline
   * of its own, and to stop the pump is to interrupt it, as if no stream were open.
   */
  void aside(Question question)
      throws IOException, StatementFailure, RestartException, InterruptedException {
    FlightStream open;
    synchronized (this) {
      open = stream;
      stream = null;
      waiting = false;
    }
    try {
      requireRunning();
      question.ask();
    } finally {
      synchronized (this) {
        stream = open;
        if (stopped) {
          cancel("the stream was cancelled");
        }
      }
    }
    requireRunning();
  }

  /** Takes the interrupt back that came with the stop: a stream must not be closed under it. */
  private synchronized void requireRunning() throws InterruptedException {
    if (stopped) {
      boolean interrupted = Thread.interrupted();
      throw new InterruptedException(interrupted ? "stopped by an interrupt" : "stopped before");
    }
  }

  /** Runs a farewell on the pump's thread, which is not interrupted until that is over. */
  void undisturbed(Runnable bounded) {
    synchronized (this) {
      farewell = true;
    }
    try {
      bounded.run();
    } finally {
      synchronized (this) {
        farewell = false;
        if (stopped) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private void cancel(String reason) {
    if (stream != null) {
      stream.cancel(reason, null);
    }
  }
}
