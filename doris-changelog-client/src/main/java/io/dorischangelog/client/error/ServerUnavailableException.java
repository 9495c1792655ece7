package io.dorischangelog.client.error;

import java.io.Serial;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * No address answered, or a connection broke more often than the retries allow. Retryable: the next
 * call tries all addresses again.
 */
public final class ServerUnavailableException extends ChangelogException {

  /**
   * One address that was tried.
   *
   * @param address host and port
   * @param reason why it did not work, without secrets
   */
  public record Attempt(String address, String reason) implements Serializable {}

  @Serial private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf gives a serializable list
  private final List<Attempt> attempts;

  /**
   * For the client's own use.
   *
   * @param what what could not be done, as a sentence without a full stop
   * @param attempts every address that was tried, in order
   */
  public ServerUnavailableException(
      ErrorContext context, String what, List<Attempt> attempts, @Nullable Throwable cause) {
    super(
        what
            + ": "
            + attempts.stream()
                .map(attempt -> attempt.address() + " - " + attempt.reason())
                .collect(Collectors.joining("; "))
            + ". Check that the front ends and back ends run and can be reached from here at these"
            + " addresses (see address-map and flight-sql-port)",
        true,
        context,
        cause);
    this.attempts = List.copyOf(attempts);
  }

  /** Every address that was tried, in order, and why it did not work. */
  public List<Attempt> attempts() {
    return attempts;
  }
}
