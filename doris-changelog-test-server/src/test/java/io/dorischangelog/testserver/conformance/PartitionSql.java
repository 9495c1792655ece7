package io.dorischangelog.testserver.conformance;

import io.dorischangelog.testserver.conformance.ConformanceCase.Column;
import io.dorischangelog.testserver.conformance.ConformanceCase.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes PARTITION BY for a case's partitions, which are a clause of SQL, definitions of SQL, or
 * ranges and lists in prose. What names no column is about the first key that its values fit.
 */
final class PartitionSql {
  private static final Pattern CLAUSE =
      Pattern.compile("(?i)((?:AUTO )?PARTITION BY (?:RANGE|LIST))\\s*(.+)");
  private static final Pattern DEFINITION =
      Pattern.compile("(?i)(?:PARTITION\\s+)?`?(\\w+)`?\\s+(VALUES\\s+.+)");
  private static final Pattern RANGE =
      Pattern.compile("(\\w+)\\s*:\\s*(?:(\\S+)\\s*<=\\s*)?(\\w+)\\s*<\\s*(\\S+)");
  private static final Pattern LOWER_ONLY =
      Pattern.compile("(\\w+)\\s*:\\s*(\\w+)\\s*>=\\s*(\\S+)");
  private static final Pattern INTERVAL =
      Pattern.compile("(?i)(\\w+)\\s*:?\\s*(?:(\\w+)\\s+in\\s*)?\\[\\s*(.+?)\\s*,\\s*(.+?)\\s*\\)");
  private static final Pattern LIST =
      Pattern.compile("(?i)(\\w+)\\s*:?\\s*(?:(\\w+)\\s+)?in\\s*(\\(.*\\))");

  private final Table table;

  PartitionSql(Table table) {
    this.table = table;
  }

  /**
   * One partition.
   *
   * @param column what the text names; empty: nothing
   */
  private record Part(boolean list, Optional<String> column, String name, String values) {}

  /** The clause with a blank before it; empty for a table without partitions. */
  String clause() {
    List<String> texts = table.partitions();
    if (texts.isEmpty()) {
      return "";
    }
    Matcher clause = CLAUSE.matcher(texts.get(0));
    if (clause.matches()) {
      return " " + clause(clause);
    }
    List<String> parts = new ArrayList<>();
    for (String text : texts) {
      Part part = part(text.trim());
      parts.add("PARTITION " + TableSql.quoted(part.name()) + " " + part.values());
    }
    Part first = part(texts.get(0).trim());
    return " PARTITION BY "
        + (first.list() ? "LIST" : "RANGE")
        + "("
        + TableSql.quoted(first.column().orElseGet(() -> keyFor(first.values())))
        + ") ("
        + String.join(", ", parts)
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

  private static Part part(String text) {
    Matcher definition = DEFINITION.matcher(text);
    if (definition.matches()) {
      boolean list = definition.group(2).matches("(?i)VALUES\\s+IN\\b.*");
      return new Part(list, Optional.empty(), definition.group(1), definition.group(2));
    }
    Matcher list = LIST.matcher(text);
    if (list.matches()) {
      Optional<String> column = Optional.ofNullable(list.group(2));
      return new Part(true, column, list.group(1), "VALUES IN " + list.group(3));
    }
    return range(text);
  }

  private static Part range(String text) {
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      String values =
          range.group(2) == null
              ? "VALUES LESS THAN (" + bound(range.group(4)) + ")"
              : between(range.group(2), range.group(4));
      return new Part(false, Optional.of(range.group(3)), range.group(1), values);
    }
    Matcher lower = LOWER_ONLY.matcher(text);
    if (lower.matches()) {
      String values = between(lower.group(3), "MAXVALUE");
      return new Part(false, Optional.of(lower.group(2)), lower.group(1), values);
    }
    Matcher interval = INTERVAL.matcher(text);
    if (interval.matches()) {
      String values = between(interval.group(3), interval.group(4));
      return new Part(false, Optional.ofNullable(interval.group(2)), interval.group(1), values);
    }
    throw new CannotExpress("unknown wording of a partition: '" + text + "'");
  }

  private static String between(String lower, String upper) {
    return "VALUES [(" + bound(lower) + "), (" + bound(upper) + "))";
  }

  private static String bound(String text) {
    String bare = text.replaceAll("^[('\"]+|['\")]+$", "");
    return bare.equalsIgnoreCase("MAXVALUE") ? "MAXVALUE" : "\"" + bare + "\"";
  }

  private String keyFor(String values) {
    String wanted =
        values.matches("(?s).*\\d{4}-\\d\\d-\\d\\d.*")
            ? "DATE.*|TIMESTAMP.*"
            : values.matches("(?s).*['\"][^'\"\\d][^'\"]*['\"].*") ? ".*CHAR|STRING" : ".*INT";
    return table.keys().stream()
        .filter(key -> TypeText.of(type(key)).base().matches(wanted))
        .findFirst()
        .orElse(table.keys().get(0));
  }

  private String type(String name) {
    return table.columns().stream()
        .filter(column -> column.name().equals(name))
        .map(Column::type)
        .findFirst()
        .orElse("");
  }
}
