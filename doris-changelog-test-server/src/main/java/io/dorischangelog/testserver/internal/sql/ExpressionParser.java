package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.sql.Expr.BinaryOperator;
import io.dorischangelog.testserver.internal.sql.Expr.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads expressions, one method per level of precedence, loosest first. */
final class ExpressionParser {
  private static final Map<String, BinaryOperator> COMPARISONS =
      Map.of(
          "=", BinaryOperator.EQUAL,
          "<=>", BinaryOperator.NULL_SAFE_EQUAL,
          "<>", BinaryOperator.NOT_EQUAL,
          "!=", BinaryOperator.NOT_EQUAL,
          "<", BinaryOperator.LESS,
          "<=", BinaryOperator.LESS_OR_EQUAL,
          ">", BinaryOperator.GREATER,
          ">=", BinaryOperator.GREATER_OR_EQUAL);

  private static final Map<String, String> BIT_FUNCTIONS =
      Map.of(
          "&", "BITAND",
          "|", "BITOR",
          "^", "BITXOR");

  private final TokenCursor cursor;
  private final PrimaryParser primaries;

  ExpressionParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.primaries = new PrimaryParser(cursor, this);
  }

  Expr expression() {
    Expr left = conjunction();
    while (cursor.accept("OR")) {
      left = new Expr.Binary(BinaryOperator.OR, left, conjunction());
    }
    return left;
  }

  private Expr conjunction() {
    Expr left = negation();
    while (cursor.accept("AND") || cursor.acceptSymbol("&&")) {
      left = new Expr.Binary(BinaryOperator.AND, left, negation());
    }
    return left;
  }

  private Expr negation() {
    if (cursor.accept("NOT") || cursor.acceptSymbol("!")) {
      return new Expr.Unary(UnaryOperator.NOT, negation());
    }
    return predicate();
  }

  private Expr predicate() {
    Expr left = bits();
    while (true) {
      Expr next = predicateOn(left);
      if (next == null) {
        return left;
      }
      left = next;
    }
  }

  private @Nullable Expr predicateOn(Expr left) {
    BinaryOperator comparison =
        cursor.peek().kind() == Token.Kind.SYMBOL ? COMPARISONS.get(cursor.peek().text()) : null;
    if (comparison != null) {
      cursor.next();
      return new Expr.Binary(comparison, left, bits());
    }
    if (cursor.accept("IS")) {
      return is(left);
    }
    boolean negated = cursor.sees("NOT") && isPredicate(cursor.peek(1));
    if (negated) {
      cursor.next();
    }
    return isPredicate(cursor.peek()) ? wordPredicate(left, negated) : null;
  }

  private static boolean isPredicate(Token token) {
    return token.isWord("IN")
        || token.isWord("BETWEEN")
        || token.isWord("LIKE")
        || token.isWord("REGEXP")
        || token.isWord("RLIKE");
  }

  private Expr wordPredicate(Expr left, boolean negated) {
    Token word = cursor.next();
    if (word.isWord("IN")) {
      return in(left, negated);
    } else if (word.isWord("BETWEEN")) {
      Expr low = bits();
      cursor.expect("AND");
      return new Expr.Between(left, low, bits(), negated);
    }
    return new Expr.Like(left, bits(), negated, !word.isWord("LIKE"));
  }

  private Expr in(Expr left, boolean negated) {
    if (cursor.peek(1).isWord("SELECT") || cursor.peek(1).isWord("WITH")) {
      throw new WiderThanOwnGrammar();
    }
    return new Expr.In(left, cursor.listInBrackets(this::expression), negated);
  }

  private Expr is(Expr left) {
    boolean negated = cursor.accept("NOT");
    if (cursor.accept("NULL")) {
      return new Expr.IsNull(left, negated);
    }
    boolean value = cursor.accept("TRUE");
    if (!value) {
      cursor.expect("FALSE");
    }
    Expr equal = new Expr.Binary(BinaryOperator.NULL_SAFE_EQUAL, left, PrimaryParser.bool(value));
    return negated ? new Expr.Unary(UnaryOperator.NOT, equal) : equal;
  }

  /** The operators on bits, of one precedence; they are calls of the functions. */
  private Expr bits() {
    Expr left = sum();
    while (true) {
      String function = bitFunction();
      if (function == null) {
        return left;
      }
      left = new Expr.Call(function, List.of(left, sum()), false, false);
    }
  }

  private @Nullable String bitFunction() {
    for (Map.Entry<String, String> operator : BIT_FUNCTIONS.entrySet()) {
      if (cursor.acceptSymbol(operator.getKey())) {
        return operator.getValue();
      }
    }
    if (acceptTwice("<")) {
      return "BIT_SHIFT_LEFT";
    }
    return acceptTwice(">") ? "BIT_SHIFT_RIGHT" : null;
  }

  /** Two tokens, because {@code >>} also ends types such as {@code array<array<int>>}. */
  private boolean acceptTwice(String symbol) {
    boolean twice = cursor.seesSymbol(symbol) && cursor.peek(1).isSymbol(symbol);
    return twice && cursor.acceptSymbol(symbol) && cursor.acceptSymbol(symbol);
  }

  private Expr sum() {
    Expr left = product();
    while (true) {
      BinaryOperator operator = sumOperator();
      if (operator == null) {
        return left;
      }
      left = new Expr.Binary(operator, left, product());
    }
  }

  private @Nullable BinaryOperator sumOperator() {
    if (cursor.acceptSymbol("+")) {
      return BinaryOperator.ADD;
    }
    return cursor.acceptSymbol("-") ? BinaryOperator.SUBTRACT : null;
  }

  private Expr product() {
    Expr left = unary();
    while (true) {
      BinaryOperator operator = productOperator();
      if (operator == null) {
        return left;
      }
      left = new Expr.Binary(operator, left, unary());
    }
  }

  private @Nullable BinaryOperator productOperator() {
    if (cursor.acceptSymbol("*")) {
      return BinaryOperator.MULTIPLY;
    } else if (cursor.acceptSymbol("/")) {
      return BinaryOperator.DIVIDE;
    } else if (cursor.acceptSymbol("%") || cursor.accept("MOD")) {
      return BinaryOperator.MODULO;
    }
    return cursor.accept("DIV") ? BinaryOperator.INTEGER_DIVIDE : null;
  }

  private Expr unary() {
    if (cursor.acceptSymbol("-")) {
      Expr operand = unary();
      Expr negative = PrimaryParser.negativeLiteral(operand);
      return negative == null ? new Expr.Unary(UnaryOperator.NEGATE, operand) : negative;
    }
    if (cursor.acceptSymbol("~")) {
      return new Expr.Call("BITNOT", List.of(unary()), false, false);
    }
    cursor.acceptSymbol("+");
    return primaries.primary();
  }

  List<Expr> listUntil(String symbol) {
    List<Expr> result = new ArrayList<>();
    while (!cursor.acceptSymbol(symbol)) {
      result.add(expression());
      if (cursor.sees("FROM")) {
        throw new WiderThanOwnGrammar();
      } else if (!cursor.seesSymbol(symbol)) {
        cursor.expectSymbol(",");
      }
    }
    return result;
  }
}
