package io.dorischangelog.client.scan;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.PositionContext.OpenWindow;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import io.dorischangelog.client.internal.decode.BatchDecoder;
import io.dorischangelog.client.internal.decode.BatchEnd;
import io.dorischangelog.client.internal.decode.RowPositions;
import io.dorischangelog.client.internal.server.FlightSession;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Reads the changes of one window from a position on.
 *
 * <p>A repeated attempt continues behind the last row handed on where the order of the rows is the
 * same on every replica: on unique tables, but not in {@code min_delta}, whose rows depend on the
 * window. Elsewhere the transaction that was cut is read again from its first row and flagged.
 */
final class WindowQuery implements StreamQuery {
  private final QueryLayout layout;
  private final WindowParts parts;
  private final WindowSizer sizer;
  private final LossGuard guard;
  private final ScanMemory memory;
  private final ScanEvents events;

  /** What is read; begins later than asked for where expired changes are skipped. */
  private ChangeWindow window;

  private ChangeShape shape;

  /** The end of what was asked for, or of the skipped gap where that is later. */
  private Instant end;

  private PositionContext context;

  /** The place behind the last row handed on. */
  private Position reached;

  /** Rows up to this TSO were perhaps handed on before. */
  private long replayedUpTo;

  /** The place behind which the current part began. */
  private Position partStart;

  private boolean handedOn;
  private boolean handedOnInPart;

  /** The server's order was broken once, so this part is read whole and put in order here. */
  private boolean sorts;

  private Duration took = Duration.ZERO;

  /** The whole window lies in a gap. */
  private boolean allSkipped;

  private long newRows;
  private long rowsToSkip;
  private long lastTsoSeen;
  private RowPositions positions;
  private @Nullable BatchDecoder decoder;
  private PositionContext.@Nullable SeenTable seen;

  /**
   * What all windows of a scan have in common.
   *
   * @param layout the columns as they were seen last
   * @param shape what is asked for, with these columns
   */
  record Source(LayoutTracker layout, ChangeShape shape, LossGuard guard, WindowSizer sizer) {}

  /**
   * @param context what all positions of this window share
   * @param resumeAt the place behind the last row already read; may lie before the window
   * @param replayedUpTo rows up to this TSO were perhaps handed on by an earlier query
   */
  WindowQuery(
      Source source,
      ChangeWindow window,
      Position resumeAt,
      long replayedUpTo,
      PositionContext context,
      StreamSupport support) {
    this.memory = support.memory();
    this.events = support.events();
    this.replayedUpTo = replayedUpTo;
    this.layout = new QueryLayout(source.layout());
    this.shape = source.shape();
    this.window = window;
    this.end = window.end();
    this.parts = new WindowParts(window);
    this.sizer = source.sizer();
    this.guard = source.guard();
    this.context = context;
    this.reached = resumeAt.withContext(context);
    this.partStart = reached;
    this.positions = RowPositions.constant(reached);
  }

  @Override
  public QueryLayout layout() {
    return layout;
  }

  @Override
  public void prepare(FlightSession session, StallGuard stall) {
    // Nothing comes before the read of a window.
  }

  @Override
  public Optional<String> statement() {
    if (allSkipped) {
      return Optional.empty();
    }
    ChangeWindow part = parts.current();
    shape = shape.with(layout.bind());
    decoder = null;
    lastTsoSeen = Long.MIN_VALUE;
    rowsToSkip = 0;
    if (shape.foldsWindow()) {
      replayedUpTo = handedOn ? Long.MAX_VALUE : replayedUpTo;
      positions = RowPositions.constant(reached);
      return Optional.of(shape.statement(part, part.firstTso()));
    }
    if (!reached.isComplete()) {
      continueInside();
    }
    positions = RowPositions.counting(reached.tso(), rowsToSkip, context);
    long from = reached.isComplete() ? reached.tso() + 1 : reached.tso();
    return Optional.of(shape.statement(part, Math.max(from, part.firstTso())));
  }

  private void continueInside() {
    if (shape.repeatsInSameOrder()) {
      rowsToSkip = reached.rows();
    } else {
      replayedUpTo = reached.tso();
    }
  }

  @Override
  public boolean planned(FlightSession session)
      throws IOException, StatementFailure, InterruptedException {
    LossGuard.Verdict verdict = guard.check(session.frontEnd(), parts.current(), reached, context);
    follow(verdict);
    return verdict.goOnAt().isEmpty();
  }

  /** The server refuses an expired start of {@code min_delta} itself. */
  @Override
  public boolean adjust(FlightSession session, StatementFailure failure)
      throws IOException, StatementFailure, InterruptedException {
    if (!ServerErrors.isExpired(failure)) {
      return reduce(failure);
    }
    follow(guard.expired(session.frontEnd(), window, reached, context, failure));
    return true;
  }

  private void follow(LossGuard.Verdict verdict) {
    seen = verdict.seen();
    if (verdict.partitionsGone() && !reached.isComplete()) {
      beginTransactionAgain();
    }
    verdict.goOnAt().ifPresent(this::skipTo);
  }

  /** Some of its rows may be gone, so the number of those handed on says nothing any more. */
  private void beginTransactionAgain() {
    replayedUpTo = Math.max(replayedUpTo, reached.tso());
    reached = reached.atTransactionStart();
    rowsToSkip = 0;
    positions = RowPositions.counting(reached.tso(), 0, context);
  }

  private void skipTo(Instant start) {
    if (parts.skipTo(start)) {
      window = new ChangeWindow(start, window.end(), window.reachesPresent());
      if (context.openWindow() != null) {
        context = context.withOpenWindow(new OpenWindow(start, window.end()));
      }
      reached = Position.endOfWindow(start, context);
    } else {
      end = start;
      allSkipped = true;
    }
  }

  @Override
  public @Nullable ArrowChangeBatch accept(VectorSchemaRoot root) throws RestartException {
    boolean decoded = false;
    VectorSchemaRoot rows = root;
    try {
      TsoColumn tsos = tsos(root);
      requireOrder(tsos, root.getRowCount());
      int skip = alreadyHandedOn(tsos, root.getRowCount());
      if (skip == root.getRowCount()) {
        return null;
      }
      if (skip > 0) {
        rows = root.slice(skip, root.getRowCount() - skip);
        root.close();
      }
      ArrowChangeBatch batch = decode(rows);
      decoded = true;
      return batch;
    } finally {
      if (!decoded) {
        rows.close();
      }
    }
  }

  private ArrowChangeBatch decode(VectorSchemaRoot rows) {
    BatchDecoder bound = decoder;
    if (bound == null) {
      bound = BatchDecoder.of(rows.getSchema(), shape.projection(), context());
      decoder = bound;
    }
    boolean replayed = tsos(rows).at(0) <= replayedUpTo;
    ArrowChangeBatch batch =
        bound.decode(rows, positions, BatchEnd.OPEN, replayed, memory.release(rows));
    positions = batch.following();
    reached = batch.end();
    newRows += batch.rowCount();
    handedOn = true;
    handedOnInPart = true;
    return batch;
  }

  /** How many rows at the beginning of this batch were handed on by an earlier attempt. */
  private int alreadyHandedOn(TsoColumn tsos, int rows) {
    int skip = 0;
    while (rowsToSkip > 0 && skip < rows) {
      if (tsos.at(skip) != reached.tso()) {
        rowsToSkip = 0;
        break;
      }
      skip++;
      rowsToSkip--;
    }
    return skip;
  }

  /**
   * Looks at time and order of a batch. Rows in ascending order of commit lie in the window if the
   * first and the last do, so that one pass is enough.
   */
  private void requireOrder(TsoColumn tsos, int rows) throws RestartException {
    if (rows == 0) {
      return;
    }
    ChangeWindow part = parts.current();
    boolean ascending = tsos.ascendsFrom(lastTsoSeen);
    long last = tsos.at(rows - 1);
    if (!ascending || tsos.at(0) < part.firstTso() || last > part.lastTso()) {
      int outside = tsos.firstOutside(part);
      if (outside >= 0) {
        throw WindowErrors.outside(tsos.at(outside), context());
      }
      throw sortFromNowOn();
    }
    lastTsoSeen = last;
  }

  /** Reads the part again from its beginning; what was handed on of it comes again, flagged. */
  private RestartException sortFromNowOn() {
    sorts = true;
    if (handedOnInPart && !shape.foldsWindow()) {
      replayedUpTo = Math.max(replayedUpTo, reached.tso());
      reached = partStart;
    }
    return new RestartException("the server broke the order of commits in spite of ORDER BY");
  }

  private TsoColumn tsos(VectorSchemaRoot root) {
    return TsoColumn.of(root, shape.hidden().tso(), context());
  }

  @Override
  public void completed() {
    events.windowRead(window, newRows, took);
  }

  @Override
  public void received(Duration work, long bytes) {
    took = work;
    sizer.took(window, work, bytes);
  }

  /** A part of which no row was handed on is halved where it is too much for the server. */
  @Override
  public boolean reduce(StatementFailure failure) {
    Optional<String> setting = ServerErrors.exceededLimit(failure);
    if (setting.isEmpty() || halve()) {
      return setting.isPresent();
    }
    throw WindowErrors.tooMuch(failure, setting.get(), shape.foldsWindow(), context());
  }

  private boolean halve() {
    ChangeWindow whole = parts.current();
    if (shape.foldsWindow() || handedOnInPart || !parts.halve()) {
      return false;
    }
    sizer.tooLarge(whole);
    return true;
  }

  @Override
  public boolean advance() {
    Position partEnd = Position.endOfWindow(parts.current().end(), context);
    if (!parts.advance()) {
      return false;
    }
    reached = partEnd.compareTo(reached) > 0 ? partEnd : reached;
    partStart = reached;
    handedOnInPart = false;
    sorts = false;
    return true;
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public boolean sorts() {
    return sorts;
  }

  @Override
  public RowOrder sorter(StreamSupport support) {
    return new RowSorter(
        shape.orderColumns(),
        memory.allocator(),
        memory.budgetBytes() / 2, // The sorted copies take the other half.
        this::tooLargeToSort);
  }

  private RestartException tooLargeToSort() {
    if (halve()) {
      return new RestartException("it does not fit into fetchMaxBytes to be put in order");
    }
    throw WindowErrors.tooLargeToSort(memory.budgetBytes(), shape.foldsWindow(), context());
  }

  @Override
  public Instant start() {
    return window.start();
  }

  @Override
  public Position end() {
    PositionContext known = seen == null ? context : context.withSeen(seen);
    return Position.endOfWindow(end, known.withOpenWindow(null));
  }

  @Override
  public ErrorContext context() {
    return ErrorContext.of(shape.table())
        .withWindow(window.start(), window.end())
        .withMode(shape.type().optionValue());
  }
}
