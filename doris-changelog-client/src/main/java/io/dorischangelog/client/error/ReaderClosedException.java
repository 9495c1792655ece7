package io.dorischangelog.client.error;

import java.io.Serial;

/** The reader was closed, perhaps by another thread while a call waited. Not retryable. */
public final class ReaderClosedException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * For the client's own use.
   *
   * @param message what was refused or is left over, for example the bytes still held
   */
  public ReaderClosedException(ErrorContext context, String message) {
    super(message, false, context, null);
  }
}
