package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Many rows written as one object: one column is a range {@code "a..b"} (both ends included), the
 * others are constants or expressions over the columns before them.
 */
record GeneratedRows(List<String> columns, List<JsonNode> rows) {
  private static final Pattern RANGE = Pattern.compile("\\s*(-?\\d+)\\s*\\.\\.\\s*(-?\\d+)\\s*");

  static GeneratedRows of(JsonNode generate) {
    List<String> columns = new ArrayList<>();
    String ranged = null;
    Matcher range = null;
    for (Map.Entry<String, JsonNode> field : generate.properties()) {
      columns.add(field.getKey());
      Matcher matcher = RANGE.matcher(field.getValue().asText());
      if (matcher.matches() && ranged != null) {
        throw new CannotExpress("generate with more than one range");
      } else if (matcher.matches()) {
        ranged = field.getKey();
        range = matcher;
      }
    }
    if (range == null) {
      throw new CannotExpress("generate without a range a..b");
    }
    return new GeneratedRows(columns, rows(generate, ranged, range));
  }

  private static List<JsonNode> rows(JsonNode generate, String ranged, Matcher range) {
    List<JsonNode> rows = new ArrayList<>();
    long last = Long.parseLong(range.group(2));
    for (long i = Long.parseLong(range.group(1)); i <= last; i++) {
      Map<String, JsonNode> known = new HashMap<>();
      known.put(ranged, JsonNodeFactory.instance.numberNode(i));
      ArrayNode row = JsonNodeFactory.instance.arrayNode();
      for (Map.Entry<String, JsonNode> field : generate.properties()) {
        JsonNode value = known.get(field.getKey());
        if (value == null) {
          JsonNode given = field.getValue();
          value = given.isTextual() ? RowExpression.evaluate(given.asText(), known) : given;
          known.put(field.getKey(), value);
        }
        row.add(value);
      }
      rows.add(row);
    }
    return rows;
  }
}
