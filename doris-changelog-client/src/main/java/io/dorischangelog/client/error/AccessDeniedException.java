package io.dorischangelog.client.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The server refused the user name, the password, or a privilege. Not retryable. */
public final class AccessDeniedException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  private final String asked;
  private final String serverMessage;

  /**
   * For the client's own use.
   *
   * @param asked what was asked for, for example {@code log in as 'reader'} or {@code SELECT on
   *     db.t}
   * @param serverMessage the server's words, without secrets
   */
  public AccessDeniedException(
      ErrorContext context, String asked, String serverMessage, @Nullable Throwable cause) {
    super(
        "The server did not allow to "
            + asked
            + ": "
            + serverMessage
            + ". Check user name and password; reading needs SELECT on the table, an offset table"
            + " in Doris needs SELECT and INSERT",
        false,
        context,
        cause);
    this.asked = asked;
    this.serverMessage = serverMessage;
  }

  /** What was asked for, as words that follow "to". */
  public String asked() {
    return asked;
  }

  /** The server's own words. */
  public String serverMessage() {
    return serverMessage;
  }
}
