package io.dorischangelog.client.scan;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import io.dorischangelog.client.internal.decode.BatchDecoder;
import io.dorischangelog.client.internal.decode.BatchEnd;
import io.dorischangelog.client.internal.decode.Projection;
import io.dorischangelog.client.internal.decode.RowPositions;
import io.dorischangelog.client.internal.server.FlightSession;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.tso.Tso;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the rows of one snapshot split.
 *
 * <p>First the fence: a change read that ends at T0 makes the server wait for every transaction
 * that may have been committed before T0. Snapshot reads do not wait by themselves, so without the
 * fence such a transaction could be missing from the snapshot and from the changes. It runs on the
 * session, and so on the front end, that then plans the snapshot.
 */
final class SnapshotQuery implements StreamQuery {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotQuery.class);
  private static final Pattern AS_OF_REFUSED =
      Pattern.compile("(?i)FOR (VERSION|TIME|VERSION/TIME) AS OF");

  /** What a parser answers that wants the two clauses behind the table in another order. */
  private static final Pattern SYNTAX =
      Pattern.compile("(?i)syntax|mismatched input|extraneous input|no viable|parse error");

  private final Source source;
  private final SnapshotSplit split;
  private final Position position;
  private final StreamSupport support;
  private final QueryLayout layout;
  private final TableTablets tablets;
  private boolean exact;
  private boolean asOfFirst;
  private boolean turned;
  private boolean handedOn;
  private final boolean begunBefore;
  private boolean repeated;
  private Projection projection;
  private @Nullable BatchDecoder decoder;

  /**
   * What all splits of a snapshot have in common.
   *
   * @param layout the columns and which rows, as they were seen last
   * @param fence the statement that waits for transactions before T0; empty for a table without a
   *     changelog
   * @param progress told of every batch
   */
  record Source(
      TableId table, LayoutTracker layout, Optional<String> fence, SnapshotProgress progress) {}

  /**
   * @param position that of every row of the split
   * @param repeated whether rows of the split may have been handed out before
   * @param tablets tells whether those of the split are still there
   */
  SnapshotQuery(
      Source source,
      SnapshotSplit split,
      Position position,
      boolean repeated,
      TableTablets tablets,
      StreamSupport support) {
    this.source = source;
    this.split = split;
    this.position = position;
    this.tablets = tablets;
    this.support = support;
    this.begunBefore = repeated;
    this.exact = split.exact();
    this.layout = new QueryLayout(source.layout());
    this.projection = Projection.ofSnapshot(layout.bind().snapshotSchema());
  }

  /** The fence of a table: any read whose window ends at T0. */
  static String fence(ChangeShape shape, Instant time) {
    ChangeWindow last = new ChangeWindow(time.minusSeconds(1), time);
    return "SELECT "
        + QueryText.name(shape.hidden().op())
        + " FROM "
        + QueryText.changes(shape.table(), last, IncrementType.DETAIL)
        + " LIMIT 1";
  }

  /** Whether the server cannot read this table as of a moment. */
  static boolean refusesAsOf(StatementFailure failure) {
    return AS_OF_REFUSED.matcher(failure.text()).find();
  }

  @Override
  public QueryLayout layout() {
    return layout;
  }

  @Override
  public void prepare(FlightSession session, StallGuard stall)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    Optional<String> fence = source.fence();
    if (fence.isEmpty()) {
      return;
    }
    FlightInfo waited =
        support
            .visibility()
            .await(() -> session.execute(fence.get(), session.planTimeout()), context());
    support.drain(session, waited, support.queryTimeout(), stall);
  }

  @Override
  public Optional<String> statement() {
    TableLayout columns = layout.bind();
    projection = Projection.ofSnapshot(columns.snapshotSchema());
    decoder = null;
    repeated = begunBefore || handedOn;
    String asOf = exact ? QueryText.asOf(Tso.lastBefore(split.time())) : "";
    String from = QueryText.select(projection.selectList()) + " FROM " + source.table().quoted();
    return Optional.of(
        from
            + (asOfFirst ? asOf + tabletClause() : tabletClause() + asOf)
            + columns.filter().map(bound -> " WHERE " + bound.sql()).orElse(""));
  }

  private String tabletClause() {
    return split.tablets().isEmpty()
        ? ""
        : split.tablets().stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", ", " TABLET(", ")"));
  }

  /** A server reads nothing from tablets that are gone, and says nothing about it. */
  @Override
  public boolean planned(FlightSession session)
      throws IOException, StatementFailure, InterruptedException {
    if (split.tablets().isEmpty()) {
      return true;
    }
    Set<Long> gone = tablets.missing(session.frontEnd(), split.tablets());
    if (!gone.isEmpty()) {
      throw new IncompatibleTableException(
          context(),
          "Tablets "
              + gone
              + " of the snapshot are gone: a partition was dropped, replaced or truncated after"
              + " the snapshot was planned, and its rows with it",
          "read the snapshot again from its beginning, into an empty target",
          null);
    }
    return true;
  }

  @Override
  public @Nullable ArrowChangeBatch accept(VectorSchemaRoot root) {
    boolean decoded = false;
    try {
      if (root.getRowCount() == 0) {
        return null;
      }
      BatchDecoder bound = decoder;
      if (bound == null) {
        bound = BatchDecoder.of(root.getSchema(), projection, context());
        decoder = bound;
      }
      ArrowChangeBatch batch =
          bound.decode(
              root,
              RowPositions.constant(position),
              BatchEnd.OPEN,
              repeated,
              support.memory().release(root));
      decoded = true;
      handedOn = true;
      source.progress().arrived(split, batch.rowCount());
      return batch;
    } finally {
      if (!decoded) {
        root.close();
      }
    }
  }

  @Override
  public void completed() {
    source.progress().completed(split);
  }

  @Override
  public boolean adjust(FlightSession session, StatementFailure failure) {
    boolean adjusted = turns(failure) || relaxes(failure);
    if (!adjusted && exact && refusesAsOf(failure)) {
      throw new IncompatibleTableException(
          context(),
          "The server does not read this table as of a moment, as an exact snapshot must be read ("
              + failure.text()
              + ")",
          "set snapshot-consistency = relaxed. Rows that are changed while the snapshot is read"
              + " then come again in the changes: who retracts rows must make them one by their key"
              + " (in Flink: table.exec.source.cdc-events-duplicate = true)",
          failure);
    }
    return adjusted;
  }

  /** Grammars differ in whether the tablets or the moment come first; each is tried once. */
  private boolean turns(StatementFailure failure) {
    boolean turns =
        exact && !turned && !split.tablets().isEmpty() && SYNTAX.matcher(failure.text()).find();
    if (turns) {
      turned = true;
      asOfFirst = !asOfFirst;
    }
    return turns;
  }

  /** Where the server cannot read as of a version, {@code auto} reads the current rows instead. */
  private boolean relaxes(StatementFailure failure) {
    boolean relaxes = exact && split.mayRelax() && !handedOn && refusesAsOf(failure);
    if (relaxes) {
      exact = false;
      LOG.warn(
          "the server refuses {} FOR VERSION AS OF ({}); reading the current rows instead: rows"
              + " changed since {} appear again in the changes",
          source.table(),
          failure.text(),
          split.time());
    }
    return relaxes;
  }

  @Override
  public boolean ordered() {
    return false;
  }

  @Override
  public RowOrder sorter(StreamSupport unused) {
    return RowOrder.asSent();
  }

  @Override
  public Instant start() {
    return split.time();
  }

  @Override
  public Position end() {
    boolean last = split.count() == 1;
    return last ? Position.endOfWindow(split.time(), position.context()) : position;
  }

  @Override
  public ErrorContext context() {
    return ErrorContext.of(source.table()).withMode(split.toString());
  }
}
