package io.dorischangelog.client.error;

import java.io.Serial;

/** Somebody called {@code wakeup()} while the reader waited. Retryable: it stays usable. */
public final class ReaderWokenUpException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  /** For the client's own use. */
  public ReaderWokenUpException(ErrorContext context) {
    super("The reader was woken up by wakeup(); it stays usable", true, context, null);
  }
}
