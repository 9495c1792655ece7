package io.dorischangelog.client.scan;

/**
 * The attempt at a query has to be made again in another way, which the query has already noted;
 * neither a fault of the connection nor an answer of the server.
 */
final class RestartException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * @param why for the log
   */
  RestartException(String why) {
    super(why);
  }
}
