package io.dorischangelog.testserver.internal.cluster;

import io.dorischangelog.testserver.internal.engine.ClusterState;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.Engine;
import io.dorischangelog.testserver.internal.engine.EngineSettings;
import io.dorischangelog.testserver.internal.engine.Result;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.engine.Session;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An engine of prepared answers, so that the protocols are tested without the SQL engine. */
public final class ScriptedEngine implements Engine {
  private static final Pattern SET = Pattern.compile("(?i)SET (\\w+) ?= ?'?([^']*)'?");
  private static final Pattern USE = Pattern.compile("USE `(.*)`");
  private static final Pattern VARIABLE =
      Pattern.compile("@@(?:session\\.)?(\\w+)(?: AS (\\w+))?", Pattern.CASE_INSENSITIVE);

  private final Map<String, Function<Session, Result>> answers = new ConcurrentHashMap<>();
  private final ClusterState state = new ClusterState();

  public Cluster start() {
    return start(ClusterOptions.defaults());
  }

  public Cluster start(ClusterOptions options) {
    return Cluster.start(
        InstantSource.system(),
        EngineSettings.defaults(),
        options,
        (catalog, accounts, topology, settings) -> this);
  }

  /** Sets the answer to a statement; all others are answered with nothing. */
  public ScriptedEngine on(String sql, Function<Session, Result> answer) {
    answers.put(sql, answer);
    return this;
  }

  @Override
  public ClusterState state() {
    return state;
  }

  @Override
  public Result execute(Session session, String sql) {
    Function<Session, Result> answer = answers.get(sql);
    if (answer != null) {
      return answer.apply(session);
    }
    Matcher use = USE.matcher(sql);
    if (use.matches()) {
      if (use.group(1).equals("missing")) {
        throw new DorisException(1049, "42000", "ERR_BAD_DB_ERROR", "Unknown database 'missing'");
      }
      session.use(use.group(1));
      return Result.Done.OK;
    }
    Matcher set = SET.matcher(sql);
    if (set.matches()) {
      session.set(set.group(1), set.group(2));
      return Result.Done.OK;
    }
    return sql.contains("@@") ? variables(sql) : Result.Done.OK;
  }

  private static Result variables(String sql) {
    List<ResultColumn> columns = new ArrayList<>();
    List<@Nullable Object> values = new ArrayList<>();
    Matcher variable = VARIABLE.matcher(sql);
    while (variable.find()) {
      String label = variable.group(2) == null ? variable.group(1) : variable.group(2);
      columns.add(new ResultColumn(label, DorisType.of(DorisType.Kind.STRING), true));
      values.add(
          switch (variable.group(1)) {
            case "time_zone", "system_time_zone" -> "+00:00";
            case "character_set_client", "character_set_connection", "character_set_results" ->
                "utf8mb4";
            case "sql_mode", "init_connect", "license" -> "";
            case "transaction_isolation", "tx_isolation" -> "REPEATABLE-READ";
            case "transaction_read_only", "tx_read_only" -> "0";
            case "max_allowed_packet" -> "67108864";
            default -> "1";
          });
    }
    return rows(columns, List.<@Nullable Object[]>of(values.toArray()));
  }

  /** A result that back ends serve. */
  public static Result rows(List<ResultColumn> columns, List<@Nullable Object[]> rows) {
    return new Result.Rows(columns, source(rows), Result.ServedBy.BACK_END);
  }

  /** A result that the front end serves. */
  public static Result frontEndRows(List<ResultColumn> columns, List<@Nullable Object[]> rows) {
    return new Result.Rows(columns, source(rows), Result.ServedBy.FRONT_END);
  }

  private static RowSource source(List<@Nullable Object[]> rows) {
    Iterator<@Nullable Object[]> iterator = rows.iterator();
    return () -> iterator.hasNext() ? iterator.next() : null;
  }

  /** Rows 0 to count - 1 of one BIGINT column {@code n}. */
  public static Result numbers(long count) {
    long[] next = {0};
    return new Result.Rows(
        List.of(column("n", DorisType.of(DorisType.Kind.BIGINT))),
        () -> next[0] < count ? new Object[] {next[0]++} : null,
        Result.ServedBy.BACK_END);
  }

  public static ResultColumn column(String label, DorisType type) {
    return new ResultColumn(label, type, true);
  }

  public static List<@Nullable Object[]> values(@Nullable Object[]... rows) {
    return Arrays.asList(rows);
  }
}
