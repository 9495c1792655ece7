package io.dorischangelog.testserver.internal.engine;

/** Executes SQL. The one door from the protocols to the data. Thread-safe; one session is not. */
public interface Engine {

  /**
   * Runs one statement to its result; rows are produced while the caller pulls them.
   *
   * @param session the caller's session, used by one thread at a time
   * @param sql one statement, perhaps with comments and a trailing semicolon
   * @throws DorisException if Doris would refuse the statement or fail it
   */
  Result execute(Session session, String sql);

  /** What is wrong with the cluster for the moment; may be changed at any time. */
  ClusterState state();

  /** Drops what a session left open, such as a transaction; called when its connection ends. */
  default void sessionEnded(Session session) {}
}
