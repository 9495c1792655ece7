package io.dorischangelog.client.scan;

import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.error.ErrorContext;
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
 * Makes sure that nothing asked for has expired or was discarded. Doris leaves expired changes out
 * of {@code detail} and {@code append_only} reads without a word, so this looks at the server's
 * clock, the table's retention and its partitions after a window was planned (later expiry does not
 * change a planned query) and before its first row is handed out. Thread-safe.
 */
final class LossGuard {
  private static final Logger LOG = LoggerFactory.getLogger(LossGuard.class);

  /** Clock and check are not read at one moment; going on leaves room for that. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  /** Doris takes any number of seconds; beyond this nothing expires, and time cannot hold it. */
  private static final Duration FOREVER = Duration.ofDays(365_000);

  private final TableFactsReader reader;
  private final TableIdentity identity;
  private final OnLoss onLoss;
  private final ScanEvents events;
  private final ErrorContext errors;
  private volatile boolean warned;

  LossGuard(
      TableFactsReader reader,
      TableIdentity identity,
      OnLoss onLoss,
      ScanEvents events,
      ErrorContext errors) {
    this.reader = reader;
    this.identity = identity;
    this.onLoss = onLoss;
    this.events = events;
    this.errors = errors;
  }

  /**
   * What a check found.
   *
   * @param seen what is seen of the table now, to be compared with the next time
   * @param goOnAt where to go on because changes before it have expired; empty: nothing has
   * @param partitionsGone whether rows of a transaction read before may be gone with a partition
   */
  record Verdict(SeenTable seen, Optional<Instant> goOnAt, boolean partitionsGone) {}

  /**
   * Checks one planned window.
   *
   * @param frontEnd the one that planned it
   * @param reached the place behind the last row already read
   * @param context what was seen of the table with the last window
   * @throws ChangelogException if changes may be gone, or the table is another one than before
   */
  Verdict check(
      HostAndPort frontEnd, ChangeWindow window, Position reached, PositionContext context)
      throws IOException, StatementFailure, InterruptedException {
    ErrorContext place = errors.withWindow(window.start(), window.end());
    Instant needed = firstNeeded(window, reached);
    TableFacts now = read(frontEnd);
    boolean gone = identity.check(frontEnd, now, context.seen(), needed, place);
    return new Verdict(
        seen(now).or(context.seen()), expiry(now, context.seen(), needed, place, null), gone);
  }

  /**
   * Finds out how to go on after the server itself said that the start has expired.
   *
   * @return the verdict, whose {@code goOnAt} lies behind what was asked for
   * @throws ChangelogExpiredException if the read is to stop
   */
  Verdict expired(
      HostAndPort frontEnd,
      ChangeWindow window,
      Position reached,
      PositionContext context,
      StatementFailure answer)
      throws IOException, StatementFailure, InterruptedException {
    ErrorContext place = errors.withWindow(window.start(), window.end());
    Instant needed = firstNeeded(window, reached);
    TableFacts now = read(frontEnd);
    boolean gone = identity.check(frontEnd, now, context.seen(), needed, place);
    Optional<Instant> goOnAt = expiry(now, context.seen(), needed, place, answer);
    return new Verdict(seen(now).or(context.seen()), goOnAt, gone);
  }

  /**
   * Checks a position before anything is read from it, so that a reader that cannot go on does not
   * begin. What does not stop a read is left to its first window.
   */
  void checkStart(HostAndPort frontEnd, Position position)
      throws IOException, StatementFailure, InterruptedException {
    TableFacts now = read(frontEnd);
    SeenTable before = position.context().seen();
    Instant needed = position.nextStart();
    headroom(needed, now.serverTime());
    if (onLoss == OnLoss.FAIL) {
      identity.check(frontEnd, now, before, needed, errors);
      expiry(now, before, needed, errors, null);
    }
  }

  /** What is to be compared with later. */
  static SeenTable seen(TableFacts facts) {
    return SeenTable.of(
        facts.createdAt().orElse(null),
        facts.ttl().orElse(null),
        facts.partitions().map(known -> known.keySet()).orElse(null));
  }

  private TableFacts read(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    TableFacts facts = reader.read(frontEnd);
    events.serverTime(facts.serverTime());
    events.retention(facts.ttl());
    if (facts.ttl().isEmpty()) {
      warnOnce();
    }
    return facts;
  }

  /** Looks how much of the retention is left, without asking the server. */
  void headroom(Instant needed, Instant serverNow) {
    events
        .stats()
        .ttl()
        .map(LossGuard::bounded)
        .ifPresent(ttl -> events.headroom(Duration.between(serverNow, needed.plus(ttl)), ttl));
  }

  private Optional<Instant> expiry(
      TableFacts now,
      @Nullable SeenTable before,
      Instant needed,
      ErrorContext place,
      @Nullable StatementFailure answer) {
    Optional<Duration> ttl = shorter(now.ttl(), before).map(LossGuard::bounded);
    if (ttl.isEmpty()) {
      if (answer == null) {
        return Optional.empty();
      }
      throw stop(new ChangelogExpiredException(place, needed, null, null, answer));
    }
    headroom(needed, now.serverTime());
    Instant expired = now.serverTime().minus(ttl.get());
    boolean younger = now.createdAt().isPresent() && now.createdAt().get().isAfter(expired);
    if (answer == null && (needed.isAfter(expired) || younger)) {
      return Optional.empty();
    }
    Instant safe = later(earliestSafe(expired), answer == null ? needed : nextSecond(needed));
    if (onLoss == OnLoss.FAIL) {
      throw stop(new ChangelogExpiredException(place, needed, safe, ttl.get(), answer));
    }
    skip(needed, safe, ttl.get());
    return Optional.of(safe);
  }

  private ChangelogException stop(ChangelogException loss) {
    events.tell(to -> to.loss(loss));
    return loss;
  }

  private void skip(Instant from, Instant until, Duration ttl) {
    Duration size = Duration.between(from, until);
    LOG.warn(
        "skipping {} of changes of {}, from {} to {}: they have expired (changelog.ttl_seconds ="
            + " {}), and on-loss = skip",
        size,
        errors.table(),
        from,
        until,
        ttl.toSeconds());
    events.gap(
        from, until, "expired on the server (changelog.ttl_seconds = " + ttl.toSeconds() + ")");
  }

  private static Instant earliestSafe(Instant expired) {
    return nextSecond(expired.minusNanos(1)).plus(MARGIN);
  }

  private static Instant nextSecond(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Instant firstNeeded(ChangeWindow window, Position reached) {
    long firstTso = reached.isComplete() ? reached.tso() + 1 : reached.tso();
    return Tso.instant(Math.max(firstTso, window.firstTso()));
  }

  private static Duration bounded(Duration ttl) {
    return ttl.compareTo(FOREVER) > 0 ? FOREVER : ttl;
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
              + " changes cannot be noticed; grant SELECT on the table, or watch the lag",
          errors.table());
    }
  }
}
