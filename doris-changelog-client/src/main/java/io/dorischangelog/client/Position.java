package io.dorischangelog.client;

import io.dorischangelog.client.PositionContext.OpenWindow;
import io.dorischangelog.client.internal.tso.Tso;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A place between two rows of a table's changes: every change with a commit TSO below {@link
 * #tso()} is done, and of that TSO either all rows or the first {@link #rows()} of them. Immutable;
 * small enough to be made for every row.
 *
 * <p>Two special places exist. While a snapshot is read, the position is {@link #snapshot},
 * directly below the first change after it. While a {@code min_delta} window is read, the position
 * is the one before the window together with the window's bounds, see {@link #withOpenWindow}.
 *
 * <p>Positions of one table are totally ordered, and equal if they are the same place; what else
 * they carry (see {@link PositionContext}) does not count. Positions of different tables can be
 * compared, but it means nothing.
 */
public final class Position implements Comparable<Position> {

  /** The row count of a transaction that is done completely. */
  public static final long ALL = Long.MAX_VALUE;

  /** Sorts directly below ALL, above every real count. */
  private static final long SNAPSHOT_ROWS = ALL - 1;

  /** Among positions of the same TSO and row count. */
  private static final Comparator<Position> ORDER =
      Comparator.comparing(
              (Position position) -> position.context.openWindow(),
              Comparator.nullsFirst(
                  Comparator.comparing(OpenWindow::start).thenComparing(OpenWindow::end)))
          .thenComparing(position -> position.context.laterEnds(), Position::compareEnds);

  private final long tso;
  private final long rows;
  private final PositionContext context;

  private Position(long tso, long rows, PositionContext context) {
    this.tso = tso;
    this.rows = rows;
    this.context = context;
  }

  /**
   * The place after the first {@code rows} rows of the transaction {@code tso}, counted in the
   * order of reading. No rows is the same place as the transaction before being complete.
   *
   * @param rows 0 or more, or {@link #ALL}
   * @throws IllegalArgumentException if {@code rows} is negative or too large
   */
  public static Position of(long tso, long rows, PositionContext context) {
    if (rows < 0 || rows == SNAPSHOT_ROWS || (rows == 0 && tso == Long.MIN_VALUE)) {
      throw new IllegalArgumentException("rows must be 0 or more, or ALL: " + rows);
    }
    return rows == 0 ? complete(tso - 1, context) : new Position(tso, rows, context);
  }

  /** The place after the last row of the transaction {@code tso}. */
  public static Position complete(long tso, PositionContext context) {
    return new Position(tso, ALL, context);
  }

  /**
   * The place after a finished window, which is also where the next one starts.
   *
   * @param end the exclusive end of the window: a whole second
   * @throws IllegalArgumentException if it is not a whole second, or too far away for a TSO
   */
  public static Position endOfWindow(Instant end, PositionContext context) {
    return complete(Tso.lastBefore(wholeSecond(end)), context);
  }

  /**
   * A place to start reading at, knowing nothing but the table's name.
   *
   * @param start the first second to read, inclusive
   * @throws IllegalArgumentException if it is not a whole second, or too far away for a TSO
   */
  public static Position startingAt(Instant start, TableId table) {
    return endOfWindow(start, PositionContext.of(table));
  }

  /**
   * The place of every row of a snapshot but the last one, directly below {@code
   * endOfWindow(time)}.
   *
   * @param time the instant T0 from which on the changes are read afterwards: a whole second
   * @throws IllegalArgumentException if it is not a whole second, or too far away for a TSO
   */
  public static Position snapshot(Instant time, PositionContext context) {
    return new Position(Tso.lastBefore(wholeSecond(time)), SNAPSHOT_ROWS, context);
  }

  /**
   * Reads what {@link #toText} wrote.
   *
   * @throws IllegalArgumentException if the text is no position, was changed or cut off, or was
   *     written by a newer version of this client (the message says which)
   */
  public static Position parse(String text) {
    return PositionText.parse(text);
  }

  /**
   * The Doris commit timestamp of the transaction, 64 bits. Of a {@link #snapshot} it is the last
   * one before the snapshot's time.
   */
  public long tso() {
    return tso;
  }

  /** How many rows of the transaction are done: 1 or more, or {@link #ALL}; 0 in a snapshot. */
  public long rows() {
    return isSnapshot() ? 0 : rows;
  }

  /** Whether the transaction is done completely, so that the next row belongs to a later one. */
  public boolean isComplete() {
    return rows == ALL;
  }

  /** Whether this is a place inside a snapshot. */
  public boolean isSnapshot() {
    return rows == SNAPSHOT_ROWS;
  }

  /** The time T0 of the snapshot this is a place in, a whole second. */
  public Optional<Instant> snapshotTime() {
    return isSnapshot() ? Optional.of(Tso.instant(tso + 1)) : Optional.empty();
  }

  /** The {@code min_delta} window that was begun here and must be read again as a whole. */
  public Optional<OpenWindow> openWindow() {
    return Optional.ofNullable(context.openWindow());
  }

  /** The table this is a place in. */
  public TableId table() {
    return context.table();
  }

  /** What this position shares with others of the same window. */
  public PositionContext context() {
    return context;
  }

  /** The same place, with another context; its open window counts. */
  public Position withContext(PositionContext context) {
    return new Position(tso, rows, context);
  }

  /**
   * The same place, inside the {@code min_delta} window {@code [start, end)}.
   *
   * @throws IllegalArgumentException if a bound is not a whole second or the window is empty
   */
  public Position withOpenWindow(Instant start, Instant end) {
    return withContext(context.withOpenWindow(new OpenWindow(start, end)));
  }

  /** The same place, outside any {@code min_delta} window, and with none begun behind it. */
  public Position withoutOpenWindow() {
    return context.openWindow() == null && context.laterEnds().isEmpty()
        ? this
        : withContext(context.withOpenWindow(null).withLaterEnds(List.of()));
  }

  /** The nearest place at or before this one that is not inside a transaction. */
  public Position atTransactionStart() {
    return isComplete() || isSnapshot() ? this : complete(tso - 1, context);
  }

  /**
   * The inclusive start of a window that misses nothing from here on: the second in which the first
   * change that is not done may lie. It may repeat changes of that second, never lose one.
   */
  public Instant nextStart() {
    long firstUndone = isComplete() || isSnapshot() ? tso + 1 : tso;
    return Tso.instant(firstUndone).truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * The position with all it carries, as one line to be stored: {@code
   * v1;tso=461373440032243713;rows=all;table=db.t;...}. The text ends with a check sum, because
   * columns cut texts off and people edit them; it is read by {@link #parse}.
   */
  public String toText() {
    return PositionText.of(this);
  }

  private static int compareEnds(List<Instant> a, List<Instant> b) {
    for (int i = 0; i < a.size() && i < b.size(); i++) {
      int order = a.get(i).compareTo(b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  @Override
  public int compareTo(Position other) {
    if (this == other) {
      return 0; // Compared for every row, and all rows of a snapshot have the same.
    }
    if (tso != other.tso) {
      return Long.compare(tso, other.tso);
    }
    return rows == other.rows ? ORDER.compare(this, other) : Long.compare(rows, other.rows);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Position position
        && tso == position.tso
        && rows == position.rows
        && Objects.equals(context.openWindow(), position.context.openWindow())
        && context.laterEnds().equals(position.context.laterEnds());
  }

  @Override
  public int hashCode() {
    return Objects.hash(tso, rows, context.openWindow(), context.laterEnds());
  }

  /** For people: the instant, the counter, how far; not to be parsed. */
  @Override
  public String toString() {
    String place =
        isSnapshot()
            ? "snapshot of " + Tso.instant(tso + 1)
            : Tso.instant(tso)
                + "+"
                + Tso.counter(tso)
                + (isComplete() ? "" : " after " + rows + " rows");
    return openWindow()
        .map(window -> place + ", in [" + window.start() + ", " + window.end() + ")")
        .orElse(place);
  }

  private static Instant wholeSecond(Instant instant) {
    if (!PositionContext.isWholeSecond(instant)) {
      throw new IllegalArgumentException("must be a whole second: " + instant);
    }
    return instant;
  }
}
