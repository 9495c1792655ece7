package io.dorischangelog.client.internal.server;

/** The server no longer knows the session's token; a new log-in may help. */
public final class SessionLostException extends Exception {
  private static final long serialVersionUID = 1L;

  public SessionLostException(Throwable cause) {
    super("the server no longer knows this session", cause);
  }
}
