package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.dorischangelog.testserver.conformance.ConformanceCase.Column;
import io.dorischangelog.testserver.conformance.ConformanceCase.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes CREATE TABLE for a table that a case describes. */
final class TableSql {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{t\\}(\\w*)");
  private static final Pattern RANGE =
      Pattern.compile("(\\w+)\\s*:\\s*(?:(\\S+)\\s*<=\\s*)?(\\w+)\\s*<\\s*(\\S+)");
  private static final Pattern LOWER_ONLY =
      Pattern.compile("(\\w+)\\s*:\\s*(\\w+)\\s*>=\\s*(\\S+)");
  private static final Pattern LIST =
      Pattern.compile("(?i)(\\w+)\\s*:\\s*(\\w+)\\s+in\\s*(\\(.*\\))");
  private static final Pattern CLAUSE =
      Pattern.compile("(?i)((?:AUTO )?PARTITION BY (?:RANGE|LIST))\\s*(.+)");

  private TableSql() {}

  /**
   * The statement.
   *
   * @param name qualified and quoted
   * @param extra properties in the old spelling, set besides the table's own
   */
  static String create(Table table, String name, Spelling spelling, Map<String, String> extra) {
    Map<String, String> properties = properties(table, spelling);
    extra.forEach((key, value) -> properties.put(spelling.property(key), value));
    return "CREATE TABLE "
        + name
        + " ("
        + table.columns().stream()
            .map(column -> column(column, table.defaults()))
            .collect(Collectors.joining(", "))
        + ") "
        + (table.unique() ? "UNIQUE" : "DUPLICATE")
        + " KEY("
        + names(table.keys())
        + ")"
        + partitioning(table.partitions())
        + " DISTRIBUTED BY HASH("
        + quoted(table.keys().get(table.keys().size() - 1))
        + ") BUCKETS 1 PROPERTIES ("
        + properties.entrySet().stream()
            .map(entry -> "\"" + entry.getKey() + "\" = \"" + entry.getValue() + "\"")
            .collect(Collectors.joining(", "))
        + ")";
  }

  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A text in which {@code {t}}, perhaps with a suffix to the name, stands for a table. */
  static String withTable(String text, String database, String table) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(quoted(database) + "." + quoted(table + found.group(1))));
  }

  static String names(List<String> names) {
    return names.stream().map(TableSql::quoted).collect(Collectors.joining(", "));
  }

  private static String column(Column column, Map<String, JsonNode> defaults) {
    String text =
        quoted(column.name()) + " " + column.type() + (column.nullable() ? " NULL" : " NOT NULL");
    JsonNode value = defaults.get(column.name());
    if (value == null) {
      return text;
    }
    boolean bare = value.isNull() || value.asText().matches("(?i)CURRENT_TIMESTAMP.*|BITMAP_EMPTY");
    return text + " DEFAULT " + (bare ? value.asText() : "\"" + value.asText() + "\"");
  }

  private static Map<String, String> properties(Table table, Spelling spelling) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("replication_num", "1");
    if (table.unique()) {
      properties.put("enable_unique_key_merge_on_write", "true");
    }
    table
        .sequence()
        .ifPresent(
            sequence ->
                properties.put(
                    "function_column.sequence_" + (sequence.hidden() ? "type" : "col"),
                    sequence.value()));
    if (table.changelog()) {
      properties.putAll(log(spelling));
      properties.put(spelling.property("binlog.ttl_seconds"), Long.toString(table.ttlSeconds()));
      if (table.history()) {
        properties.put(spelling.property("binlog.need_historical_value"), "true");
      }
    }
    table.properties().forEach((key, value) -> properties.put(spelling.property(key), value));
    return properties;
  }

  /** The properties that switch the log on. */
  static Map<String, String> log(Spelling spelling) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(spelling.property("binlog.enable"), "true");
    if (spelling.old()) {
      properties.put("binlog.format", "ROW");
    }
    return properties;
  }

  private static String partitioning(List<String> partitions) {
    if (partitions.isEmpty()) {
      return "";
    }
    Matcher clause = CLAUSE.matcher(partitions.get(0));
    if (clause.matches()) {
      return " " + clause(clause);
    }
    Matcher list = LIST.matcher(partitions.get(0));
    String column = list.matches() ? list.group(2) : rangeColumn(partitions.get(0));
    return " PARTITION BY "
        + (list.matches() ? "LIST" : "RANGE")
        + "("
        + quoted(column)
        + ") ("
        + partitions.stream().map(TableSql::partition).collect(Collectors.joining(", "))
        + ")";
  }

  /** A clause in SQL, where automatic partitions may lack brackets and the empty list. */
  private static String clause(Matcher clause) {
    String rest = clause.group(2).trim();
    if (rest.startsWith("(")) {
      return clause.group(1)
          + " "
          + (rest.endsWith("()") || rest.contains(") (") ? rest : rest + " ()");
    }
    return clause.group(1) + " (" + rest + ") ()";
  }

  private static String rangeColumn(String text) {
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      return range.group(3);
    }
    Matcher lower = LOWER_ONLY.matcher(text);
    if (lower.matches()) {
      return lower.group(2);
    }
    throw new CannotExpress("unknown wording of a partition: '" + text + "'");
  }

  private static String partition(String text) {
    Matcher list = LIST.matcher(text);
    if (list.matches()) {
      return "PARTITION " + quoted(list.group(1)) + " VALUES IN " + list.group(3);
    }
    Matcher lower = LOWER_ONLY.matcher(text);
    if (lower.matches()) {
      return ("PARTITION " + quoted(lower.group(1)))
          + (" VALUES [(" + bound(lower.group(3)) + "), (MAXVALUE))");
    }
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      throw new CannotExpress("unknown wording of a partition: '" + text + "'");
    }
    String name = "PARTITION " + quoted(range.group(1)) + " VALUES ";
    String upper = bound(range.group(4));
    return range.group(2) == null
        ? name + "LESS THAN (" + upper + ")"
        : name + "[(" + bound(range.group(2)) + "), (" + upper + "))";
  }

  private static String bound(String text) {
    return "\"" + text.replaceAll("^['\"]|['\"]$", "") + "\"";
  }
}
