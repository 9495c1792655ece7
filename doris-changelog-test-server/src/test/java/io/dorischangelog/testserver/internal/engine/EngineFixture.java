package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.ManualClock;
import io.dorischangelog.testserver.internal.store.Catalog;
import io.dorischangelog.testserver.internal.store.TsoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An engine with a manual clock at 2026-10-01 10:00:00 UTC, a database {@code db} and a session.
 */
final class EngineFixture {
  private static final FrontEndNode MASTER =
      new FrontEndNode("fe_1", "127.0.0.1", 8030, 9030, 8070, true);
  private static final FrontEndNode FOLLOWER =
      new FrontEndNode("fe_2", "127.0.0.1", 8031, 9031, 8071, false);

  final ManualClock clock = ManualClock.at("2026-10-01T10:00:00Z");
  final Accounts accounts = new Accounts();
  final Catalog catalog;
  final SqlEngine engine;
  final Session session = new Session(7, "root", MASTER);

  EngineFixture() {
    this(EngineSettings.defaults());
  }

  EngineFixture(EngineSettings settings) {
    catalog = new Catalog(new TsoClock(clock), settings.names());
    engine = new SqlEngine(catalog, accounts, new TwoFrontEnds(), settings);
    run("CREATE DATABASE db");
    run("USE db");
  }

  static EngineFixture old() {
    return new EngineFixture(EngineSettings.defaults().withNames(ChangelogNames.BINLOG));
  }

  Session sessionOf(String user) {
    Session other = new Session(8, user, MASTER);
    other.use("db");
    return other;
  }

  Session sessionOnFollower() {
    Session other = new Session(9, "root", FOLLOWER);
    other.use("db");
    return other;
  }

  /** The unique table {@code t (id INT, name VARCHAR(50), age INT)} with the change log. */
  EngineFixture withTable() {
    run(
        "CREATE TABLE t (id INT, name VARCHAR(50), age INT) UNIQUE KEY(id)"
            + " DISTRIBUTED BY HASH(id) BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\","
            + " \"changelog.enable\" = \"true\","
            + " \"changelog.need_historical_value\" = \"true\")");
    return this;
  }

  Result run(String sql) {
    return engine.execute(session, sql);
  }

  /** Lets a second pass, so that what follows is in another window. */
  EngineFixture nextSecond() {
    clock.advance(Duration.ofSeconds(1));
    return this;
  }

  List<List<Object>> rows(String sql) {
    return rows(session, sql);
  }

  List<List<Object>> rows(Session in, String sql) {
    RowSource source = ((Result.Rows) engine.execute(in, sql)).rows();
    List<List<Object>> rows = new ArrayList<>();
    for (Object[] row = source.next(); row != null; row = source.next()) {
      rows.add(Arrays.asList(row));
    }
    return rows;
  }

  /** The only value of a result of one row and one column. */
  Object value(String sql) {
    List<List<Object>> rows = rows(sql);
    if (rows.size() != 1 || rows.get(0).size() != 1) {
      throw new AssertionError("not one value: " + rows);
    }
    return rows.get(0).get(0);
  }

  List<ResultColumn> columns(String sql) {
    return ((Result.Rows) run(sql)).columns();
  }

  List<String> labels(String sql) {
    return columns(sql).stream().map(ResultColumn::label).toList();
  }

  DorisException refusal(String sql) {
    return refusal(session, sql);
  }

  DorisException refusal(Session in, String sql) {
    DorisException refusal =
        catchThrowableOfType(DorisException.class, () -> engine.execute(in, sql));
    if (refusal == null) {
      throw new AssertionError("was not refused: " + sql);
    }
    return refusal;
  }

  private record TwoFrontEnds() implements Topology {
    @Override
    public List<FrontEndNode> frontEnds() {
      return List.of(MASTER, FOLLOWER);
    }

    @Override
    public List<BackEndNode> backEnds() {
      return List.of(new BackEndNode(10001, "127.0.0.2", 9060, 8050));
    }
  }
}
