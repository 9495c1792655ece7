package io.dorischangelog.client.error;

import java.io.Serial;

/** A column has a type this client cannot give a Java value for. Not retryable. */
public final class UnsupportedTypeException extends ChangelogException {

  @Serial private static final long serialVersionUID = 1L;

  private final String column;
  private final String type;

  /**
   * For the client's own use.
   *
   * @param column the column's name
   * @param type its type in Doris' words, with the type on the wire if that is what does not fit
   */
  public UnsupportedTypeException(ErrorContext context, String column, String type) {
    super(
        "Column `"
            + column
            + "` has the type "
            + type
            + ", which this client cannot read. Leave the column out with the columns setting",
        false,
        context,
        null);
    this.column = column;
    this.type = type;
  }

  /** The column's name. */
  public String column() {
    return column;
  }

  /** The column's type in Doris' words. */
  public String type() {
    return type;
  }
}
