package io.dorischangelog.client.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Doris answered with an error that has no class of its own here. Not retryable. */
public final class ServerFailureException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  private final String serverMessage;

  /**
   * For the client's own use.
   *
   * @param what what was being done, for example {@code planning the window}
   * @param serverMessage Doris' own message (what follows {@code error msg:}), without secrets
   */
  public ServerFailureException(
      ErrorContext context, String what, String serverMessage, @Nullable Throwable cause) {
    super(
        "Doris failed while "
            + what
            + ": "
            + serverMessage
            + ". It is not asked again by itself; if the words do not tell enough, look into the"
            + " front end's log (fe.log), and build a new reader once the cause is gone",
        false,
        context,
        cause);
    this.serverMessage = serverMessage;
  }

  /** Doris' own message. */
  public String serverMessage() {
    return serverMessage;
  }
}
