package io.dorischangelog.client.scan;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.error.ErrorContext;
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

  private final TableDescription table;
  private final SnapshotSplit split;
  private final Projection projection;
  private final Position position;
  private final StreamSupport support;
  private final Optional<String> fence;
  private final boolean mayRelax;
  private boolean exact;
  private boolean handedOn;
  private final boolean begunBefore;
  private boolean repeated;
  private @Nullable BatchDecoder decoder;

  /**
   * @param position that of every row of the split
   * @param fence the statement that waits for transactions before T0; empty for a table without a
   *     changelog
   * @param repeated whether rows of the split may have been handed out before
   */
  SnapshotQuery(
      TableDescription table,
      SnapshotSplit split,
      Projection projection,
      Position position,
      Optional<String> fence,
      boolean repeated,
      StreamSupport support) {
    this.table = table;
    this.split = split;
    this.projection = projection;
    this.position = position;
    this.support = support;
    this.fence = fence;
    this.begunBefore = repeated;
    this.exact = split.exact();
    this.mayRelax = split.mayRelax();
  }

  /** The fence of a table: any read whose window ends at T0. */
  static String fence(ChangeShape shape, SnapshotSplit split) {
    ChangeWindow last = new ChangeWindow(split.time().minusSeconds(1), split.time());
    return "SELECT "
        + QueryText.name(shape.hidden().op())
        + " FROM "
        + QueryText.changes(shape.table(), last, IncrementType.DETAIL)
        + " LIMIT 1";
  }

  @Override
  public void prepare(FlightSession session, StallGuard stall)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
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
  public String statement() {
    decoder = null;
    repeated = begunBefore || handedOn;
    String tablets =
        split.tablets().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return QueryText.select(projection.selectList())
        + " FROM "
        + table.id().quoted()
        + (tablets.isEmpty() ? "" : " TABLET(" + tablets + ")")
        + (exact ? QueryText.asOf(Tso.lastBefore(split.time())) : "");
  }

  @Override
  public void planned(FlightSession session) {
    // What has expired by now is noticed when the first window behind the snapshot is read.
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
      return batch;
    } finally {
      if (!decoded) {
        root.close();
      }
    }
  }

  @Override
  public void completed() {
    // A snapshot is announced as a whole, by whoever planned its splits.
  }

  /** Where the server cannot read as of a version, {@code auto} reads the current rows instead. */
  @Override
  public boolean adjust(StatementFailure failure) {
    boolean relaxes =
        exact && mayRelax && !handedOn && AS_OF_REFUSED.matcher(failure.text()).find();
    if (relaxes) {
      exact = false;
      LOG.warn(
          "the server refuses {} FOR VERSION AS OF ({}); reading the current rows instead: rows"
              + " changed since {} appear again in the changes",
          table.id(),
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
    return ErrorContext.of(table.id()).withMode(split.toString());
  }
}
