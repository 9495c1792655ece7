package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.conformance.ConformanceCase.Column;
import io.dorischangelog.testserver.conformance.ConformanceCase.Operation;
import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import io.dorischangelog.testserver.conformance.ConformanceCase.Sequence;
import io.dorischangelog.testserver.conformance.ConformanceCase.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads a case from its JSON text. */
final class CaseReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long DEFAULT_TTL_SECONDS = 86_400;

  private CaseReader() {}

  static ConformanceCase read(Path file) throws IOException {
    return read(JSON.readTree(file.toFile()));
  }

  static ConformanceCase read(String json) throws IOException {
    return read(JSON.readTree(json));
  }

  private static ConformanceCase read(JsonNode node) {
    return new ConformanceCase(
        node.path("name").asText("?"),
        object(node, "table").map(CaseReader::table),
        list(node.path("transactions"), step -> list(step, CaseReader::operation)),
        list(node.path("reads"), CaseReader::readSpec));
  }

  private static Table table(JsonNode node) {
    return new Table(
        node.path("name").asText(),
        !node.path("model").asText().startsWith("DUP"),
        list(node.path("columns"), CaseReader::column),
        texts(node.path("keys")),
        node.path("needHistoricalValue").asBoolean(),
        node.path("ttlSeconds").asLong(DEFAULT_TTL_SECONDS),
        object(node, "sequenceColumn").map(CaseReader::sequence),
        fields(node.path("defaults"), Function.identity()),
        texts(node.path("partitions")),
        fields(node.path("properties"), JsonNode::asText),
        node.path("changelog").asBoolean(true));
  }

  private static Column column(JsonNode node) {
    return new Column(node.get(0).asText(), node.get(1).asText(), node.path(2).asBoolean(true));
  }

  private static Sequence sequence(JsonNode node) {
    boolean hidden = node.path("hidden").asBoolean();
    return new Sequence(hidden, node.path(hidden ? "type" : "column").asText());
  }

  private static Operation operation(JsonNode node) {
    List<JsonNode> rows = list(node.path("rows"), Function.identity());
    List<String> columns = texts(node.path("columns"));
    if (node.has("generate")) {
      GeneratedRows generated = GeneratedRows.of(node.get("generate"));
      rows = generated.rows();
      columns = generated.columns();
    }
    return new Operation(
        node.path("kind").asText(),
        rows,
        columns,
        text(node, "sql"),
        node.path("seconds").asDouble(),
        text(node, "expectError"),
        text(node, "newKeyBehavior"));
  }

  private static Read readSpec(JsonNode node) {
    return new Read(
        node.path("via").asText("incr"),
        text(node, "incrementType"),
        text(node, "from"),
        text(node, "to"),
        texts(node.path("columns")),
        orderedBy(node.path("orderedBy").asText("-")),
        node.path("order").asText("any").equals("exact"),
        text(node, "at"),
        text(node, "where"),
        node.path("selectOp").asBoolean(true),
        fields(node.path("extraParameters"), JsonNode::asText),
        text(node, "sql"),
        node.hasNonNull("expect")
            ? Optional.of(list(node.get("expect"), Function.identity()))
            : Optional.empty(),
        node.hasNonNull("expectCount")
            ? Optional.of(node.get("expectCount").asLong())
            : Optional.empty(),
        text(node, "expectError"));
  }

  private static List<String> orderedBy(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(String::trim)
        .filter(part -> !part.isEmpty() && !part.equals("-"))
        .toList();
  }

  private static Optional<JsonNode> object(JsonNode node, String name) {
    return Optional.of(node.path(name)).filter(JsonNode::isObject);
  }

  private static Optional<String> text(JsonNode node, String name) {
    return node.hasNonNull(name) ? Optional.of(node.get(name).asText()) : Optional.empty();
  }

  private static List<String> texts(JsonNode node) {
    return node.isTextual() ? List.of(node.asText()) : list(node, JsonNode::asText);
  }

  private static <T> List<T> list(JsonNode node, Function<JsonNode, T> element) {
    List<T> list = new ArrayList<>();
    node.forEach(child -> list.add(element.apply(child)));
    return list;
  }

  private static <T> Map<String, T> fields(JsonNode node, Function<JsonNode, T> value) {
    Map<String, T> fields = new LinkedHashMap<>();
    node.properties().forEach(field -> fields.put(field.getKey(), value.apply(field.getValue())));
    return fields;
  }
}
