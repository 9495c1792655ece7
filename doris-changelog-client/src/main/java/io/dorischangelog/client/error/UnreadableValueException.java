package io.dorischangelog.client.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A value is not one of its type, for example a date that does not exist. Not retryable, as the
 * value would come again.
 */
public final class UnreadableValueException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  private final String column;
  private final String type;
  private final long row;

  /**
   * For the client's own use.
   *
   * @param column the column's name, with the path inside a nested type if needed
   * @param type its type in Doris' words
   * @param row the row's index within its batch, from 0
   * @param why what is wrong with the value
   */
  public UnreadableValueException(
      ErrorContext context,
      String column,
      String type,
      long row,
      String why,
      @Nullable Throwable cause) {
    super(
        "Cannot read column `"
            + column
            + "` of type "
            + type
            + " in row "
            + row
            + " of the batch: "
            + why
            + ". Correct the value in the table, or leave the column out with the columns setting",
        false,
        context,
        cause);
    this.column = column;
    this.type = type;
    this.row = row;
  }

  /** The column's name. */
  public String column() {
    return column;
  }

  /** The column's type in Doris' words. */
  public String type() {
    return type;
  }

  /** The row's index within its batch, from 0. */
  public long row() {
    return row;
  }
}
