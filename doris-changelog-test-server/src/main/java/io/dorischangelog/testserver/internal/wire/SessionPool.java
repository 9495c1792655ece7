package io.dorischangelog.testserver.internal.wire;

import io.dorischangelog.testserver.Protocol;
import io.dorischangelog.testserver.internal.engine.Engine;
import io.dorischangelog.testserver.internal.engine.FrontEndNode;
import io.dorischangelog.testserver.internal.engine.Session;
import java.util.concurrent.atomic.AtomicLong;

/** Gives out the sessions of the cluster and counts them. Thread-safe. */
public final class SessionPool {
  private final AtomicLong nextId = new AtomicLong(1);
  private final CallLog calls;
  private final Engine engine;

  /**
   * Creates a pool.
   *
   * @param engine told when a session ends, so that no transaction of it stays open
   */
  public SessionPool(CallLog calls, Engine engine) {
    this.calls = calls;
    this.engine = engine;
  }

  /** Opens a session of an account that was authenticated. */
  public Session open(Protocol protocol, String user, FrontEndNode frontEnd) {
    calls.sessionOpened(protocol);
    return new Session(nextId.getAndIncrement(), user, frontEnd);
  }

  /** Notes the end of a session; to be called once for each that was opened. */
  public void close(Protocol protocol, Session session) {
    engine.sessionEnded(session);
    calls.sessionClosed(protocol);
  }
}
