package io.dorischangelog.client.internal.server;

/** Is told of changes to the connections of a cluster, from the thread that made them. */
public interface ConnectionListener {

  /** Calls go to another front end from now on. */
  void failedOver(HostAndPort from, HostAndPort to);

  /** A Flight session was opened. */
  void loggedIn(HostAndPort frontEnd);
}
