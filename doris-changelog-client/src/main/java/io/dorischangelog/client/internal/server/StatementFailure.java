package io.dorischangelog.client.internal.server;

/**
 * The server understood a statement and answered with an error. Still in the server's words; {@link
 * ServerErrors} turns it into one of the public errors.
 */
public final class StatementFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** Code of a failure for which the server sent none. */
  public static final int NO_CODE = 0;

  private final int code;

  public StatementFailure(int code, String text, Throwable cause) {
    super(text, cause);
    this.code = code;
  }

  public StatementFailure(int code, String text) {
    super(text);
    this.code = code;
  }

  /** Doris' error number as sent beside the text, or {@link #NO_CODE}. */
  public int code() {
    return code;
  }

  /** The server's words. */
  public String text() {
    String text = getMessage();
    return text == null ? "" : text;
  }
}
