package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads literals, columns, calls and bracketed expressions. */
final class PrimaryParser {
  /** Functions that may be written without brackets. */
  private static final Set<String> BARE_FUNCTIONS =
      Set.of("CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_USER", "LOCALTIME", "LOCALTIMESTAMP");

  /** Reserved words that are functions when a bracket follows. */
  private static final Set<String> RESERVED_FUNCTIONS =
      Set.of("CAST", "LEFT", "RIGHT", "REGEXP", "DEFAULT");

  private static final Set<String> CASTS = Set.of("CAST", "TRY_CAST");

  private final TokenCursor cursor;
  private final ExpressionParser expressions;

  PrimaryParser(TokenCursor cursor, ExpressionParser expressions) {
    this.cursor = cursor;
    this.expressions = expressions;
  }

  Expr primary() {
    Expr expr = withoutSubscript();
    while (cursor.acceptSymbol("[")) {
      Expr subscript = expressions.expression();
      cursor.expectSymbol("]");
      expr = new Expr.Call("ELEMENT_AT", List.of(expr, subscript), false, false);
    }
    return expr;
  }

  private Expr withoutSubscript() {
    Token token = cursor.peek();
    return switch (token.kind()) {
      case NUMBER -> number(cursor.next());
      case STRING -> new Expr.Literal(cursor.next().text(), DorisType.of(Kind.VARCHAR));
      case SYMBOL -> symbol(token);
      case WORD -> word(token);
      case QUOTED_NAME -> column();
      case END -> throw cursor.mismatch("<expression>");
    };
  }

  static Expr.Literal bool(boolean value) {
    return new Expr.Literal(value, DorisType.of(Kind.BOOLEAN));
  }

  /** The literal with its sign turned, so that the smallest numbers keep their type; or null. */
  static @Nullable Expr negativeLiteral(Expr operand) {
    if (operand instanceof Expr.Literal literal && literal.value() instanceof Number number) {
      return number instanceof Double
          ? new Expr.Literal(-number.doubleValue(), literal.type())
          : exact(new BigDecimal(number.toString()).negate());
    }
    return null;
  }

  private static Expr number(Token token) {
    if (token.upper().contains("E")) {
      return new Expr.Literal(Double.parseDouble(token.text()), DorisType.of(Kind.DOUBLE));
    }
    return exact(new BigDecimal(token.text()));
  }

  private static Expr exact(BigDecimal value) {
    if (value.scale() > 0) {
      int precision = Math.max(value.precision(), value.scale());
      return new Expr.Literal(value, DorisType.decimal(precision, value.scale()));
    }
    BigInteger integer = value.toBigIntegerExact();
    int bits = integer.bitLength();
    if (bits < 8) {
      return new Expr.Literal(integer.byteValueExact(), DorisType.of(Kind.TINYINT));
    } else if (bits < 16) {
      return new Expr.Literal(integer.shortValueExact(), DorisType.of(Kind.SMALLINT));
    } else if (bits < 32) {
      return new Expr.Literal(integer.intValueExact(), DorisType.of(Kind.INT));
    } else if (bits < 64) {
      return new Expr.Literal(integer.longValueExact(), DorisType.of(Kind.BIGINT));
    }
    return new Expr.Literal(integer, DorisType.of(Kind.LARGEINT));
  }

  private Expr symbol(Token token) {
    if (cursor.acceptSymbol("(")) {
      if (cursor.sees("SELECT") || cursor.sees("WITH")) {
        throw new WiderThanOwnGrammar();
      }
      Expr inner = expressions.expression();
      if (cursor.seesSymbol(",")) {
        throw new WiderThanOwnGrammar();
      }
      cursor.expectSymbol(")");
      return inner;
    } else if (cursor.acceptSymbol("@@")) {
      return systemVariable();
    } else if (cursor.acceptSymbol("@")) {
      return new Expr.UserVariable(cursor.nameOrString());
    } else if (cursor.acceptSymbol("[")) {
      return new Expr.ArrayOf(expressions.listUntil("]"));
    } else if (cursor.acceptSymbol("{")) {
      return map();
    }
    throw cursor.error(token, "mismatched input '" + token.text() + "' expecting an expression");
  }

  private Expr map() {
    List<Expr> entries = new ArrayList<>();
    while (!cursor.acceptSymbol("}")) {
      entries.add(expressions.expression());
      cursor.expectSymbol(":");
      entries.add(expressions.expression());
      if (!cursor.seesSymbol("}")) {
        cursor.expectSymbol(",");
      }
    }
    return new Expr.MapOf(entries);
  }

  private Expr systemVariable() {
    String first = cursor.nameAfterPoint();
    return cursor.acceptSymbol(".")
        ? new Expr.SystemVariable(first.toLowerCase(Locale.ROOT), cursor.nameAfterPoint())
        : new Expr.SystemVariable("", first);
  }

  private Expr word(Token token) {
    if (cursor.accept("NULL")) {
      return new Expr.Literal(null, DorisType.of(Kind.NULL));
    } else if (cursor.accept("TRUE")) {
      return bool(true);
    } else if (cursor.accept("FALSE")) {
      return bool(false);
    } else if (cursor.accept("CASE")) {
      return caseExpression();
    } else if (cursor.sees("EXISTS")) {
      throw new WiderThanOwnGrammar();
    } else if (cursor.accept("INTERVAL")) {
      return interval();
    } else if (seesTypedLiteral()) {
      return typedLiteral();
    } else if (cursor.peek(1).isSymbol("(") && isFunction(token)) {
      return call();
    } else if (BARE_FUNCTIONS.contains(token.upper())) {
      cursor.next();
      return new Expr.Call(token.upper(), List.of(), false, false);
    }
    return column();
  }

  private static boolean isFunction(Token token) {
    return !Reserved.contains(token.upper()) || RESERVED_FUNCTIONS.contains(token.upper());
  }

  /** {@code DATE '2026-01-01'}, {@code TIMESTAMP '...'}. */
  private boolean seesTypedLiteral() {
    Token token = cursor.peek();
    return cursor.peek(1).kind() == Token.Kind.STRING
        && (token.isWord("DATE") || token.isWord("DATEV2") || token.isWord("TIMESTAMP"));
  }

  private Expr typedLiteral() {
    boolean date = !cursor.next().isWord("TIMESTAMP");
    Expr text = new Expr.Literal(cursor.string(), DorisType.of(Kind.VARCHAR));
    return new Expr.Cast(text, date ? DorisType.of(Kind.DATE) : DorisType.of(Kind.DATETIME, 6));
  }

  private Expr interval() {
    Expr amount = primary();
    return new Expr.Interval(amount, cursor.name().toUpperCase(Locale.ROOT));
  }

  private Expr caseExpression() {
    Expr operand = cursor.sees("WHEN") ? null : expressions.expression();
    List<Expr.When> whens = new ArrayList<>();
    while (cursor.accept("WHEN")) {
      Expr condition = expressions.expression();
      cursor.expect("THEN");
      whens.add(new Expr.When(condition, expressions.expression()));
    }
    Expr otherwise = cursor.accept("ELSE") ? expressions.expression() : null;
    cursor.expect("END");
    return new Expr.Case(operand, whens, otherwise);
  }

  private Expr call() {
    String name = cursor.next().upper();
    cursor.expectSymbol("(");
    Expr result = CASTS.contains(name) ? cast() : arguments(name);
    if (cursor.sees("OVER")) {
      throw new WiderThanOwnGrammar();
    }
    return result;
  }

  private Expr cast() {
    Expr operand = expressions.expression();
    cursor.expect("AS");
    DorisType type = new TypeParser(cursor).type();
    cursor.expectSymbol(")");
    return new Expr.Cast(operand, type);
  }

  private Expr arguments(String name) {
    if (cursor.acceptSymbol("*")) {
      cursor.expectSymbol(")");
      return new Expr.Call(name, List.of(), false, true);
    }
    boolean distinct = cursor.accept("DISTINCT");
    return new Expr.Call(name, expressions.listUntil(")"), distinct, false);
  }

  private Expr column() {
    List<String> parts = new ArrayList<>();
    parts.add(cursor.name());
    while (cursor.seesSymbol(".") && !cursor.peek(1).isSymbol("*")) {
      cursor.next();
      parts.add(cursor.nameAfterPoint());
    }
    int last = parts.size() - 1;
    return new Expr.Column(parts.subList(0, last), parts.get(last));
  }
}
