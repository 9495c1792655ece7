package io.dorischangelog.client.error;

import java.io.Serial;
import java.util.List;

/**
 * The table's columns changed in a way this reader cannot follow, for example because a column it
 * was told to read is gone. Not retryable: make a new reader for the new columns; the position
 * stays valid.
 */
public final class SchemaChangedException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf gives a serializable list
  private final List<String> columns;

  /**
   * For the client's own use.
   *
   * @param columns the columns concerned
   * @param what what became of them, for example {@code no longer exist}
   */
  public SchemaChangedException(ErrorContext context, List<String> columns, String what) {
    super(
        "The columns "
            + columns
            + " "
            + what
            + ". Nothing was skipped: open a new reader with the columns that are there now, it"
            + " goes on at the committed position",
        false,
        context,
        null);
    this.columns = List.copyOf(columns);
  }

  /** Names of the columns concerned. */
  public List<String> columns() {
    return columns;
  }
}
