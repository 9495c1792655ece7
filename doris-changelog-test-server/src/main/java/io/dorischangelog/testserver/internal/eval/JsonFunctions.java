package io.dorischangelog.testserver.internal.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Functions that look into JSON, whether it is a value of that type or a text. */
final class JsonFunctions {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private JsonFunctions() {}

  static @Nullable Bound bind(String name, List<Bound> args, EvaluationContext context) {
    String common = name.startsWith("JSONB_") ? "JSON_" + name.substring(6) : name;
    return switch (common) {
      case "JSON_EXTRACT" -> at(name, args, Kind.JSON, JsonNode::toString);
      case "JSON_EXTRACT_STRING", "GET_JSON_STRING" ->
          at(name, args, Kind.STRING, JsonFunctions::text);
      case "JSON_EXTRACT_INT", "GET_JSON_INT" ->
          at(name, args, Kind.INT, node -> node.canConvertToInt() ? node.intValue() : null);
      case "JSON_EXTRACT_BIGINT", "GET_JSON_BIGINT" ->
          at(name, args, Kind.BIGINT, node -> node.canConvertToLong() ? node.longValue() : null);
      case "JSON_EXTRACT_DOUBLE", "GET_JSON_DOUBLE" ->
          at(name, args, Kind.DOUBLE, node -> node.isNumber() ? node.doubleValue() : null);
      case "JSON_EXTRACT_BOOL" ->
          at(name, args, Kind.BOOLEAN, node -> node.isBoolean() ? node.booleanValue() : null);
      case "JSON_EXTRACT_ISNULL" -> at(name, args, Kind.BOOLEAN, JsonNode::isNull);
      case "JSON_EXISTS_PATH" -> exists(name, args);
      case "JSON_VALID" -> valid(args);
      case "JSON_PARSE" -> parse(args);
      default -> null;
    };
  }

  private static String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : node.toString();
  }

  private static Bound at(
      String name, List<Bound> args, Kind kind, Function<JsonNode, @Nullable Object> value) {
    Functions.expect(name, args, 2, 2);
    return Strict.call(
        DorisType.of(kind),
        Strict.texts(args),
        texts -> {
          JsonNode node = find(texts[0].toString(), texts[1].toString());
          return node == null ? null : value.apply(node);
        });
  }

  private static Bound exists(String name, List<Bound> args) {
    Functions.expect(name, args, 2, 2);
    return Strict.call(
        DorisType.of(Kind.BOOLEAN),
        Strict.texts(args),
        texts -> find(texts[0].toString(), texts[1].toString()) != null);
  }

  private static Bound valid(List<Bound> args) {
    Functions.expect("JSON_VALID", args, 1, 1);
    return Strict.call(
        DorisType.of(Kind.INT),
        Strict.texts(args),
        texts -> read(texts[0].toString()) == null ? 0 : 1);
  }

  private static Bound parse(List<Bound> args) {
    Functions.expect("JSON_PARSE", args, 1, 1);
    return Strict.call(
        DorisType.of(Kind.JSON),
        Strict.texts(args),
        texts -> {
          JsonNode node = read(texts[0].toString());
          return node == null ? null : node.toString();
        });
  }

  /** The JSON behind a path, null if it is not there or the text is no JSON. */
  private static @Nullable JsonNode find(String json, String path) {
    JsonNode node = read(json);
    for (String step : JsonPath.steps(path)) {
      if (node == null) {
        return null;
      }
      node = node.isArray() && step.matches("[0-9]{1,9}") ? item(node, step) : node.get(step);
    }
    return node;
  }

  private static @Nullable JsonNode item(JsonNode array, String step) {
    return array.get(Integer.parseInt(step));
  }

  private static @Nullable JsonNode read(String json) {
    try {
      return json.isBlank() ? null : JSON.readTree(json);
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
