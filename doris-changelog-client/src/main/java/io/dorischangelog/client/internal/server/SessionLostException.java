package io.dorischangelog.client.internal.server;

/** The server no longer knows the session's token; a new log-in may help. */
public final class SessionLostException extends Exception {
  /** What it means if a session that was only just opened is lost as well. */
  public static final String TWICE = "a fresh session was rejected as well";

  private static final long serialVersionUID = 1L;

  public SessionLostException(Throwable cause) {
    super("the server no longer knows this session", cause);
  }

  /** The failure that this is where the session was fresh: the account is not let in. */
  public StatementFailure twice() {
    return new StatementFailure(ServerErrors.ACCESS_DENIED, TWICE, this);
  }
}
