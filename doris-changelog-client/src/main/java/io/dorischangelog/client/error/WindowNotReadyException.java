package io.dorischangelog.client.error;

import java.io.Serial;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The server still waits for transactions inside the window, or is not ready to tell, and the time
 * for asking again is used up. Retryable: the next call asks for the same window.
 */
public final class WindowNotReadyException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  private final int code;
  private final String name;
  private final int tries;
  private final Duration waited;

  /**
   * For the client's own use.
   *
   * @param code Doris' error code such as 5101; 0 if the server only sent text
   * @param name Doris' error name or the decisive words of its text
   * @param tries how often the window was asked for
   * @param waited the time since the first try
   */
  public WindowNotReadyException(
      ErrorContext context,
      int code,
      String name,
      int tries,
      Duration waited,
      @Nullable Throwable cause) {
    super(
        "The window could not be read yet: the server answered "
            + name
            + (code == 0 ? "" : " (" + code + ")")
            + " in "
            + tries
            + " tries over "
            + waited
            + ". A load into the table may be running for longer than that; nothing was skipped."
            + " Call again, raise visible-wait-timeout, or look for the transaction with SHOW LOAD"
            + " and SHOW TRANSACTION",
        true,
        context,
        cause);
    this.code = code;
    this.name = name;
    this.tries = tries;
    this.waited = waited;
  }

  /** Doris' error code, for example 5101; 0 if the server only sent text. */
  public int code() {
    return code;
  }

  /** Doris' error name, or the decisive words of its text. */
  public String name() {
    return name;
  }

  /** How often the window was asked for. */
  public int tries() {
    return tries;
  }

  /** The time since the first try. */
  public Duration waited() {
    return waited;
  }
}
