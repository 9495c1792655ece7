package io.dorischangelog.testserver.conformance;

import io.dorischangelog.testserver.conformance.ConformanceCase.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Turns the DDL of cases into statements. Clauses of ALTER TABLE and statements with {@code {t}}
 * get the table's name; a description of a table to create is read by this table of phrases:
 *
 * <table>
 *   <caption>Phrases, each optional, separated by blanks, commas, "with" or "and"</caption>
 *   <tr><td>UNIQUE KEY [MoW]</td><td>unique key, merge-on-write</td></tr>
 *   <tr><td>UNIQUE KEY without merge-on-write</td><td>unique key, merge-on-read</td></tr>
 *   <tr><td>AGGREGATE KEY</td><td>aggregate key, value column SUM</td></tr>
 *   <tr><td>DUPLICATE KEY</td><td>duplicate key, also if no model is named</td></tr>
 *   <tr><td>ORDER BY cluster keys</td><td>ORDER BY the value column</td></tr>
 *   <tr><td>VARIANT column, or another type</td><td>one more column of it</td></tr>
 *   <tr><td>AUTO_INCREMENT column</td><td>the key column counts by itself</td></tr>
 *   <tr><td>log enabled / disabled</td><td>the properties that switch the log on, or none</td></tr>
 *   <tr><td>need_historical_value=true</td><td>that property (and the log)</td></tr>
 *   <tr><td>ttl_seconds=0, format=row</td><td>that property</td></tr>
 *   <tr><td>CREATE TABLE with "key" = "value"</td><td>the case's table once more, so changed</td></tr>
 * </table>
 */
final class DdlPhrases {
  private static final Pattern ALTERATION =
      Pattern.compile(
          "(?i)(ADD|DROP|MODIFY|RENAME|SET|ORDER BY|REPLACE|ENABLE|BUILD)\\b(?!.*\\{t\\}).*",
          Pattern.DOTALL);
  private static final Pattern NAMELESS =
      Pattern.compile(
          "(?is)(TRUNCATE|ALTER)(?:\\s+TABLE)?(?:\\s+((?:PARTITION|ADD|DROP|MODIFY|SET)\\b.*))?()");
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?i)(SYNC|ALTER|CREATE|DROP|TRUNCATE|RECOVER|ADMIN|SET|USE|BUILD|CANCEL|INSERT|UPDATE|DELETE)\\b.*",
          Pattern.DOTALL);
  private static final Pattern ONCE_MORE =
      Pattern.compile("(?i)CREATE TABLE with ([\"']?[\\w.]+[\"']?\\s*=.+)");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("[\"']?([\\w.]+)[\"']?\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s,]+))");
  private static final Pattern PHRASE =
      Pattern.compile(
          "(?i)\\s*(?:,|;|with\\b|and\\b|a\\b|table\\b|(?<mor>UNIQUE KEY without"
              + " merge-on-write|UNIQUE KEY (?:MoR|merge-on-read))|(?<mow>UNIQUE KEY(?: MoW|"
              + " merge-on-write)?)|(?<agg>AGGREGATE KEY)|(?<dup>DUPLICATE KEY)|(?<cluster>ORDER BY"
              + " cluster keys|cluster keys)|(?<column>(?!AUTO_)(?<type>\\w+)"
              + " column)|(?<auto>AUTO_INCREMENT column)|(?<on>log enabled)|(?<off>log"
              + " disabled|without (?:the )?log)|(?<history>need_historical_value\\s*=\\s*true)"
              + "|(?<property>(?:binlog\\.)?(?<name>ttl_seconds|format)\\s*=\\s*(?<value>\\S+?)(?=,|\\s|$)))");

  private final Spelling spelling;
  private final String database;
  private final Optional<Table> table;
  private int created;

  /**
   * Phrases of one case.
   *
   * @param database bare
   */
  DdlPhrases(Spelling spelling, String database, Optional<Table> table) {
    this.spelling = spelling;
    this.database = database;
    this.table = table;
  }

  /** The statement of a DDL operation. */
  String statement(String text) {
    String trimmed = text.trim();
    Matcher onceMore = ONCE_MORE.matcher(trimmed);
    if (onceMore.matches()) {
      return onceMore(onceMore.group(1));
    } else if (trimmed.contains("{t}") || trimmed.contains("{db}")) {
      String name = table.map(Table::name).orElse("");
      return spelling.sql(TableSql.withTable(trimmed, database, name));
    } else if (table.isPresent() && ALTERATION.matcher(trimmed).matches() && !names(trimmed)) {
      return "ALTER TABLE " + tableName() + " " + spelling.sql(trimmed);
    } else if (table.isPresent() && NAMELESS.matcher(trimmed).matches()) {
      return spelling
          .sql(NAMELESS.matcher(trimmed).replaceFirst(named("$1 TABLE ") + " $2"))
          .trim();
    } else if (trimmed.matches("(?is)ALTER DATABASE SET\\b.*")) {
      return "ALTER DATABASE "
          + TableSql.quoted(database)
          + spelling.sql(trimmed.substring("ALTER DATABASE".length()));
    } else if (STATEMENT.matcher(trimmed).matches()) {
      return spelling.sql(trimmed);
    }
    return described(trimmed);
  }

  /** Whether a statement such as DROP TABLE x names its object itself. */
  private static boolean names(String text) {
    return text.matches("(?is)(DROP|REPLACE)\\s+(TABLE|DATABASE|VIEW)\\b.*|SET\\s+\\w+\\s*=.*");
  }

  private String named(String words) {
    return words + Matcher.quoteReplacement(tableName());
  }

  private String bareName() {
    return table.orElseThrow(() -> new CannotExpress("DDL without a table")).name();
  }

  private String tableName() {
    return TableSql.quoted(database) + "." + TableSql.quoted(bareName());
  }

  private String nextName() {
    created++;
    return TableSql.quoted(database) + "." + TableSql.quoted("created_" + created);
  }

  private String onceMore(String assignments) {
    Table model = table.orElseThrow(() -> new CannotExpress("CREATE TABLE without a table"));
    Map<String, String> extra = new LinkedHashMap<>();
    Matcher matcher = ASSIGNMENT.matcher(assignments);
    while (matcher.find()) {
      extra.put(matcher.group(1), assigned(matcher));
    }
    return TableSql.create(model, nextName(), spelling, extra);
  }

  private static String assigned(Matcher matcher) {
    return IntStream.rangeClosed(2, 4)
        .mapToObj(matcher::group)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("");
  }

  private String described(String text) {
    Map<String, String> said = new LinkedHashMap<>();
    Matcher phrase = PHRASE.matcher(text);
    int end = 0;
    while (phrase.lookingAt() && phrase.end() > end) {
      for (String name :
          List.of(
              "mor", "mow", "agg", "dup", "cluster", "column", "auto", "on", "off", "history")) {
        if (phrase.group(name) != null) {
          said.put(name, name.equals("column") ? phrase.group("type") : "");
        }
      }
      if (phrase.group("property") != null) {
        said.put("binlog." + phrase.group("name"), phrase.group("value"));
      }
      end = phrase.end();
      phrase.region(end, text.length());
    }
    if (!text.substring(end).isBlank() || said.isEmpty()) {
      throw new CannotExpress("unknown wording of DDL: '" + text + "'");
    }
    return create(said);
  }

  private String create(Map<String, String> said) {
    boolean aggregate = said.containsKey("agg");
    boolean unique = said.containsKey("mor") || said.containsKey("mow");
    String columns =
        "`k` BIGINT NOT NULL"
            + (said.containsKey("auto") ? " AUTO_INCREMENT" : "")
            + (", `v` INT" + (aggregate ? " SUM" : "") + " NULL")
            + (said.containsKey("column") ? ", `w` " + type(said.get("column")) + " NULL" : "");
    return "CREATE TABLE "
        + nextName()
        + " ("
        + columns
        + ") "
        + (aggregate ? "AGGREGATE" : unique ? "UNIQUE" : "DUPLICATE")
        + " KEY(`k`)"
        + (said.containsKey("cluster") ? " ORDER BY(`v`)" : "")
        + " DISTRIBUTED BY HASH(`k`) BUCKETS 1 PROPERTIES ("
        + properties(said).entrySet().stream()
            .map(entry -> "\"" + entry.getKey() + "\" = \"" + entry.getValue() + "\"")
            .collect(Collectors.joining(", "))
        + ")";
  }

  /** A type with the arguments it cannot do without. */
  private static String type(String word) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "ARRAY" -> "ARRAY<INT>";
      case "MAP" -> "MAP<STRING,INT>";
      case "STRUCT" -> "STRUCT<x:INT>";
      default -> word;
    };
  }

  private Map<String, String> properties(Map<String, String> said) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("replication_num", "1");
    if (said.containsKey("mor") || said.containsKey("mow")) {
      properties.put("enable_unique_key_merge_on_write", Boolean.toString(said.containsKey("mow")));
    }
    if (said.containsKey("on") || said.containsKey("history")) {
      properties.putAll(TableSql.log(spelling));
    }
    if (said.containsKey("history")) {
      properties.put(spelling.property("binlog.need_historical_value"), "true");
    }
    said.forEach(
        (key, value) -> {
          if (key.startsWith("binlog.")) {
            properties.put(spelling.property(key), value);
          }
        });
    return properties;
  }
}
