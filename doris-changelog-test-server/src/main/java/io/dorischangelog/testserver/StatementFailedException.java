package io.dorischangelog.testserver;

/**
 * A statement that {@link DorisTestServer#execute} was given and the stand-in refused or failed.
 */
public final class StatementFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;

  /**
   * Creates the exception.
   *
   * @param code MySQL error number
   * @param message Doris' text
   * @param cause what the engine threw
   */
  public StatementFailedException(int code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** MySQL error number: 1105 where Doris has no code of its own. */
  public int code() {
    return code;
  }
}
