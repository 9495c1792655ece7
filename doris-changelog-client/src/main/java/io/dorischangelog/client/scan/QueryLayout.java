package io.dorischangelog.client.scan;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.internal.server.FlightSession;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;

/**
 * The columns that one query is made for, and whether the table still has them. A query learns that
 * a column is gone from the server's refusal, and that one was added or replaced only by asking:
 * after it was planned, so that every change it can show was made with the columns that are told,
 * and before its first row is handed on. For the query's thread.
 */
final class QueryLayout {
  private final LayoutTracker tracker;
  private TableLayout bound;
  private boolean checked;
  private boolean askedAgain;

  QueryLayout(LayoutTracker tracker) {
    this.tracker = tracker;
    this.bound = tracker.current();
  }

  /** The columns for a new statement. */
  TableLayout bind() {
    bound = tracker.current();
    checked = false;
    return bound;
  }

  /**
   * Before the first row of a planned statement: makes sure that it was made for the columns that
   * are there.
   *
   * @param session the one that planned it
   * @throws RestartException if it has to be made again for others
   * @throws io.dorischangelog.client.error.SchemaChangedException if the read cannot follow
   */
  void check(FlightSession session, ErrorContext context)
      throws IOException, StatementFailure, InterruptedException, RestartException {
    if (checked) {
      return;
    }
    if (isOutdated(session, context)) {
      throw new RestartException("the table's columns have changed");
    }
    checked = true;
  }

  /**
   * Whether a refused statement has to be made again because the columns have changed. A column may
   * be back already by the time of this question, so an unknown one is asked for twice.
   *
   * @throws io.dorischangelog.client.error.SchemaChangedException if the read cannot follow
   */
  boolean explains(StatementFailure failure, FlightSession session, ErrorContext context)
      throws IOException, StatementFailure, InterruptedException {
    if (isOutdated(session, context)) {
      return true;
    }
    boolean again = ServerErrors.isUnknownColumn(failure) && !askedAgain;
    askedAgain |= again;
    return again;
  }

  private boolean isOutdated(FlightSession session, ErrorContext context)
      throws IOException, StatementFailure, InterruptedException {
    return !tracker.ask(session.frontEnd(), context).readsLike(bound);
  }
}
