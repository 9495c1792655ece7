package io.dorischangelog.client.scan;

import io.dorischangelog.client.OnLoss;
import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.SeenPartitions;
import io.dorischangelog.client.error.ChangesDiscardedException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.internal.server.HostAndPort;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that a table is the one that was read before, and that its partitions are still there:
 * a partition that was truncated, replaced or dropped takes its change records with it, without a
 * trace in the changes. Thread-safe.
 */
final class TableIdentity {
  private static final Logger LOG = LoggerFactory.getLogger(TableIdentity.class);

  private final TableReader tables;
  private final OnLoss onLoss;
  private final ScanEvents events;

  /** Names by id as they were last seen; a position keeps ids only. */
  private volatile Map<Long, String> names = Map.of();

  TableIdentity(TableReader tables, OnLoss onLoss, ScanEvents events) {
    this.tables = tables;
    this.onLoss = onLoss;
    this.events = events;
  }

  /**
   * Compares.
   *
   * @param frontEnd asked further where partitions are missing
   * @param needed changes from here on were not read yet
   * @return whether partitions have vanished and the read goes on all the same
   * @throws IncompatibleTableException if it is another table
   * @throws ChangesDiscardedException if partitions have vanished and the read is to stop
   */
  boolean check(
      HostAndPort frontEnd,
      TableFacts now,
      @Nullable SeenTable before,
      Instant needed,
      ErrorContext place)
      throws IOException, StatementFailure, InterruptedException {
    if (before != null && before.createdAt() != null) {
      requireSameTable(before.createdAt(), now.createdAt(), place);
    }
    SeenPartitions seen = before == null ? null : before.partitions();
    Map<Long, String> present = now.partitions().orElse(Map.of());
    if (seen == null || present.isEmpty() || seen.areAllIn(present.keySet())) {
      remember(present);
      return false;
    }
    Instant until = now.serverTime().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    if (wereDroppedByRule(frontEnd, seen, present)) {
      announce(named(seen, present), needed, until, place);
    } else {
      discard(named(seen, present), needed, until, place);
    }
    remember(present);
    return true;
  }

  private void requireSameTable(Instant before, Optional<Instant> now, ErrorContext place) {
    if (now.isPresent() && !now.get().equals(before)) {
      throw recreated(place, before, now.get());
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

  /**
   * Whether the table's own rule explains what is missing. It does not if a partition of the same
   * name is there again (truncated or replaced), nor if none of those seen before is left.
   */
  private boolean wereDroppedByRule(
      HostAndPort frontEnd, SeenPartitions seen, Map<Long, String> present)
      throws IOException, StatementFailure, InterruptedException {
    List<Long> missing = seen.missingFrom(present.keySet());
    Set<String> presentNames = new HashSet<>(present.values());
    boolean replaced =
        missing.stream()
            .map(names::get)
            .anyMatch(name -> name != null && presentNames.contains(name));
    return !replaced
        && missing.size() < seen.count()
        && tables.createTable(frontEnd).dropsOldPartitions();
  }

  private List<String> named(SeenPartitions seen, Map<Long, String> present) {
    if (seen.ids().isEmpty()) {
      return List.of("some of " + seen.count() + " partitions");
    }
    return seen.missingFrom(present.keySet()).stream()
        .map(id -> names.getOrDefault(id, String.valueOf(id)))
        .toList();
  }

  private void announce(List<String> gone, Instant from, Instant until, ErrorContext place) {
    LOG.warn(
        "partitions {} of {} were dropped by the table's own rule; changes of them between {} and"
            + " {} that were not read before are gone",
        gone,
        place.table(),
        from,
        until);
    events.tell(to -> to.partitionsExpired(gone, from, until));
  }

  private void discard(List<String> gone, Instant from, Instant until, ErrorContext place) {
    if (onLoss == OnLoss.FAIL) {
      ChangesDiscardedException loss = new ChangesDiscardedException(place, gone, from, until);
      events.tell(to -> to.loss(loss));
      throw loss;
    }
    LOG.warn(
        "partitions {} of {} were dropped, truncated or replaced; changes of them between {} and {}"
            + " that were not read before are gone, and on-loss = skip",
        gone,
        place.table(),
        from,
        until);
    events.gap(from, until, "partitions " + gone + " were dropped, truncated or replaced");
  }

  /** Keeps the names, for the message if some of them vanish. */
  void remember(Map<Long, String> present) {
    if (!present.isEmpty()) {
      names = present;
    }
  }
}
