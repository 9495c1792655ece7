package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Compares the rows of a case with those of a server. Numbers are compared as numbers and texts as
 * texts, since a case holds what each of several clients shows; arrays, maps and structs by their
 * JSON form; a bitmap by its members and an HLL by how many it has.
 */
final class RowMatcher {
  /** A MAP over the MySQL protocol has its keys as they are: {@code {5:[1, 2]}}. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES).build();

  private static final Pattern FRACTION =
      Pattern.compile("(\\d\\d:\\d\\d:\\d\\d)\\.?0*$|(\\.\\d*?)0+$");

  private RowMatcher() {}

  static boolean sameOrder(List<JsonNode> expected, List<List<Object>> actual) {
    if (expected.size() != actual.size()) {
      return false;
    }
    for (int i = 0; i < expected.size(); i++) {
      if (!row(expected.get(i), actual.get(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean anyOrder(List<JsonNode> expected, List<List<Object>> actual) {
    List<List<Object>> left = new ArrayList<>(actual);
    for (JsonNode row : expected) {
      if (!removeFirst(left, row)) {
        return false;
      }
    }
    return left.isEmpty();
  }

  private static boolean removeFirst(List<List<Object>> left, JsonNode row) {
    for (int i = 0; i < left.size(); i++) {
      if (row(row, left.get(i))) {
        left.remove(i);
        return true;
      }
    }
    return false;
  }

  private static boolean row(JsonNode expected, List<Object> actual) {
    if (expected.size() != actual.size()) {
      return false;
    }
    for (int i = 0; i < actual.size(); i++) {
      if (!cell(expected.get(i), actual.get(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean cell(JsonNode expected, Object actual) {
    if (expected.isNull() || actual == null) {
      return expected.isNull() && actual == null;
    } else if (expected.isNumber()) {
      return number(expected.decimalValue(), actual);
    } else if (expected.isBoolean()) {
      String text = actual.toString();
      return text.equals(expected.asText()) || text.equals(expected.asBoolean() ? "1" : "0");
    } else if (expected.isTextual()) {
      return text(expected.asText(), actual);
    } else if (expected.has("bitmap")) {
      return actual.toString().equals(ValueSql.joined(expected.get("bitmap")));
    } else if (expected.has("hll")) {
      return number(BigDecimal.valueOf(expected.get("hll").size()), actual);
    }
    return actual instanceof JsonNode node ? tree(expected, node) : parsed(expected, actual);
  }

  private static boolean number(BigDecimal expected, Object actual) {
    if (actual instanceof Boolean flag) {
      return expected.compareTo(flag ? BigDecimal.ONE : BigDecimal.ZERO) == 0;
    }
    try {
      return expected.compareTo(new BigDecimal(actual.toString())) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean text(String expected, Object actual) {
    String text =
        actual instanceof BigDecimal decimal ? decimal.toPlainString() : actual.toString();
    return text.equals(expected) || (isTime(expected) && trimmed(text).equals(trimmed(expected)));
  }

  private static boolean isTime(String text) {
    return text.matches("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d.*");
  }

  /** A timestamp without the zeros at the end of its fraction. */
  private static String trimmed(String timestamp) {
    return FRACTION.matcher(timestamp.replace('T', ' ')).replaceFirst("$1$2");
  }

  private static boolean parsed(JsonNode expected, Object actual) {
    try {
      return tree(expected, JSON.readTree(actual.toString()));
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static boolean tree(JsonNode expected, JsonNode actual) {
    if (expected.isNumber() || expected.isTextual()) {
      return !actual.isNull() && !actual.isContainerNode() && cell(expected, actual.asText());
    } else if (!expected.isContainerNode()) {
      return expected.equals(actual);
    }
    if (expected.size() != actual.size() || expected.isArray() != actual.isArray()) {
      return false;
    }
    if (expected.isArray()) {
      for (int i = 0; i < expected.size(); i++) {
        if (!tree(expected.get(i), actual.get(i))) {
          return false;
        }
      }
      return true;
    }
    for (Map.Entry<String, JsonNode> field : expected.properties()) {
      if (!actual.has(field.getKey()) || !tree(field.getValue(), actual.get(field.getKey()))) {
        return false;
      }
    }
    return true;
  }
}
