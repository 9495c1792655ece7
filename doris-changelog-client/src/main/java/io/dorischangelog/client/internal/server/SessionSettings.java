package io.dorischangelog.client.internal.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The variables that every Flight session gets right after its log-in.
 *
 * @param batchSize rows per record batch
 * @param execMemLimitBytes memory limit of one query on the server
 * @param queryTimeout longest run of one query on the server
 */
public record SessionSettings(int batchSize, long execMemLimitBytes, Duration queryTimeout) {

  /** How long the server waits for running transactions before it answers 5101. */
  public static final Duration VISIBLE_WAIT = Duration.ofSeconds(10);

  /** The variable that bounds that wait. */
  static final String WAIT_VARIABLE = "change_visible_timeout_ms";

  /**
   * The one setting that a server must know: windows are written in UTC, because local-time text
   * names two instants when clocks are put back.
   */
  static final String TIME_ZONE = "SET time_zone = '+00:00'";

  /** Assignments by variable, the mandatory time zone first. */
  private Map<String, String> assignments() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("time_zone", "'+00:00'");
    all.put(WAIT_VARIABLE, Long.toString(VISIBLE_WAIT.toMillis()));
    all.put("enable_parallel_result_sink", "false");
    all.put("batch_size", Integer.toString(batchSize));
    all.put("exec_mem_limit", Long.toString(execMemLimitBytes));
    // Some servers send BITMAP, HLL and QUANTILE_STATE as NULL otherwise.
    all.put("return_object_data_as_binary", "true");
    all.put("query_timeout", Long.toString(Math.max(1, queryTimeout.toSeconds())));
    return all;
  }

  /** All settings in one statement. */
  String oneStatement() {
    return assignments().entrySet().stream()
        .map(e -> e.getKey() + " = " + e.getValue())
        .collect(Collectors.joining(", ", "SET ", ""));
  }

  /** One statement each, without the time zone, for servers that do not know some of them. */
  Iterable<String> optionalStatements() {
    return assignments().entrySet().stream()
        .skip(1)
        .map(e -> "SET " + e.getKey() + " = " + e.getValue())
        .toList();
  }
}
