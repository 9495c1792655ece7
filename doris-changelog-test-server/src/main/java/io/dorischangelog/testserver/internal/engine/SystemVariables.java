package io.dorischangelog.testserver.internal.engine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The variables of sessions and of the cluster: known names, defaults and checks. A global value
 * holds for every session that has not SET its own. Thread-safe.
 */
final class SystemVariables {
  static final String TIME_ZONE = "time_zone";
  static final String SHOW_HIDDEN_COLUMNS = "show_hidden_columns";
  static final String CHANGE_VISIBLE_TIMEOUT = "change_visible_timeout_ms";
  static final String EVENTUAL_CHANGE = "enable_eventual_consistent_change";
  static final String PARTIAL_UPDATE = "enable_unique_key_partial_update";
  static final String PARTIAL_UPDATE_NEW_KEYS = "partial_update_new_key_behavior";
  static final String INSERT_VISIBLE_TIMEOUT = "insert_visible_timeout_ms";

  /** What the handshake of the MySQL protocol announces. */
  static final String VERSION = "5.7.99";

  private static final Map<String, String> DEFAULTS = defaults();

  private final Map<String, String> globals = new ConcurrentHashMap<>();

  SystemVariables(String timeZone) {
    globals.put(TIME_ZONE, timeZone);
  }

  /**
   * The value that holds in a session.
   *
   * @param scope {@code global} to ask for the cluster's value
   * @throws DorisException 1193 if there is no such variable
   */
  String value(Session session, String scope, String name) {
    String key = known(name);
    Optional<String> own = scope.equals("global") ? Optional.empty() : session.variable(key);
    return own.orElseGet(() -> global(key));
  }

  boolean isOn(Session session, String name) {
    return isTrue(value(session, "", name));
  }

  long number(Session session, String name) {
    return Long.parseLong(value(session, "", name));
  }

  /** All variables of a session (or of the cluster) in order of their names. */
  Map<String, String> all(@Nullable Session session) {
    Map<String, String> result = new TreeMap<>();
    for (String name : DEFAULTS.keySet()) {
      Optional<String> own = session == null ? Optional.empty() : session.variable(name);
      result.put(name, own.orElseGet(() -> global(name)));
    }
    return result;
  }

  /** Sets a session's variable after checking it. */
  void set(Session session, String name, String value) {
    session.set(known(name), checked(name, value));
  }

  void setGlobal(String name, String value) {
    globals.put(known(name), checked(name, value));
  }

  /** The value as kept: booleans and time zones in one spelling. */
  private String checked(String name, String value) {
    String key = known(name);
    String fallback = DEFAULTS.getOrDefault(key, "");
    if (value.equalsIgnoreCase("default")) {
      return fallback;
    } else if (key.equals(TIME_ZONE)) {
      return TimeZones.standardForm(value);
    } else if (fallback.equals("true") || fallback.equals("false")) {
      return checkedBoolean(name, value);
    } else if (fallback.matches("-?[0-9]+")) {
      return checkedNumber(name, value);
    } else if (key.equals(PARTIAL_UPDATE_NEW_KEYS)
        && !value.toUpperCase(Locale.ROOT).matches("APPEND|ERROR")) {
      throw Errors.wrongVariableValue(name, value);
    }
    return value;
  }

  private static String checkedBoolean(String name, String value) {
    if (isTrue(value)) {
      return "true";
    } else if (value.matches("(?i)false|off|0|no")) {
      return "false";
    }
    throw Errors.wrongVariableValue(name, value);
  }

  private static String checkedNumber(String name, String value) {
    if (value.matches("(?i)true|on")) {
      return "1";
    } else if (value.matches("(?i)false|off")) {
      return "0";
    } else if (!value.matches("-?[0-9]{1,19}")) {
      throw Errors.wrongVariableType(name);
    }
    return value;
  }

  private static boolean isTrue(String value) {
    return value.matches("(?i)true|on|1|yes");
  }

  private String global(String key) {
    return globals.getOrDefault(key, DEFAULTS.getOrDefault(key, ""));
  }

  private static String known(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    if (!DEFAULTS.containsKey(key)) {
      throw Errors.unknownVariable(name, similar(key));
    }
    return key;
  }

  /** Known names that begin alike, at most three. */
  private static List<String> similar(String name) {
    for (int length = name.length(); length > 0; length--) {
      String start = name.substring(0, length);
      List<String> found =
          DEFAULTS.keySet().stream().filter(known -> known.startsWith(start)).limit(3).toList();
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private static Map<String, String> defaults() {
    Map<String, String> result = new LinkedHashMap<>();
    put(result, TIME_ZONE, "UTC", "system_time_zone", "UTC", "version", VERSION);
    put(result, "version_comment", "Doris version doris-5.0.0-stand-in", "license", "Apache");
    put(result, "autocommit", "1", "auto_increment_increment", "1", "init_connect", "");
    put(result, "character_set_client", "utf8mb4", "character_set_connection", "utf8mb4");
    put(result, "character_set_results", "utf8mb4", "character_set_server", "utf8mb4");
    put(result, "character_set_database", "utf8mb4", "collation_database", "utf8mb4_0900_bin");
    put(result, "collation_connection", "utf8mb4_0900_bin");
    put(result, "collation_server", "utf8mb4_0900_bin");
    put(result, "interactive_timeout", "3600", "wait_timeout", "28800");
    put(result, "lower_case_table_names", "0", "max_allowed_packet", "16777216");
    put(result, "net_buffer_length", "16384", "net_write_timeout", "60");
    put(result, "net_read_timeout", "60", "performance_schema", "0");
    put(result, "query_cache_size", "1048576", "query_cache_type", "0");
    put(result, "have_query_cache", "YES", "have_ssl", "DISABLED");
    put(result, "sql_mode", "ONLY_FULL_GROUP_BY", "sql_safe_updates", "0");
    put(result, "sql_select_limit", "9223372036854775807", "sql_auto_is_null", "0");
    put(result, "tx_isolation", "REPEATABLE-READ", "transaction_isolation", "REPEATABLE-READ");
    put(result, "tx_read_only", "0", "transaction_read_only", "0");
    put(result, "query_timeout", "900", "insert_timeout", "14400", "max_execution_time", "900000");
    put(result, "exec_mem_limit", "100147483648", "batch_size", "4064");
    put(result, "workload_group", "", "forward_to_master", "true", "enable_profile", "false");
    put(result, "parallel_pipeline_task_num", "0", "parallel_fragment_exec_instance_num", "8");
    put(result, "enable_insert_strict", "true", INSERT_VISIBLE_TIMEOUT, "10000");
    put(result, "enable_strict_cast", "false", "enable_sql_cache", "false");
    put(result, "enable_query_cache", "false", "enable_partition_cache", "false");
    put(result, "enable_nereids_planner", "true", "enable_fallback_to_original_planner", "false");
    put(result, "enable_parallel_result_sink", "false", "return_object_data_as_binary", "false");
    put(result, SHOW_HIDDEN_COLUMNS, "false", "delete_without_partition", "true");
    put(result, "skip_delete_bitmap", "false", "skip_delete_sign", "false");
    put(result, "skip_delete_predicate", "false", "use_fix_replica", "-1");
    put(result, CHANGE_VISIBLE_TIMEOUT, "10000", EVENTUAL_CHANGE, "false");
    put(result, PARTIAL_UPDATE, "false", PARTIAL_UPDATE_NEW_KEYS, "APPEND");
    put(result, "profile_level", "1", "enable_local_shuffle", "true", "dry_run_query", "false");
    put(result, "default_order_by_limit", "-1", "sql_dialect", "doris", "trace_id", "");
    return Collections.unmodifiableMap(result);
  }

  private static void put(Map<String, String> into, String... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      into.put(namesAndValues[i], namesAndValues[i + 1]);
    }
  }
}
