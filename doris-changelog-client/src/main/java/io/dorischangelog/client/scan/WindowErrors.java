package io.dorischangelog.client.scan;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.error.UnsupportedServerException;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.util.List;

/** What can be wrong with the answer to the query of a window. */
final class WindowErrors {
  private WindowErrors() {}

  /** A row that was not asked for. */
  static UnsupportedServerException outside(long tso, ErrorContext context) {
    return new UnsupportedServerException(
        context,
        "The server sent a change with TSO "
            + tso
            + ", which lies outside the window that was asked for; builds before the release read"
            + " windows as (start, end] and cannot be read without loss",
        List.of(),
        null);
  }

  /**
   * The server cannot read as much in one go, and less cannot be asked for.
   *
   * @param setting the one that limits it
   * @param folds whether its rows depend on the bounds of the window
   */
  static ServerFailureException tooMuch(
      StatementFailure failure, String setting, boolean folds, ErrorContext context) {
    return new ServerFailureException(
        context,
        "reading the window",
        ServerErrors.detail(failure.text())
            + (folds
                ? "; its rows depend on its bounds, so it was not cut into smaller ones; raise "
                    + setting
                    + ", or set maxWindow to fold shorter stretches"
                : "; rows of it were handed out or it is a second long, so it was not cut into"
                    + " smaller ones; raise "
                    + setting),
        failure);
  }

  /**
   * Rows that come in no order do not fit into the room for putting them in order.
   *
   * @param budgetBytes of which half is that room
   */
  static UnsupportedServerException tooLargeToSort(
      long budgetBytes, boolean folds, ErrorContext context) {
    return new UnsupportedServerException(
        context,
        "The server spreads one window over several endpoints, or breaks its order, although"
            + " enable_parallel_result_sink was set to false, and the rows do not fit into half of"
            + " fetchMaxBytes ("
            + budgetBytes
            + ") to be put in order; raise fetchMaxBytes"
            + (folds ? " or lower maxWindow" : ""),
        List.of(),
        null);
  }
}
