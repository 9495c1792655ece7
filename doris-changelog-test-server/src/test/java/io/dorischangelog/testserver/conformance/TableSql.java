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
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{t\\}(\\w*)|\\{db\\}");

  private TableSql() {}

  /**
   * The statement.
   *
   * @param name qualified and quoted
   * @param extra properties in the old spelling, set besides the table's own
   */
  static String create(Table table, String name, Spelling spelling, Map<String, String> extra) {
    Map<String, String> properties = properties(table, spelling);
    extra.forEach((key, value) -> put(properties, key, value, spelling));
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
        + new PartitionSql(table).clause()
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

  /**
   * A text in which {@code {t}}, perhaps with a suffix to the name, stands for a table and {@code
   * {db}} for its database.
   */
  static String withTable(String text, String database, String table) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null
                        ? quoted(database)
                        : quoted(database) + "." + quoted(table + found.group(1))));
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
    table.properties().forEach((key, value) -> put(properties, key, value, spelling));
    return properties;
  }

  private static void put(
      Map<String, String> properties, String key, String value, Spelling spelling) {
    if (!spelling.isGone(key, value)) {
      properties.put(spelling.property(key), value);
    }
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
}
