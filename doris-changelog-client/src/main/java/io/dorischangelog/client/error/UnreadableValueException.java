package io.dorischangelog.client.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A value is not one of its type, for example a date that does not exist, or does not fit the Java
 * type asked for. Not retryable, as the value would come again.
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

  private UnreadableValueException(String message, String column, String type) {
    super(message, false, ErrorContext.NONE, null);
    this.column = column;
    this.type = type;
    this.row = -1;
  }

  /**
   * For the client's own use: a caller asked a row for a Java type that the value does not fit.
   *
   * @param target the Java type asked for
   * @param why what does not fit
   */
  public static UnreadableValueException conversion(
      String column, String type, String target, String why) {
    return new UnreadableValueException(
        "Cannot give column `" + column + "` of type " + type + " as " + target + ": " + why,
        column,
        type);
  }

  /** The column's name. */
  public String column() {
    return column;
  }

  /** The column's type in Doris' words. */
  public String type() {
    return type;
  }

  /** The row's index within its batch, from 0; -1 if the value was asked of a row object. */
  public long row() {
    return row;
  }
}
