package io.dorischangelog.client.error;

import java.io.Serial;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The place to read from is older than the table's retention: changes in between are gone. Never
 * retryable, because waiting only loses more.
 */
public final class ChangelogExpiredException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  private final Instant askedStart;
  private final @Nullable Instant earliestSafeStart;
  private final @Nullable Duration ttl;

  /**
   * For the client's own use.
   *
   * @param askedStart the inclusive start that was asked for
   * @param earliestSafeStart the first whole second that is still complete; null if unknown
   * @param ttl the retention of the table; null if unknown
   * @param cause the server's own failure, or null if the client found out
   */
  public ChangelogExpiredException(
      ErrorContext context,
      Instant askedStart,
      @Nullable Instant earliestSafeStart,
      @Nullable Duration ttl,
      @Nullable Throwable cause) {
    super(message(askedStart, earliestSafeStart, ttl), false, context, cause);
    this.askedStart = askedStart;
    this.earliestSafeStart = earliestSafeStart;
    this.ttl = ttl;
  }

  private static String message(
      Instant askedStart, @Nullable Instant earliestSafeStart, @Nullable Duration ttl) {
    return "The changes from "
        + askedStart
        + " on have expired on the server"
        + (ttl == null ? "" : " (changelog.ttl_seconds = " + ttl.toSeconds() + ")")
        + (earliestSafeStart == null ? "" : "; complete only from " + earliestSafeStart + " on")
        + ". To have the table's present state again, start with scan mode 'initial' and a new"
        + " consumer name, and rebuild the target from that snapshot. To accept the loss, set"
        + " on-loss = skip. To avoid it, raise changelog.ttl_seconds on the table";
  }

  /** The inclusive start that was asked for. */
  public Instant askedStart() {
    return askedStart;
  }

  /** The first whole second from which everything is still there; empty if it is not known. */
  public Optional<Instant> earliestSafeStart() {
    return Optional.ofNullable(earliestSafeStart);
  }

  /** The table's retention; empty if it is not known. */
  public Optional<Duration> ttl() {
    return Optional.ofNullable(ttl);
  }
}
