package io.dorischangelog.client.error;

import io.dorischangelog.client.TableId;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of all failures of reading changes. A message says what happened, why, and what to do;
 * it never holds a password or token.
 *
 * <p>{@link #isRetryable()} tells what the reader does next. True: it stays usable and its next
 * call repeats the same window from the position reached. False: every further call throws the same
 * exception again until the reader is closed.
 */
public abstract sealed class ChangelogException extends RuntimeException
    permits AccessDeniedException,
        ChangelogExpiredException,
        ChangesDiscardedException,
        IncompatibleTableException,
        OffsetStoreException,
        ReadInterruptedException,
        ReaderClosedException,
        ReaderWokenUpException,
        SchemaChangedException,
        ServerFailureException,
        ServerUnavailableException,
        TransactionRestartedException,
        UnreadableValueException,
        UnsupportedServerException,
        UnsupportedTypeException,
        WindowNotReadyException {

  @Serial private static final long serialVersionUID = 1L;

  private final ErrorContext context;
  private final boolean retryable;

  ChangelogException(
      String message, boolean retryable, ErrorContext context, @Nullable Throwable cause) {
    super(message + context.suffix(), cause);
    this.context = context;
    this.retryable = retryable;
  }

  /** The table that was read, if the failure concerns one. */
  public final Optional<TableId> table() {
    return Optional.ofNullable(context.table());
  }

  /** The window that was read, as {@code [inclusive start, exclusive end)}, if there was one. */
  public final Optional<String> window() {
    return Optional.ofNullable(context.window());
  }

  /** The scan mode or increment type, if it is known. */
  public final Optional<String> mode() {
    return Optional.ofNullable(context.mode());
  }

  /**
   * Whether the reader stays usable: true means that its next call repeats the same window, false
   * that every further call throws again until it is closed.
   */
  public final boolean isRetryable() {
    return retryable;
  }
}
