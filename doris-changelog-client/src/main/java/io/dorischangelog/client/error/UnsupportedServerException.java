package io.dorischangelog.client.error;

import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server is older than Doris 5.0, or speaks in names this client does not know. Not retryable.
 */
public final class UnsupportedServerException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf gives a serializable list
  private final List<String> namesSeen;

  /**
   * For the client's own use.
   *
   * @param why what was seen, why it does not do and what to do
   * @param namesSeen the server's names that were not understood; may be empty
   */
  public UnsupportedServerException(
      ErrorContext context, String why, List<String> namesSeen, @Nullable Throwable cause) {
    super(
        why + (namesSeen.isEmpty() ? "" : "; names seen: " + String.join(", ", namesSeen)),
        false,
        context,
        cause);
    this.namesSeen = List.copyOf(namesSeen);
  }

  /** The server's names that were not understood; may be empty. */
  public List<String> namesSeen() {
    return namesSeen;
  }
}
