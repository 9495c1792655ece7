package io.dorischangelog.client.scan;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.internal.server.DorisCluster;
import io.dorischangelog.client.internal.server.HostAndPort;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.tso.Tso;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that nothing asked for has expired. Doris leaves expired changes out of {@code detail}
 * and {@code append_only} reads without a word, so this looks at the server's clock and the table's
 * retention after a window was planned (later expiry does not change a planned query) and before
 * its first row is handed out.
 */
final class LossGuard {
  private static final Logger LOG = LoggerFactory.getLogger(LossGuard.class);

  /** Clock and check are not read at one moment; the advice leaves room for that. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private final DorisCluster cluster;
  private final TableReader tables;
  private final ErrorContext errors;
  private volatile boolean warned;

  LossGuard(DorisCluster cluster, TableReader tables, ErrorContext errors) {
    this.cluster = cluster;
    this.tables = tables;
    this.errors = errors;
  }

  /**
   * Checks one planned window.
   *
   * @param frontEnd the one that planned it
   * @param reached the place behind the last row already read
   * @param context what was seen of the table with the last window
   * @return the context with what is seen of it now
   * @throws ChangelogExpiredException if changes of the window may be gone
   * @throws IncompatibleTableException if the table is another one than before
   */
  PositionContext check(
      HostAndPort frontEnd, ChangeWindow window, Position reached, PositionContext context)
      throws IOException, StatementFailure, InterruptedException {
    TableReader.Retention now = tables.retention(frontEnd);
    requireSameTable(context, now.createdAt());
    Optional<Duration> ttl = shorter(now.ttl(), context.seen());
    if (ttl.isEmpty()) {
      warnOnce();
    } else {
      Instant serverNow = Tso.instant(cluster.currentTso(frontEnd));
      check(firstNeeded(window, reached), serverNow, ttl.get(), now.createdAt(), window);
    }
    return context.withSeen(
        new SeenTable(
            now.createdAt().or(context::createdAt).orElse(null), ttl(now.ttl(), context), null));
  }

  /** What is known of the retention; an answer that lacks it does not undo what was seen before. */
  private static @Nullable Duration ttl(Optional<Duration> now, PositionContext context) {
    SeenTable before = context.seen();
    return now.orElse(before == null ? null : before.ttl());
  }

  private void check(
      Instant start,
      Instant serverNow,
      Duration ttl,
      Optional<Instant> createdAt,
      ChangeWindow window) {
    Instant expired = serverNow.minus(ttl);
    boolean younger = createdAt.isPresent() && createdAt.get().isAfter(expired);
    if (!start.isAfter(expired) && !younger) {
      throw new ChangelogExpiredException(
          errors.withWindow(window.start(), window.end()), start, earliestSafe(expired), ttl, null);
    }
  }

  private static Instant earliestSafe(Instant expired) {
    Instant floor = expired.truncatedTo(ChronoUnit.SECONDS);
    return (floor.equals(expired) ? floor : floor.plusSeconds(1)).plus(MARGIN);
  }

  private static Instant firstNeeded(ChangeWindow window, Position reached) {
    long firstTso = reached.isComplete() ? reached.tso() + 1 : reached.tso();
    return Tso.instant(Math.max(firstTso, window.firstTso()));
  }

  private void requireSameTable(PositionContext context, Optional<Instant> createdAt) {
    Optional<Instant> before = context.createdAt();
    if (before.isPresent() && createdAt.isPresent() && !before.equals(createdAt)) {
      throw recreated(errors, before.get(), createdAt.get());
    }
  }

  /** The error for a position of a table that has since been dropped and created again. */
  static IncompatibleTableException recreated(ErrorContext errors, Instant before, Instant now) {
    return new IncompatibleTableException(
        errors,
        "The position belongs to a table created at "
            + before
            + ", but the table of this name was created at "
            + now
            + ": it was dropped and created again, and its changes in between are gone",
        "read the new table with scan mode 'initial' under a new consumer name, into an empty"
            + " target",
        null);
  }

  private static Optional<Duration> shorter(Optional<Duration> now, @Nullable SeenTable seen) {
    Duration before = seen == null ? null : seen.ttl();
    if (now.isEmpty() || before == null) {
      return now.isEmpty() ? Optional.ofNullable(before) : now;
    }
    return now.get().compareTo(before) < 0 ? now : Optional.of(before);
  }

  private void warnOnce() {
    if (!warned) {
      warned = true;
      LOG.warn(
          "the retention of {} cannot be read (SHOW CREATE TABLE shows no ttl_seconds), so expired"
              + " changes cannot be noticed",
          errors.table());
    }
  }
}
