package io.dorischangelog.flink;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;

/** Runs Flink statements as the SQL Client would: SET becomes configuration, the rest runs. */
final class SqlScript {
  private static final Pattern SET = Pattern.compile("SET '([^']+)' = '([^']*)'");

  private SqlScript() {}

  /** The result of the last statement. */
  static TableResult run(TableEnvironment tables, List<String> statements) {
    TableResult last = null;
    for (String statement : statements) {
      Matcher set = SET.matcher(statement);
      if (set.matches()) {
        tables.getConfig().set(set.group(1), set.group(2));
      } else {
        last = tables.executeSql(statement);
      }
    }
    if (last == null) {
      throw new IllegalArgumentException("the script has no statement to run");
    }
    return last;
  }
}
