package io.dorischangelog.client.scan;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.internal.server.DorisCluster;
import io.dorischangelog.client.internal.server.FrontEndHttp;
import io.dorischangelog.client.internal.server.HostAndPort;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.server.TextTable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which tablets hold the rows of a table. The query plan is asked first, because SELECT on the
 * table is enough for it; {@code SHOW TABLETS}, which may need more, second.
 */
final class TableTablets {
  private static final Logger LOG = LoggerFactory.getLogger(TableTablets.class);

  private final DorisCluster cluster;
  private final TableId table;
  private final String column;

  /**
   * @param column any column of the table: a plan is asked for a statement that selects it
   */
  TableTablets(DorisCluster cluster, TableId table, String column) {
    this.cluster = cluster;
    this.table = table;
    this.column = column;
  }

  /**
   * The tablets as one front end knows them; those of empty partitions may be left out.
   *
   * @return ids, ascending; empty: there are none, or the server tells this account of none
   */
  List<Long> at(HostAndPort frontEnd) throws IOException, StatementFailure, InterruptedException {
    try {
      return planned(frontEnd);
    } catch (StatementFailure noPlan) {
      LOG.debug("no query plan for {}, asking SHOW TABLETS: {}", table, noPlan.text());
    }
    try {
      return shown(frontEnd);
    } catch (StatementFailure refused) {
      LOG.info("the server does not tell the tablets of {}: {}", table, refused.text());
      return List.of();
    }
  }

  /**
   * Those of some tablets that are no longer there.
   *
   * @throws StatementFailure if the server does not tell
   */
  Set<Long> missing(HostAndPort frontEnd, List<Long> expected)
      throws IOException, StatementFailure, InterruptedException {
    Set<Long> missing = new TreeSet<>(expected);
    try {
      missing.removeAll(new HashSet<>(planned(frontEnd)));
    } catch (StatementFailure noPlan) {
      LOG.debug("no query plan for {}: {}", table, noPlan.text());
      missing.removeAll(new HashSet<>(shown(frontEnd)));
    }
    return missing;
  }

  private List<Long> planned(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    String sql = QueryText.select(List.of(column)) + " FROM " + table.quoted();
    return cluster.plannedTablets(frontEnd, table, sql);
  }

  private List<Long> shown(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    TextTable answer =
        cluster.query(frontEnd, table.database(), "SHOW TABLETS FROM " + table.quoted());
    if (answer.rows().size() >= FrontEndHttp.MAX_ROWS) {
      throw new StatementFailure(
          StatementFailure.NO_CODE, "the list of tablets is longer than the answer can be");
    }
    Set<Long> tablets = new TreeSet<>();
    for (int row = 0; row < answer.rows().size(); row++) {
      tablets.add(tabletId(answer.cell(row, "TabletId")));
    }
    return List.copyOf(tablets);
  }

  private static long tabletId(@Nullable String text) throws StatementFailure {
    try {
      return Long.parseLong(String.valueOf(text));
    } catch (NumberFormatException e) {
      throw new StatementFailure(
          StatementFailure.NO_CODE, "SHOW TABLETS gave no TabletId but '" + text + "'", e);
    }
  }
}
