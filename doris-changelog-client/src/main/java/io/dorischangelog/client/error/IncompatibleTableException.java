package io.dorischangelog.client.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The table is there but cannot be read in the way asked for: no changelog, no before images, the
 * wrong table model. Not retryable.
 */
public final class IncompatibleTableException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  private final String remedy;

  /**
   * For the client's own use.
   *
   * @param why what does not fit, as a sentence without a full stop
   * @param remedy the statement or setting that would fix it
   */
  public IncompatibleTableException(
      ErrorContext context, String why, String remedy, @Nullable Throwable cause) {
    super(why + ". To fix it: " + remedy, false, context, cause);
    this.remedy = remedy;
  }

  /** The statement or setting that would fix it. */
  public String remedy() {
    return remedy;
  }
}
