package io.dorischangelog.client.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The thread was interrupted while it waited for changes; its interrupt flag is set. Retryable:
 * after the flag is cleared the next call goes on at the same place.
 */
public final class ReadInterruptedException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  /** For the client's own use; the caller has set the interrupt flag again. */
  public ReadInterruptedException(ErrorContext context, @Nullable InterruptedException cause) {
    super(
        "The thread was interrupted while it waited for changes. Nothing was skipped; close the"
            + " reader, or clear the interrupt flag and call again",
        true,
        context,
        cause);
  }
}
