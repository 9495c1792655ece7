package io.dorischangelog.testserver;

/** One front end or back end of a {@link DorisTestServer}, to be taken down and up. Thread-safe. */
public interface ServerNode {

  /** Its name in {@link RecordedCall#node()}, such as {@code fe_1}. */
  String name();

  /**
   * Takes it down: its ports refuse connections, calls and streams under way break off, and a front
   * end forgets its sessions. Does nothing when it is down.
   */
  void kill();

  /**
   * Brings it up again on the same ports. Does nothing when it is up.
   *
   * @throws java.io.UncheckedIOException if another program took a port meanwhile
   */
  void restart();

  /** Whether it is up. */
  boolean isRunning();
}
