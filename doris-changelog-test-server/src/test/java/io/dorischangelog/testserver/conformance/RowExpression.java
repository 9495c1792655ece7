package io.dorischangelog.testserver.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The small expressions of generated rows: numbers, columns, quoted texts, {@code + - * / %},
 * brackets, {@code ||} and {@code concat(..)}. What is none of this is a text constant.
 */
final class RowExpression {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(\\d+(?:\\.\\d+)?|'[^']*'|\\w+|\\|\\||[-+*/%(),])");

  private final List<String> tokens;
  private final Map<String, JsonNode> columns;
  private int at;

  private RowExpression(List<String> tokens, Map<String, JsonNode> columns) {
    this.tokens = tokens;
    this.columns = columns;
  }

  static JsonNode evaluate(String text, Map<String, JsonNode> columns) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (matcher.lookingAt()) {
      tokens.add(matcher.group(1));
      end = matcher.end();
      matcher.region(end, text.length());
    }
    if (!text.substring(end).isBlank() || tokens.isEmpty()) {
      return JsonNodeFactory.instance.textNode(text);
    }
    RowExpression expression = new RowExpression(tokens, columns);
    try {
      JsonNode value = expression.concatenation();
      return expression.at == tokens.size() ? value : JsonNodeFactory.instance.textNode(text);
    } catch (NotAnExpression e) {
      return JsonNodeFactory.instance.textNode(text);
    }
  }

  private JsonNode concatenation() {
    JsonNode left = sum();
    while (accept("||")) {
      left = JsonNodeFactory.instance.textNode(left.asText() + sum().asText());
    }
    return left;
  }

  private JsonNode sum() {
    JsonNode left = product();
    while (sees("+") || sees("-")) {
      boolean plus = next().equals("+");
      BigDecimal right = number(product());
      left = node(plus ? number(left).add(right) : number(left).subtract(right));
    }
    return left;
  }

  private JsonNode product() {
    JsonNode left = primary();
    while (sees("*") || sees("/") || sees("%")) {
      String operator = next();
      BigDecimal right = number(primary());
      left =
          node(
              switch (operator) {
                case "*" -> number(left).multiply(right);
                case "%" -> number(left).remainder(right);
                default -> number(left).divideToIntegralValue(right);
              });
    }
    return left;
  }

  private JsonNode primary() {
    if (at == tokens.size()) {
      throw new NotAnExpression();
    }
    String token = next();
    if (token.equals("(")) {
      JsonNode value = concatenation();
      expect(")");
      return value;
    } else if (token.equals("-")) {
      return node(number(primary()).negate());
    } else if (token.startsWith("'")) {
      return JsonNodeFactory.instance.textNode(token.substring(1, token.length() - 1));
    } else if (Character.isDigit(token.charAt(0))) {
      return node(new BigDecimal(token));
    } else if (token.toLowerCase(Locale.ROOT).equals("concat") && accept("(")) {
      return concat();
    }
    JsonNode column = columns.get(token);
    if (column == null) {
      throw new NotAnExpression();
    }
    return column;
  }

  private JsonNode concat() {
    StringBuilder text = new StringBuilder();
    do {
      text.append(concatenation().asText());
    } while (accept(","));
    expect(")");
    return JsonNodeFactory.instance.textNode(text.toString());
  }

  private static BigDecimal number(JsonNode value) {
    if (!value.isNumber()) {
      throw new NotAnExpression();
    }
    return value.decimalValue();
  }

  private static JsonNode node(BigDecimal value) {
    return value.scale() <= 0
        ? JsonNodeFactory.instance.numberNode(value.toBigInteger())
        : JsonNodeFactory.instance.numberNode(value);
  }

  private boolean sees(String token) {
    return at < tokens.size() && tokens.get(at).equals(token);
  }

  private boolean accept(String token) {
    boolean seen = sees(token);
    if (seen) {
      at++;
    }
    return seen;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw new NotAnExpression();
    }
  }

  private String next() {
    return tokens.get(at++);
  }

  private static final class NotAnExpression extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
