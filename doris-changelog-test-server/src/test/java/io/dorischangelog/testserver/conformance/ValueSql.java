package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a JSON value of a case as an SQL expression for a column of a given type. */
final class ValueSql {
  private ValueSql() {}

  static String of(JsonNode value, String type) {
    if (value.isNull() || value.isMissingNode()) {
      return "NULL";
    } else if (value.isNumber()) {
      return value.decimalValue().toPlainString();
    } else if (value.isBoolean()) {
      return value.asText().toUpperCase(Locale.ROOT);
    } else if (value.isTextual()) {
      return text(value.asText());
    }
    TypeText parts = TypeText.of(type);
    if (value.has("bitmap") && !parts.base().equals("STRUCT") && !parts.base().equals("MAP")) {
      return bitmap(value.get("bitmap"));
    } else if (value.has("hll") && !parts.base().equals("STRUCT") && !parts.base().equals("MAP")) {
      return hll(value.get("hll"));
    }
    return switch (parts.base()) {
      case "ARRAY" -> array(value, parts.arguments().get(0));
      case "MAP" -> map(value, parts);
      case "STRUCT" -> struct(value, parts);
      default -> text(value.toString());
    };
  }

  static String text(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private static String bitmap(JsonNode members) {
    return members.isEmpty() ? "bitmap_empty()" : "bitmap_from_string('" + joined(members) + "')";
  }

  private static String hll(JsonNode members) {
    if (members.size() > 1) {
      throw new CannotExpress("SQL has no literal of an HLL with several members");
    }
    return members.isEmpty() ? "hll_empty()" : "hll_hash(" + text(members.get(0).asText()) + ")";
  }

  static String joined(JsonNode members) {
    List<String> texts = new ArrayList<>();
    members.forEach(member -> texts.add(member.asText()));
    return String.join(",", texts);
  }

  private static String array(JsonNode value, String elementType) {
    List<String> elements = new ArrayList<>();
    value.forEach(element -> elements.add(of(element, elementType)));
    return "[" + String.join(", ", elements) + "]";
  }

  private static String map(JsonNode value, TypeText type) {
    List<String> entries = new ArrayList<>();
    value
        .properties()
        .forEach(
            entry ->
                entries.add(
                    key(entry.getKey(), type.arguments().get(0))
                        + ":"
                        + of(entry.getValue(), type.arguments().get(1))));
    return "{" + String.join(", ", entries) + "}";
  }

  private static String key(String key, String type) {
    return TypeText.of(type).base().matches("(TINY|SMALL|BIG|LARGE)?INT") ? key : text(key);
  }

  private static String struct(JsonNode value, TypeText type) {
    List<String> fields = new ArrayList<>();
    value
        .properties()
        .forEach(
            field ->
                fields.add(
                    text(field.getKey())
                        + ", "
                        + of(field.getValue(), type.field(field.getKey()))));
    return "named_struct(" + String.join(", ", fields) + ")";
  }
}
