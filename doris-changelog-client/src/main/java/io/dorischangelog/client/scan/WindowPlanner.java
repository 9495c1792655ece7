package io.dorischangelog.client.scan;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.tso.Tso;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Cuts the time behind a position into windows, by the server's clock alone. A clock that stepped
 * back is waited for; so is a position a little ahead of it. Thread-safe.
 */
final class WindowPlanner {
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  private final TableDescription table;
  private final ScanOptions options;
  private final ScanResources resources;
  private final LossGuard guard;
  private final WindowSizer sizer;

  WindowPlanner(
      TableDescription table,
      ScanOptions options,
      ScanResources resources,
      LossGuard guard,
      WindowSizer sizer) {
    this.table = table;
    this.options = options;
    this.resources = resources;
    this.guard = guard;
    this.sizer = sizer;
  }

  /** The server's present second: changes before it can be read to their end. */
  Instant serverSecond() {
    long tso = resources.ask("read the server's clock", this::currentTso);
    Instant now = Tso.instant(tso);
    resources.events().serverTime(now);
    return now.truncatedTo(ChronoUnit.SECONDS);
  }

  /** A new master front end has no clock at first. */
  private long currentTso()
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    return resources
        .support()
        .visibility()
        .await(() -> resources.cluster().currentTso(), ErrorContext.of(table.id()));
  }

  /**
   * The next window behind a position in the changes; the one that is open there, if one is.
   *
   * @param limit exclusive end of the read; {@link Instant#MAX} for none
   * @return empty: there is no whole second to read yet
   * @throws ServerFailureException if the position lies far ahead of the server's clock
   */
  Optional<ChangeWindow> plan(Position from, Instant limit) {
    if (from.openWindow().isPresent()) {
      return from.openWindow().map(open -> new ChangeWindow(open.start(), open.end()));
    }
    Instant start = raisedToCreation(from.nextStart());
    Instant now = serverSecond();
    guard.headroom(start, now);
    requireNotAhead(from, start, now);
    if (foldsInOneGo() && now.isBefore(limit) && !limit.equals(Instant.MAX)) {
      return Optional.empty();
    }
    Instant until = limit.isBefore(now) ? limit : now;
    if (!start.isBefore(until)) {
      return Optional.empty();
    }
    Instant end = sizer.end(start, until);
    ChangeWindow window = new ChangeWindow(start, end, end.equals(now));
    resources.events().tell(to -> to.windowPlanned(window));
    return Optional.of(window);
  }

  private void requireNotAhead(Position from, Instant start, Instant now) {
    if (start.isAfter(now.plus(CLOCK_SKEW))) {
      throw new ServerFailureException(
          ErrorContext.of(table.id()),
          "planning the next window",
          "its clock says "
              + now
              + ", but the position is "
              + from
              + ", more than five minutes ahead; check the clocks of the cluster and the position",
          null);
    }
  }

  /** Whether a bounded read is one window, because its rows depend on the window's bounds. */
  private boolean foldsInOneGo() {
    return folds() && options.maxWindow().isEmpty();
  }

  private boolean folds() {
    return options.incrementType() == IncrementType.MIN_DELTA;
  }

  /**
   * In {@code min_delta} the server refuses a start that its retention no longer covers, even on a
   * table that is younger than that; nothing can have changed before the creation.
   */
  private Instant raisedToCreation(Instant start) {
    Instant created = table.createdAt().orElse(start);
    return folds() && created.isAfter(start) ? created : start;
  }
}
