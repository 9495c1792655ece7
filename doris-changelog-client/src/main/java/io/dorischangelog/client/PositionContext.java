package io.dorischangelog.client;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What many {@link Position}s share: the table they belong to, the shape of the query, what was
 * seen of the table with the last finished window, and the open window of a {@code min_delta} read.
 * It takes no part in comparing positions, except for the windows.
 *
 * <p>For readers and adapters; applications only pass it on inside a position.
 *
 * @param table the table's name
 * @param fingerprint of the query shape (increment type, filter, semantics, key columns), or null
 *     if not known; under another one the row count of a position means nothing
 * @param seen what was seen of the table with the last finished window, or null if not known
 * @param openWindow the {@code min_delta} window being read, or null
 * @param laterEnds the exclusive ends, ascending whole seconds, of {@code min_delta} windows that
 *     were begun behind that one (or behind the place itself) without a commit between; they must
 *     be read again with these bounds. Only positions in a store have some
 */
public record PositionContext(
    TableId table,
    @Nullable String fingerprint,
    @Nullable SeenTable seen,
    @Nullable OpenWindow openWindow,
    List<Instant> laterEnds) {

  private static final SeenTable NOTHING_SEEN = new SeenTable(null, null, null);

  /**
   * What was seen of a table when a window was finished, to be compared before the next one. Parts
   * the server would not tell are null.
   *
   * @param createdAt the creation time of the table, which with its name is its identity
   * @param ttl the table's retention, in whole seconds
   * @param partitions its partitions
   */
  public record SeenTable(
      @Nullable Instant createdAt, @Nullable Duration ttl, @Nullable SeenPartitions partitions) {

    /**
     * Checks the retention.
     *
     * @throws IllegalArgumentException if the retention is not in whole seconds
     */
    public SeenTable {
      if (ttl != null && !ttl.truncatedTo(ChronoUnit.SECONDS).equals(ttl)) {
        throw new IllegalArgumentException("ttl must be whole seconds: " + ttl);
      }
    }

    /** What was seen, with the ids in any order. */
    public static SeenTable of(
        @Nullable Instant createdAt, @Nullable Duration ttl, @Nullable Collection<Long> ids) {
      return new SeenTable(createdAt, ttl, ids == null ? null : SeenPartitions.of(ids));
    }

    /** What was seen, completed by {@code other} where something is missing. */
    public SeenTable or(@Nullable SeenTable other) {
      return other == null
          ? this
          : new SeenTable(
              createdAt == null ? other.createdAt : createdAt,
              ttl == null ? other.ttl : ttl,
              partitions == null ? other.partitions : partitions);
    }
  }

  /**
   * A {@code min_delta} window that was begun and must be read again with exactly these bounds.
   *
   * @param start inclusive, a whole second
   * @param end exclusive, a whole second
   */
  public record OpenWindow(Instant start, Instant end) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a bound is not a whole second or the window is empty
     */
    public OpenWindow {
      if (!isWholeSecond(start) || !isWholeSecond(end) || !start.isBefore(end)) {
        throw new IllegalArgumentException(
            "an open window needs whole seconds and start < end: [" + start + ", " + end + ")");
      }
    }
  }

  /**
   * Makes seeing nothing the same as not having looked.
   *
   * @throws IllegalArgumentException if the later ends are not whole seconds in ascending order
   */
  public PositionContext {
    laterEnds = List.copyOf(laterEnds);
    Instant before = openWindow == null ? Instant.MIN : openWindow.end();
    for (Instant end : laterEnds) {
      if (!isWholeSecond(end) || !before.isBefore(end)) {
        throw new IllegalArgumentException(
            "ends of windows must be whole seconds, each behind the one before: " + laterEnds);
      }
      before = end;
    }
    if (NOTHING_SEEN.equals(seen)) {
      seen = null;
    }
  }

  static boolean isWholeSecond(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).equals(instant);
  }

  /** A context that knows the table's name only. */
  public static PositionContext of(TableId table) {
    return new PositionContext(table, null, null, null, List.of());
  }

  /** This context for queries of the given shape. */
  public PositionContext withFingerprint(String fingerprint) {
    return new PositionContext(table, fingerprint, seen, openWindow, laterEnds);
  }

  /** This context after a window was finished with which the table looked like {@code seen}. */
  public PositionContext withSeen(SeenTable seen) {
    return new PositionContext(table, fingerprint, seen, openWindow, laterEnds);
  }

  /** This context inside the given window, or outside any for null. */
  public PositionContext withOpenWindow(@Nullable OpenWindow openWindow) {
    return new PositionContext(table, fingerprint, seen, openWindow, laterEnds);
  }

  /** This context with the given windows begun behind the open one. */
  public PositionContext withLaterEnds(List<Instant> laterEnds) {
    return new PositionContext(table, fingerprint, seen, openWindow, laterEnds);
  }

  /** Whether both come from queries of the same, known shape, so that row counts can be trusted. */
  public boolean hasShapeOf(PositionContext other) {
    return fingerprint != null && fingerprint.equals(other.fingerprint);
  }

  /** The creation time of the table this was seen of, if it is known. */
  public Optional<Instant> createdAt() {
    return Optional.ofNullable(seen).map(SeenTable::createdAt);
  }
}
