package io.dorischangelog.client.scan;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.PositionContext.SeenTable;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.internal.jvm.ArrowAccess;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One table, ready to be read in parts: a snapshot in splits, changes in windows. It keeps no
 * position, saves nothing and reads nothing ahead beyond its open streams, which share one budget
 * of bytes; whoever uses it decides what to read next.
 *
 * <p>Thread-safe. Calls that wait for a server can be interrupted, and end when the scan is closed.
 * Each open stream has one daemon thread; closing the scan ends them all.
 */
public final class ChangelogScan implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangelogScan.class);

  private final ScanOptions options;
  private final ScanResources resources;
  private final TableDescription table;
  private final LayoutTracker layout;
  private final SnapshotProgress snapshotProgress;
  private final WindowSizer sizer;
  private final WindowPlanner windows;
  private final LossGuard guard;
  private final SnapshotPlanner snapshots;
  private final SeenTable opened;

  private ChangelogScan(ScanOptions options, ScanResources resources, TableReader tables) {
    this.options = options;
    this.resources = resources;
    this.table = resources.ask("describe the table", tables::describe);
    this.layout = new LayoutTracker(tables, table, options, resources.events());
    this.snapshotProgress = new SnapshotProgress(resources.events());
    TableFactsReader facts =
        new TableFactsReader(resources.cluster(), tables, options.table(), resources.together());
    TableIdentity identity = new TableIdentity(tables, options.onLoss(), resources.events());
    this.guard =
        new LossGuard(
            facts,
            identity,
            options.onLoss(),
            resources.events(),
            errors().withMode(options.incrementType().optionValue()));
    this.opened = table.changelog() ? seenNow(facts, identity) : seenInDescription();
    this.snapshots = new SnapshotPlanner(table, resources, options.tabletsPerSplit());
    this.sizer =
        new WindowSizer(options.maxWindow(), options.incrementType() == IncrementType.MIN_DELTA);
    this.windows = new WindowPlanner(table, options, resources, guard, sizer);
  }

  private SeenTable seenNow(TableFactsReader facts, TableIdentity identity) {
    TableFacts now =
        resources.ask(
            "look at the table's partitions",
            () -> resources.cluster().frontEnds().ask(facts::read));
    now.partitions().ifPresent(identity::remember);
    return LossGuard.seen(now).or(seenInDescription());
  }

  private SeenTable seenInDescription() {
    return new SeenTable(table.createdAt().orElse(null), table.ttl().orElse(null), null);
  }

  /**
   * Connects and describes the table.
   *
   * @throws IllegalArgumentException if an option names a column that is not there
   * @throws IllegalStateException if the JVM lacks the flag that Arrow needs
   * @throws io.dorischangelog.client.error.ServerUnavailableException if no front end answers
   * @throws io.dorischangelog.client.error.AccessDeniedException if the account may not read it
   * @throws IncompatibleTableException if the table does not exist or cannot be read so
   */
  public static ChangelogScan open(ScanOptions options) {
    ArrowAccess.require();
    ScanResources resources = ScanResources.open(options);
    boolean opened = false;
    try {
      ChangelogScan scan =
          new ChangelogScan(
              options, resources, new TableReader(resources.cluster(), options.table()));
      opened = true;
      return scan;
    } finally {
      if (!opened) {
        resources.close();
      }
    }
  }

  /** The table as it was when the scan was opened. */
  public TableDescription table() {
    return table;
  }

  /**
   * The columns of snapshot rows as they were seen last. Each batch tells its own: they may have
   * changed between two.
   */
  public TableSchema snapshotSchema() {
    return layout.current().snapshotSchema();
  }

  /**
   * The columns of changes as they were seen last: value columns are nullable there. Each batch
   * tells its own: they may have changed between two.
   */
  public TableSchema changeSchema() {
    return layout.current().changeSchema();
  }

  /**
   * Makes sure that changes of the wanted kind can be read from this table.
   *
   * @throws IncompatibleTableException naming what to change
   * @throws io.dorischangelog.client.error.UnsupportedTypeException naming a selected column whose
   *     type this client does not know
   * @throws IllegalArgumentException if the filter uses columns that such a read cannot filter by
   */
  public void requireChanges() {
    ChangeRules.require(layout.current(), options);
  }

  /**
   * The server's present second: changes before it can be read to their end.
   *
   * @return a whole second
   */
  public Instant serverSecond() {
    return windows.serverSecond();
  }

  /**
   * The server's global time zone, in which people write local times.
   *
   * @throws IllegalArgumentException if the server's name for it is not known here
   */
  public ZoneId serverZone() {
    return resources.serverZone();
  }

  /**
   * Fixes the time T0 of a snapshot, waits until everything committed before it is visible, and
   * cuts the table into splits by its tablets: {@link ScanOptions#tabletsPerSplit()} in each, or as
   * many splits as there are readers. A server that does not tell this account the tablets gives
   * one split, the whole table.
   *
   * @param parallelism how many sessions may read it, 1 or more
   * @throws IncompatibleTableException if an exact snapshot is asked for and cannot be had
   * @throws io.dorischangelog.client.error.UnsupportedTypeException naming a selected column whose
   *     type this client does not know
   * @throws io.dorischangelog.client.error.WindowNotReadyException if transactions before T0 are
   *     not visible in time
   */
  public SnapshotPlan planSnapshot(SnapshotConsistency consistency, int parallelism) {
    return planSnapshotAt(serverSecond(), consistency, parallelism);
  }

  /**
   * The splits of a snapshot whose time is known already: T0 of an interrupted one, or a moment of
   * the past. They differ from those planned before where tablets came or went.
   *
   * @param time a whole second, not later than the server's
   * @param parallelism as for {@link #planSnapshot}
   */
  public SnapshotPlan planSnapshotAt(
      Instant time, SnapshotConsistency consistency, int parallelism) {
    if (parallelism < 1) {
      throw new IllegalArgumentException("parallelism = " + parallelism + " must be 1 or more");
    }
    layout.current().requireReadable();
    SnapshotPlan plan = snapshots.plan(time, consistency, fence(time), parallelism);
    snapshotProgress.started(plan);
    return plan;
  }

  /** The statement that waits for everything before T0. */
  private Optional<String> fence(Instant time) {
    return table.changelog() ? Optional.of(SnapshotQuery.fence(shape(), time)) : Optional.empty();
  }

  /**
   * The next window behind a position, as long as is sensible and not beyond the server's clock.
   *
   * @return empty: the server's clock has not moved a whole second beyond the position
   * @throws ServerFailureException if the position lies more than five minutes ahead of the clock
   */
  public Optional<ChangeWindow> planWindow(Position from) {
    return planWindow(from, Instant.MAX);
  }

  /**
   * The next window behind a position that ends at {@code limit} at the latest. A {@code min_delta}
   * window that was begun is given as it was, also beyond the limit: rows of it may have been
   * handed out, and another window would fold them in another way.
   *
   * @param limit exclusive end of the read
   */
  public Optional<ChangeWindow> planWindow(Position from, Instant limit) {
    requireInChanges(from);
    return windows.plan(from, limit);
  }

  /** Reads one split; all its rows have the position {@code SNAPSHOT(T0)}. */
  public ChangeStream read(SnapshotSplit split) {
    return read(split, false);
  }

  /**
   * Reads one split.
   *
   * @param repeated whether rows of it may have been handed out before, so that they are flagged
   */
  public ChangeStream read(SnapshotSplit split, boolean repeated) {
    Position position = Position.snapshot(split.time(), context());
    return resources.start(
        new SnapshotQuery(
            new SnapshotQuery.Source(table.id(), layout, fence(split.time()), snapshotProgress),
            split,
            position,
            repeated,
            snapshots.tablets(),
            resources.support()),
        resources.support());
  }

  /**
   * Reads the changes of a window behind a position.
   *
   * @param resumeAt a position inside or before the window; rows up to it are not read again where
   *     that is possible, and flagged as replayed where not
   */
  public ChangeStream read(ChangeWindow window, Position resumeAt) {
    return read(window, resumeAt, false);
  }

  /**
   * Reads the changes of a window behind a position.
   *
   * @param repeated whether rows of the window may have been handed out before; flagged where they
   *     come again
   */
  public ChangeStream read(ChangeWindow window, Position resumeAt, boolean repeated) {
    requireChanges();
    requireInChanges(resumeAt);
    PositionContext known = resumeAt.context();
    PositionContext present = context().withOpenWindow(known.openWindow());
    SeenTable seen = known.seen();
    PositionContext context = seen == null ? present : present.withSeen(seen.or(present.seen()));
    Position start = known.hasShapeOf(context) ? resumeAt : resumeAt.atTransactionStart();
    ChangeShape shape = shape();
    long replayedUpTo = start.equals(resumeAt) ? Long.MIN_VALUE : resumeAt.tso();
    if (shape.foldsWindow() && repeated) {
      replayedUpTo = Long.MAX_VALUE;
    }
    return resources.start(
        new WindowQuery(
            new WindowQuery.Source(layout, shape, guard, sizer),
            window,
            start,
            replayedUpTo,
            context,
            resources.support()),
        resources.support());
  }

  /** What was done so far. From any thread. */
  public ScanStats stats() {
    return resources.events().stats();
  }

  private ChangeShape shape() {
    return ChangeShape.of(layout.current(), options.incrementType(), resources.hiddenColumns());
  }

  /** What positions of this scan share before a window was finished. */
  public PositionContext context() {
    PositionContext plain = PositionContext.of(table.id()).withSeen(opened);
    return table.changelog() ? plain.withFingerprint(shape().fingerprint()) : plain;
  }

  /**
   * Makes sure that a position from an earlier read belongs to this table.
   *
   * @throws IllegalArgumentException if it is one of another table
   * @throws IncompatibleTableException if the table was dropped and created again since
   */
  public void requireOwn(Position position) {
    if (!position.table().equals(table.id())) {
      throw new IllegalArgumentException(
          "the position belongs to " + position.table() + ", this scan reads " + table.id());
    }
    Optional<Instant> created = position.context().createdAt();
    if (created.isPresent()
        && table.createdAt().isPresent()
        && !created.equals(table.createdAt())) {
      throw TableIdentity.recreated(errors(), created.get(), table.createdAt().get());
    }
  }

  /**
   * Makes sure, before anything is read, that a position from an earlier run can still be gone on
   * from. With on-loss = skip only the table's identity is checked; gaps show with the first
   * window.
   *
   * @throws io.dorischangelog.client.error.ChangelogExpiredException if changes behind it have
   *     expired
   * @throws io.dorischangelog.client.error.ChangesDiscardedException if partitions have vanished
   *     that were there when it was saved
   * @throws IncompatibleTableException if the table was dropped and created again since
   */
  public void requireReadable(Position restored) {
    requireOwn(restored);
    SeenTable seen = restored.context().seen();
    if (seen == null || seen.partitions() == null) {
      LOG.info(
          "the position {} of {} does not say which partitions there were; partitions dropped since"
              + " then cannot be noticed",
          restored,
          table.id());
      resources.events().tell(to -> to.historyUnverified(restored));
    }
    resources.ask(
        "check the position",
        () ->
            resources
                .cluster()
                .frontEnds()
                .ask(
                    frontEnd -> {
                      guard.checkStart(frontEnd, restored);
                      return restored;
                    }));
  }

  private void requireInChanges(Position position) {
    requireOwn(position);
    if (position.isSnapshot()) {
      throw new IllegalArgumentException(
          "the position lies inside a snapshot (" + position + "); read its splits first");
    }
  }

  private ErrorContext errors() {
    return ErrorContext.of(options.table());
  }

  /** Cancels every open stream, from any thread, without waiting; the scan stays usable. */
  public void cancelStreams() {
    resources.cancelStreams();
  }

  /**
   * Ends every stream, session and thread of this scan within 5 seconds. Idempotent.
   *
   * @throws IllegalStateException if batches are still open; their memory is released when they are
   *     closed
   */
  @Override
  public void close() {
    resources.close();
  }
}
