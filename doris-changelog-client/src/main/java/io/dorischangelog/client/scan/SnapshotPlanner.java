package io.dorischangelog.client.scan;

import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.error.ChangelogExpiredException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.internal.server.FlightSession;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.SessionLostException;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.tso.Tso;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cuts a snapshot into splits by tablets.
 *
 * <p>The fence comes before the list of tablets: a server may leave partitions without visible rows
 * out of it, and the rows of a transaction from before T0 that becomes visible later would then be
 * in no split and in no change. Each split runs the fence again, on its own session.
 */
final class SnapshotPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotPlanner.class);

  private final TableDescription table;
  private final ScanResources resources;
  private final TableTablets tablets;
  private final OptionalInt tabletsPerSplit;

  /**
   * @param tabletsPerSplit empty: as many splits as there are readers
   */
  SnapshotPlanner(TableDescription table, ScanResources resources, OptionalInt tabletsPerSplit) {
    this.table = table;
    this.resources = resources;
    this.tablets = new TableTablets(resources.cluster(), table.id(), table.columns().get(0).name());
    this.tabletsPerSplit = tabletsPerSplit;
  }

  TableTablets tablets() {
    return tablets;
  }

  /**
   * Plans the snapshot of a moment.
   *
   * @param time T0, a whole second
   * @param fence what makes everything before T0 visible; empty for a table without a changelog
   * @param parallelism how many readers there are
   */
  SnapshotPlan plan(
      Instant time, SnapshotConsistency consistency, Optional<String> fence, int parallelism) {
    boolean wantsExact = isExact(consistency);
    boolean mayRelax =
        consistency == SnapshotConsistency.AUTO && table.model() == TableModel.UNIQUE;
    boolean cuts = parallelism > 1 || tabletsPerSplit.isPresent();
    boolean probes = wantsExact && mayRelax;
    if (!cuts && !probes) {
      return plan(time, wantsExact, mayRelax, List.of(List.of()));
    }
    return resources.ask(
        "plan the snapshot",
        () ->
            resources.onSession(
                session -> {
                  boolean exact = wantsExact && (!probes || answersAsOf(session, time));
                  return plan(
                      time,
                      exact,
                      mayRelax,
                      cuts ? groups(session, fence, parallelism) : List.of(List.of()));
                }));
  }

  private static SnapshotPlan plan(
      Instant time, boolean exact, boolean mayRelax, List<List<Long>> groups) {
    List<SnapshotSplit> splits = new ArrayList<>();
    for (List<Long> group : groups) {
      splits.add(
          new SnapshotSplit(splits.size(), groups.size(), time, exact, exact && mayRelax, group));
    }
    return new SnapshotPlan(time, exact, splits);
  }

  private boolean isExact(SnapshotConsistency consistency) {
    boolean able =
        table.changelog() && (table.model() == TableModel.DUPLICATE || table.historicalValues());
    if (consistency == SnapshotConsistency.EXACT && !able) {
      throw new IncompatibleTableException(
          ErrorContext.of(table.id()),
          "An exact snapshot needs a changelog, with historical values on a unique table",
          "set snapshot-consistency = relaxed, or create the table with"
              + " \"changelog.need_historical_value\" = \"true\"",
          null);
    }
    return consistency != SnapshotConsistency.RELAXED && able;
  }

  /** Whether the server reads this table as of a moment; asked before anything is planned on it. */
  private boolean answersAsOf(FlightSession session, Instant time)
      throws IOException, StatementFailure, SessionLostException {
    String probe =
        QueryText.select(List.of(table.columns().get(0).name()))
            + " FROM "
            + table.id().quoted()
            + QueryText.asOf(Tso.lastBefore(time))
            + " LIMIT 0";
    try {
      resources.run(session, probe);
      return true;
    } catch (StatementFailure e) {
      if (ServerErrors.isExpired(e)) {
        throw new ChangelogExpiredException(ErrorContext.of(table.id()), time, null, null, e);
      }
      if (!SnapshotQuery.refusesAsOf(e)) {
        throw e;
      }
      LOG.warn(
          "the server refuses {} FOR VERSION AS OF ({}); the snapshot shows the current rows"
              + " instead: rows changed since {} appear again in the changes",
          table.id(),
          e.text(),
          time);
      return false;
    }
  }

  private List<List<Long>> groups(FlightSession session, Optional<String> fence, int parallelism)
      throws IOException, StatementFailure, SessionLostException, InterruptedException {
    if (fence.isPresent()) {
      resources.await(session, fence.get());
    }
    List<Long> all = tablets.at(session.frontEnd());
    if (all.isEmpty()) {
      return List.of(List.of());
    }
    return tabletsPerSplit.isPresent()
        ? chunks(all, tabletsPerSplit.getAsInt())
        : dealt(all, Math.min(parallelism, all.size()));
  }

  private static List<List<Long>> chunks(List<Long> all, int size) {
    List<List<Long>> groups = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      groups.add(List.copyOf(all.subList(from, Math.min(from + size, all.size()))));
    }
    return groups;
  }

  /** In turn, because neighbours often belong to one partition, and partitions differ in size. */
  private static List<List<Long>> dealt(List<Long> all, int count) {
    List<List<Long>> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(new ArrayList<>());
    }
    for (int i = 0; i < all.size(); i++) {
      groups.get(i % count).add(all.get(i));
    }
    return groups;
  }
}
