package io.dorischangelog.flink;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.TableEnvironment;

/** Declarations of the table {@code test.t} in Flink, as {@code t}, and queries of it. */
final class SqlTable {
  private final Doris doris;
  private final Map<String, String> options = new HashMap<>();
  private final Map<String, String> configuration = new HashMap<>();

  private SqlTable(Doris doris) {
    this.doris = doris;
    with("connector", "doris");
    with("fenodes", doris.server().httpAddress());
    with("table.identifier", "test.t");
    with("username", "root");
    with("password", "");
    with("source.changelog.poll-interval", "1s");
  }

  /** Read by jobs that end. */
  static SqlTable inBatch(Doris doris) {
    return new SqlTable(doris).set("execution.runtime-mode", "batch");
  }

  /** Read by jobs that may go on. */
  static SqlTable inStream(Doris doris) {
    return new SqlTable(doris).set("execution.runtime-mode", "streaming");
  }

  /** Adds an option of the WITH clause. */
  SqlTable with(String key, String value) {
    options.put(key, value);
    return this;
  }

  /** The changes from a second on, up to now. */
  SqlTable changesSince(String start) {
    return changesSince(start, doris.now().replace('T', ' '));
  }

  /** The changes from a second on, up to another. */
  SqlTable changesSince(String start, String end) {
    return with("source.scan.mode", "from-timestamp")
        .with("source.scan.timestamp", start)
        .with("source.scan.end-timestamp", end);
  }

  /** Adds a setting of the session. */
  SqlTable set(String key, String value) {
    configuration.put(key, value);
    return this;
  }

  /** Runs a query of a table with these columns. */
  Collected query(String columns, String query) {
    return new Collected(declared(columns).executeSql(query));
  }

  /** The plan of a query, with the kinds of changes that go from step to step. */
  String explain(String columns, String query) {
    return declared(columns).explainSql(query, ExplainDetail.CHANGELOG_MODE);
  }

  private TableEnvironment declared(String columns) {
    TableEnvironment tables =
        TableEnvironment.create(
            EnvironmentSettings.newInstance()
                .withConfiguration(Configuration.fromMap(configuration))
                .build());
    tables.executeSql(
        options.entrySet().stream()
            .map(option -> "'" + option.getKey() + "' = " + quoted(option.getValue()))
            .collect(Collectors.joining(", ", "CREATE TABLE t (" + columns + ") WITH (", ")")));
    return tables;
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
