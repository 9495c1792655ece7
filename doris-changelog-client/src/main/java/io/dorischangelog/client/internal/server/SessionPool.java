package io.dorischangelog.client.internal.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Flight sessions that are kept and used again: one per concurrent read, all on the current front
 * end. Thread-safe; every session that was opened is closed once.
 */
public final class SessionPool implements AutoCloseable {
  private final FrontEnds frontEnds;
  private final FrontEnds.Call<FlightSession> logIn;
  private final ThreadFactory threads;

  /** Guards itself and {@code closed}. */
  private final Deque<FlightSession> idle = new ArrayDeque<>();

  private boolean closed;

  /**
   * @param logIn opens a session on a front end
   * @param threads makes the threads that end several sessions at once
   */
  public SessionPool(
      FrontEnds frontEnds, FrontEnds.Call<FlightSession> logIn, ThreadFactory threads) {
    this.threads = threads;
    this.frontEnds = frontEnds;
    this.logIn = logIn;
  }

  /**
   * An idle session of the current front end, or a new one.
   *
   * @throws NoFrontEndException if no front end can be reached
   * @throws StatementFailure if one refuses the log-in
   */
  public FlightSession acquire()
      throws NoFrontEndException, StatementFailure, InterruptedException {
    HostAndPort current = frontEnds.current();
    List<FlightSession> elsewhere = new ArrayList<>();
    FlightSession found = null;
    synchronized (idle) {
      for (FlightSession candidate = idle.poll();
          candidate != null && found == null;
          candidate = found == null ? idle.poll() : null) {
        if (candidate.frontEnd().equals(current)) {
          found = candidate;
        } else {
          elsewhere.add(candidate);
        }
      }
    }
    end(elsewhere);
    return found != null ? found : frontEnds.ask(logIn);
  }

  /** Gives back a session whose results have all been read to their end. */
  public void release(FlightSession session) {
    synchronized (idle) {
      if (!closed) {
        idle.push(session);
        return;
      }
    }
    session.close();
  }

  /** Ends the idle sessions: where a front end forgot one, it has forgotten the others too. */
  public void dropIdle() {
    List<FlightSession> all;
    synchronized (idle) {
      all = List.copyOf(idle);
      idle.clear();
    }
    end(all);
  }

  /** A server that hangs would hold up the farewell of each. */
  private void end(List<FlightSession> sessions) {
    InParallel.run(threads, sessions.stream().<Runnable>map(each -> each::close).toList());
  }

  /** Ends the idle sessions; those in use end when they are given back. */
  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
    }
    dropIdle();
  }
}
