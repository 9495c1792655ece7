package io.dorischangelog.client.error;

import io.dorischangelog.client.TableId;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * An offset store could not load or save. Thrown by every {@code OffsetStore}, yours included.
 * Retryable if and only if the reason is {@link Reason#UNAVAILABLE}.
 */
public final class OffsetStoreException extends ChangelogException {

  /** What kind of failure it is, which decides whether trying again makes sense. */
  public enum Reason {
    /** The store cannot be reached or written at the moment; trying again may help. */
    UNAVAILABLE,
    /** What is stored is there but is not a position: cut off, doubled, out of range. */
    DAMAGED,
    /** Somebody else wrote the position, or holds the store. */
    CONFLICT,
    /** The store is not set up as needed, or does not allow what was asked. */
    MISCONFIGURED
  }

  @Serial private static final long serialVersionUID = 1L;

  private final Reason reason;

  /**
   * A failure of a store.
   *
   * @param message what happened, why, and what to do; without secrets
   */
  public OffsetStoreException(Reason reason, String message) {
    this(reason, message, null, null);
  }

  /**
   * A failure of a store.
   *
   * @param message what happened, why, and what to do; without secrets
   * @param cause what it came from, or null
   */
  public OffsetStoreException(Reason reason, String message, @Nullable Throwable cause) {
    this(reason, message, null, cause);
  }

  /**
   * A failure of a store while it dealt with the position of one table.
   *
   * @param message what happened, why, and what to do; without secrets
   * @param table the table whose position it is, or null
   * @param cause what it came from, or null
   */
  public OffsetStoreException(
      Reason reason, String message, @Nullable TableId table, @Nullable Throwable cause) {
    super(
        message,
        reason == Reason.UNAVAILABLE,
        table == null ? ErrorContext.NONE : ErrorContext.of(table),
        cause);
    this.reason = reason;
  }

  /** What kind of failure it is. */
  public Reason reason() {
    return reason;
  }
}
