package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.dorischangelog.testserver.conformance.ConformanceCase.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the statements of an operation on the case's table. */
final class WriteSql {
  private final String table;
  private final List<String> keys;
  private final CurrentColumns columns;

  /**
   * Statements for one table.
   *
   * @param table qualified and quoted
   */
  WriteSql(String table, List<String> keys, CurrentColumns columns) {
    this.table = table;
    this.keys = keys;
    this.columns = columns;
  }

  /**
   * The statements of one operation.
   *
   * @param settings SET statements that have to come before, and whose opposite is in {@code
   *     resets}
   */
  record Batch(List<String> settings, List<String> statements, List<String> resets) {
    Batch(List<String> statements) {
      this(List.of(), statements, List.of());
    }
  }

  Batch of(Operation operation) {
    if (operation.sql().isPresent()) {
      return new Batch(List.of(withTable(operation.sql().get())));
    }
    return switch (operation.kind()) {
      case "INSERT" -> new Batch(List.of(insert(operation.columns(), operation.rows())));
      case "PARTIAL_UPDATE" -> partialUpdate(operation);
      case "DELETE" -> new Batch(List.of(delete(operation)));
      case "UPDATE" ->
          new Batch(operation.rows().stream().map(row -> update(operation, row)).toList());
      default -> throw new CannotExpress("unknown kind of operation: " + operation.kind());
    };
  }

  /** A statement that may leave out the table, or call it {@code {t}}. */
  private String withTable(String sql) {
    return sql.trim()
        .replaceAll("\\{t\\}", quote(table))
        .replaceFirst("(?i)^UPDATE\\s+SET\\b", "UPDATE " + quote(table) + " SET")
        .replaceFirst(
            "(?i)^DELETE\\s+(FROM\\s+)?WHERE\\b", "DELETE FROM " + quote(table) + " WHERE")
        .replaceFirst(
            "(?i)^INSERT\\s+(INTO\\s+)?(?=\\(|VALUES\\b|SELECT\\b)",
            "INSERT INTO " + quote(table) + " ");
  }

  private static String quote(String name) {
    return java.util.regex.Matcher.quoteReplacement(name);
  }

  private String insert(List<String> named, List<JsonNode> rows) {
    List<String> into = named.isEmpty() ? columns.names() : named;
    String list = named.isEmpty() ? "" : " (" + TableSql.names(real(named)) + ")";
    return "INSERT INTO "
        + table
        + list
        + " VALUES "
        + rows.stream().map(row -> tuple(into, row)).collect(Collectors.joining(", "));
  }

  private String tuple(List<String> into, JsonNode row) {
    if (row.size() != into.size()) {
      throw new IllegalArgumentException("row " + row + " does not fit the columns " + into);
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < into.size(); i++) {
      values.add(ValueSql.of(row.get(i), columns.type(into.get(i))));
    }
    return "(" + String.join(", ", values) + ")";
  }

  private Batch partialUpdate(Operation operation) {
    List<String> settings = new ArrayList<>();
    settings.add("SET enable_unique_key_partial_update = true");
    settings.add("SET enable_insert_strict = false");
    operation
        .newKeyBehavior()
        .ifPresent(
            behavior -> settings.add("SET partial_update_new_key_behavior = '" + behavior + "'"));
    List<String> resets = new ArrayList<>();
    resets.add("SET enable_unique_key_partial_update = false");
    resets.add("SET enable_insert_strict = true");
    if (operation.newKeyBehavior().isPresent()) {
      resets.add("SET partial_update_new_key_behavior = 'APPEND'");
    }
    return new Batch(settings, List.of(insert(operation.columns(), operation.rows())), resets);
  }

  private String delete(Operation operation) {
    List<String> named = operation.columns().isEmpty() ? keys : operation.columns();
    if (!keys.containsAll(named)) {
      return insertDeleteSign(operation, named);
    }
    return "DELETE FROM " + table + " WHERE " + condition(named, operation.rows());
  }

  /** A delete that carries more than the key, such as a sequence value, is a marked row. */
  private String insertDeleteSign(Operation operation, List<String> named) {
    List<String> into = new ArrayList<>(named);
    into.add("__DELETE__");
    List<JsonNode> rows = new ArrayList<>();
    for (JsonNode row : operation.rows()) {
      rows.add(row.<com.fasterxml.jackson.databind.node.ArrayNode>deepCopy().add(1));
    }
    return insert(into, rows);
  }

  private String condition(List<String> named, List<JsonNode> rows) {
    if (named.size() == 1
        && rows.size() > 1
        && rows.stream().noneMatch(row -> cell(row, 0).isNull())) {
      return TableSql.quoted(named.get(0))
          + rows.stream()
              .map(row -> value(named, row, 0))
              .collect(Collectors.joining(", ", " IN (", ")"));
    }
    List<String> alternatives = rows.stream().map(row -> equals(named, row)).toList();
    return alternatives.size() == 1
        ? alternatives.get(0)
        : alternatives.stream().map(text -> "(" + text + ")").collect(Collectors.joining(" OR "));
  }

  private String equals(List<String> named, JsonNode row) {
    List<String> terms = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      String column = TableSql.quoted(named.get(i));
      terms.add(
          cell(row, i).isNull() ? column + " IS NULL" : column + " = " + value(named, row, i));
    }
    return String.join(" AND ", terms);
  }

  private String value(List<String> named, JsonNode row, int i) {
    return ValueSql.of(cell(row, i), columns.type(named.get(i)));
  }

  private static JsonNode cell(JsonNode row, int i) {
    return row.isArray() ? row.get(i) : row;
  }

  private String update(Operation operation, JsonNode row) {
    List<String> named = operation.columns().isEmpty() ? columns.names() : operation.columns();
    List<String> assignments = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      String value = ValueSql.of(row.get(i), columns.type(named.get(i)));
      String column = TableSql.quoted(real(named.get(i)));
      if (!keys.contains(named.get(i))) {
        assignments.add(column + " = " + value);
      } else {
        conditions.add(value.equals("NULL") ? column + " IS NULL" : column + " = " + value);
      }
    }
    return "UPDATE "
        + table
        + " SET "
        + String.join(", ", assignments)
        + " WHERE "
        + String.join(" AND ", conditions);
  }

  private static List<String> real(List<String> named) {
    return named.stream().map(WriteSql::real).toList();
  }

  /** Doris' name of a column that the cases call by a short one. */
  static String real(String name) {
    return switch (name) {
      case "__SEQ__" -> "__DORIS_SEQUENCE_COL__";
      case "__DELETE__" -> "__DORIS_DELETE_SIGN__";
      default -> name;
    };
  }
}
