package io.dorischangelog.client.scan;

import io.dorischangelog.client.TableId;
import io.dorischangelog.client.internal.server.DorisCluster;
import io.dorischangelog.client.internal.server.HostAndPort;
import io.dorischangelog.client.internal.server.ServerErrors;
import io.dorischangelog.client.internal.server.StatementFailure;
import io.dorischangelog.client.internal.server.TextTable;
import io.dorischangelog.client.internal.tso.Tso;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@link TableFacts} in one round trip: with one SELECT over {@code information_schema} where
 * the server answers everything there, otherwise with separate statements sent together. They go
 * over HTTP, so that the session that reads is not disturbed. Thread-safe.
 */
final class TableFactsReader {
  private static final Logger LOG = LoggerFactory.getLogger(TableFactsReader.class);

  private final DorisCluster cluster;
  private final TableReader tables;
  private final TableId table;
  private final Together together;
  private final FactsSql sql;

  /** Set once the one SELECT was found not to answer everything. */
  private volatile boolean separately;

  TableFactsReader(DorisCluster cluster, TableReader tables, TableId table, Together together) {
    this.cluster = cluster;
    this.tables = tables;
    this.table = table;
    this.together = together;
    this.sql = new FactsSql(table);
  }

  /**
   * Asks one front end.
   *
   * @throws StatementFailure if the table is not there any more, or the clock cannot be read
   */
  TableFacts read(HostAndPort frontEnd) throws IOException, StatementFailure, InterruptedException {
    if (!separately) {
      Optional<TableFacts> facts = inOneGo(frontEnd);
      if (facts.isPresent()) {
        return facts.get();
      }
      separately = true;
    }
    return separately(frontEnd);
  }

  private Optional<TableFacts> inOneGo(HostAndPort frontEnd)
      throws IOException, InterruptedException {
    try {
      TextTable answer = cluster.query(frontEnd, table.database(), sql.everything());
      return FactsSql.isWhole(answer)
          ? FactsSql.facts(answer).filter(TableFacts::isComplete)
          : Optional.empty();
    } catch (StatementFailure e) {
      LOG.debug("{} does not answer in one SELECT: {}", frontEnd, e.text());
      return Optional.empty();
    }
  }

  private TableFacts separately(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    try (Together.Group group = together.group()) {
      Future<Long> tso = group.ask(() -> cluster.currentTso(frontEnd));
      Future<Optional<Duration>> ttl = group.ask(() -> ttl(frontEnd));
      Future<Optional<Instant>> created =
          group.ask(() -> told(() -> query(frontEnd, sql.creation())).flatMap(FactsSql::creation));
      Future<Optional<Map<Long, String>>> partitions =
          group.ask(() -> told(() -> partitions(frontEnd)));
      return new TableFacts(
          Tso.instant(Together.await(tso)),
          Together.await(ttl),
          Together.await(created),
          Together.await(partitions).filter(known -> !known.isEmpty()));
    }
  }

  private interface Statement<T> {
    T answer() throws IOException, StatementFailure, InterruptedException;
  }

  /** Empty where the server refuses: it does not tell. */
  private static <T> Optional<T> told(Statement<@Nullable T> statement)
      throws IOException, InterruptedException {
    try {
      return Optional.ofNullable(statement.answer());
    } catch (StatementFailure e) {
      LOG.debug("the server does not tell: {}", e.text());
      return Optional.empty();
    }
  }

  private Optional<Duration> ttl(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    try {
      return TableReader.ttl(tables.createTable(frontEnd));
    } catch (StatementFailure e) {
      if (ServerErrors.isUnknownTable(e)) {
        throw e;
      }
      LOG.debug("the retention cannot be read: {}", e.text());
      return Optional.empty();
    }
  }

  /** All partitions, page by page; more than a few thousand are rare. */
  private Map<Long, String> partitions(HostAndPort frontEnd)
      throws IOException, StatementFailure, InterruptedException {
    Map<Long, String> all = new LinkedHashMap<>();
    long last = Long.MIN_VALUE;
    TextTable page;
    do {
      page = query(frontEnd, sql.partitionsAfter(last));
      for (int row = 0; row < page.rows().size(); row++) {
        last = FactsSql.id(page.cell(row, "id"));
        all.put(last, String.valueOf(page.cell(row, "name")));
      }
    } while (!FactsSql.isWhole(page));
    return all;
  }

  private TextTable query(HostAndPort frontEnd, String statement)
      throws IOException, StatementFailure, InterruptedException {
    return cluster.query(frontEnd, table.database(), statement);
  }
}
