package io.dorischangelog.client.internal.decode;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A value that cannot be read, on its way from the reader of the (perhaps nested) value to the
 * place that knows the row.
 */
@SuppressWarnings("serial") // never leaves this package
final class BadCell extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient ColumnRef column;
  private final String why;

  BadCell(ColumnRef column, String why, @Nullable Throwable cause) {
    super(why, cause, false, false);
    this.column = column;
    this.why = why;
  }

  String why() {
    return why;
  }

  RuntimeException inRow(int row) {
    return column.unreadable(this, row);
  }
}
