package io.dorischangelog.testserver.conformance;

import java.util.List;

/** A session on a server, by one of its protocols. */
interface SqlDoor extends AutoCloseable {

  /** The protocol, for failure texts. */
  String name();

  /**
   * Runs a statement.
   *
   * @return the rows, none for a statement without a result
   * @throws Refused with the server's message
   */
  List<List<Object>> execute(String sql);

  @Override
  void close();

  /** The server refused or failed a statement. */
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
