package io.dorischangelog.client.scan;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.PositionContext.OpenWindow;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.UnsupportedServerException;
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
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
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
  private final ChangeShape shape;
  private final LossGuard guard;
  private final ScanMemory memory;
  private final ScanEvents events;
  private final long startNanos = System.nanoTime();

  /** What is read; begins later than asked for where expired changes are skipped. */
  private ChangeWindow window;

  /** The end of what was asked for, or of the skipped gap where that is later. */
  private Instant end;

  private PositionContext context;

  /** The place behind the last row handed on. */
  private Position reached;

  /** Rows up to this TSO were perhaps handed on before. */
  private long replayedUpTo;

  private boolean handedOn;

  /** The whole window lies in a gap. */
  private boolean allSkipped;

  private long newRows;
  private long rowsToSkip;
  private long lastTsoSeen;
  private RowPositions positions;
  private @Nullable BatchDecoder decoder;
  private PositionContext.@Nullable SeenTable seen;

  /**
   * @param context what all positions of this window share
   * @param resumeAt the place behind the last row already read; may lie before the window
   * @param replayedUpTo rows up to this TSO were perhaps handed on by an earlier query
   */
  WindowQuery(
      ChangeShape shape,
      ChangeWindow window,
      Position resumeAt,
      long replayedUpTo,
      PositionContext context,
      LossGuard guard,
      StreamSupport support) {
    this.memory = support.memory();
    this.events = support.events();
    this.replayedUpTo = replayedUpTo;
    this.shape = shape;
    this.window = window;
    this.end = window.end();
    this.guard = guard;
    this.context = context;
    this.reached = resumeAt.withContext(context);
    this.positions = RowPositions.constant(reached);
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
    decoder = null;
    lastTsoSeen = Long.MIN_VALUE;
    rowsToSkip = 0;
    if (shape.foldsWindow()) {
      replayedUpTo = handedOn ? Long.MAX_VALUE : replayedUpTo;
      positions = RowPositions.constant(reached);
      return Optional.of(shape.statement(window, window.firstTso()));
    }
    if (!reached.isComplete()) {
      continueInside();
    }
    positions = RowPositions.counting(reached.tso(), rowsToSkip, context);
    long from = reached.isComplete() ? reached.tso() + 1 : reached.tso();
    return Optional.of(shape.statement(window, Math.max(from, window.firstTso())));
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
    LossGuard.Verdict verdict = guard.check(session.frontEnd(), window, reached, context);
    follow(verdict);
    return verdict.goOnAt().isEmpty();
  }

  /** The server refuses an expired start of {@code min_delta} itself. */
  @Override
  public boolean adjust(FlightSession session, StatementFailure failure)
      throws IOException, StatementFailure, InterruptedException {
    if (!ServerErrors.isExpired(failure)) {
      return false;
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
    if (start.isBefore(window.end())) {
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
  public @Nullable ArrowChangeBatch accept(VectorSchemaRoot root) {
    boolean decoded = false;
    VectorSchemaRoot rows = root;
    try {
      checkTsos(root);
      int skip = alreadyHandedOn(root);
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
    boolean replayed = tsos(rows).getValueAsLong(0) <= replayedUpTo;
    ArrowChangeBatch batch =
        bound.decode(rows, positions, BatchEnd.OPEN, replayed, memory.release(rows));
    positions = batch.following();
    reached = batch.end();
    newRows += batch.rowCount();
    handedOn = true;
    return batch;
  }

  /** How many rows at the beginning of this batch were handed on by an earlier attempt. */
  private int alreadyHandedOn(VectorSchemaRoot root) {
    int skip = 0;
    BaseIntVector tso = tsos(root);
    while (rowsToSkip > 0 && skip < root.getRowCount()) {
      if (tso.getValueAsLong(skip) != reached.tso()) {
        rowsToSkip = 0;
        break;
      }
      skip++;
      rowsToSkip--;
    }
    return skip;
  }

  private void checkTsos(VectorSchemaRoot root) {
    BaseIntVector tso = tsos(root);
    long last = lastTsoSeen;
    for (int row = 0; row < root.getRowCount(); row++) {
      long value = tso.getValueAsLong(row);
      if (value < window.firstTso() || value > window.lastTso()) {
        throw outside(value);
      }
      if (value < last) {
        throw disorder(last, value);
      }
      last = value;
    }
    lastTsoSeen = last;
  }

  private BaseIntVector tsos(VectorSchemaRoot root) {
    String name = shape.hidden().tso();
    FieldVector vector = root.getVector(name);
    if (vector instanceof BaseIntVector integers && integers.getNullCount() == 0) {
      return integers;
    }
    List<String> seen = root.getSchema().getFields().stream().map(f -> f.getName()).toList();
    throw new UnsupportedServerException(
        context(), "The server sent no usable column " + name + " with its changes", seen, null);
  }

  private UnsupportedServerException outside(long tso) {
    return new UnsupportedServerException(
        context(),
        "The server sent a change with TSO "
            + tso
            + ", which lies outside the window that was asked for; builds before the release read"
            + " windows as (start, end] and cannot be read without loss",
        List.of(),
        null);
  }

  private UnsupportedServerException disorder(long before, long after) {
    return new UnsupportedServerException(
        context(),
        "The server sent TSO " + after + " after " + before + " in spite of ORDER BY",
        List.of(),
        null);
  }

  @Override
  public void completed() {
    events.windowRead(window, newRows, Duration.ofNanos(System.nanoTime() - startNanos));
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public RowOrder sorter(StreamSupport support) {
    return new RowSorter(shape.orderColumns(), memory.allocator(), support.budgetBytes());
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
