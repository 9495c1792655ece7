package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.conformance.ConformanceCase.Column;
import io.dorischangelog.testserver.conformance.ConformanceCase.Operation;
import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import io.dorischangelog.testserver.conformance.ConformanceCase.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rule of what MIN_DELTA makes of a key, by its first and last raw operation in the window (0
 * insert, 1 update, 2 delete), turned into cases that can be played: one per line of the rule.
 */
final class FoldingRule {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Table TABLE =
      new Table(
          "rule",
          true,
          List.of(new Column("id", "BIGINT", true), new Column("n", "INT", true)),
          List.of("id"),
          true,
          86_400,
          Optional.empty(),
          Map.of(),
          List.of(),
          Map.of(),
          true);

  private FoldingRule() {}

  static List<ConformanceCase> cases(Read rule) {
    if (!rule.columns().equals(List.of("firstOp(raw)", "lastOp(raw)", "result"))) {
      throw new CannotExpress("unknown rule over " + rule.columns());
    }
    List<ConformanceCase> cases = new ArrayList<>();
    for (JsonNode line : rule.expect().orElse(List.of())) {
      cases.add(line(line.get(0).asInt(), line.get(1).asInt(), line.get(2).asText()));
    }
    return cases;
  }

  private static ConformanceCase line(int first, int last, String result) {
    List<List<Operation>> steps = new ArrayList<>();
    steps.add(List.of(write(first == 0 ? 9 : 1, 1)));
    for (int raw : chain(first, last)) {
      steps.add(List.of(raw == 2 ? delete() : write(1, 10 * steps.size())));
    }
    Read read =
        new Read(
            "incr",
            Optional.of("MIN_DELTA"),
            Optional.of("after txn 1"),
            Optional.empty(),
            List.of("id"),
            List.of("op"),
            true,
            Optional.empty(),
            Optional.empty(),
            true,
            Map.of(),
            Optional.empty(),
            Optional.of(rows(result)),
            Optional.empty(),
            Optional.empty());
    return new ConformanceCase(
        "rule " + first + " " + last, Optional.of(TABLE), steps, List.of(read));
  }

  /** A shortest series of raw operations on one key that begins and ends like this. */
  private static List<Integer> chain(int first, int last) {
    if (first == last) {
      return List.of(first);
    }
    boolean deletedBetween = (first == 1 && last == 0) || (first == 2 && last == 1);
    return deletedBetween ? List.of(first, first == 1 ? 2 : 0, last) : List.of(first, last);
  }

  private static List<JsonNode> rows(String result) {
    return switch (result) {
      case "nothing" -> List.of();
      case "APPEND" -> List.of(json("[0, 1]"));
      case "DELETE" -> List.of(json("[1, 1]"));
      case "BEFORE+AFTER" -> List.of(json("[2, 1]"), json("[3, 1]"));
      default -> throw new CannotExpress("unknown result of the rule: " + result);
    };
  }

  private static Operation write(int id, int n) {
    return operation("INSERT", "[" + id + ", " + n + "]");
  }

  private static Operation delete() {
    return operation("DELETE", "[1]");
  }

  private static Operation operation(String kind, String row) {
    return new Operation(
        kind,
        List.of(json(row)),
        List.of(),
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
