package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression as written; names are not looked up yet. */
public sealed interface Expr {

  /**
   * A number, text, boolean or NULL.
   *
   * @param value of the Java class that the type's kind names
   */
  record Literal(@Nullable Object value, DorisType type) implements Expr {}

  /**
   * A column, perhaps qualified by table or alias and database.
   *
   * @param qualifier outermost first, often empty
   */
  record Column(List<String> qualifier, String name) implements Expr {
    public Column {
      qualifier = List.copyOf(qualifier);
    }
  }

  /** {@code -x} or {@code NOT x}. */
  record Unary(UnaryOperator operator, Expr operand) implements Expr {}

  /** Two operands around an operator. */
  record Binary(BinaryOperator operator, Expr left, Expr right) implements Expr {}

  /** {@code x [NOT] IN (a, b)}. */
  record In(Expr operand, List<Expr> options, boolean negated) implements Expr {
    public In {
      options = List.copyOf(options);
    }
  }

  /** {@code x [NOT] BETWEEN low AND high}. */
  record Between(Expr operand, Expr low, Expr high, boolean negated) implements Expr {}

  /**
   * {@code x [NOT] LIKE pattern}.
   *
   * @param regex whether it is REGEXP (or RLIKE) instead
   */
  record Like(Expr operand, Expr pattern, boolean negated, boolean regex) implements Expr {}

  /** {@code x IS [NOT] NULL}. */
  record IsNull(Expr operand, boolean negated) implements Expr {}

  /**
   * A function call.
   *
   * @param name in upper case
   * @param star whether the argument is {@code *}, as in {@code COUNT(*)}
   */
  record Call(String name, List<Expr> arguments, boolean distinct, boolean star) implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** {@code CAST(x AS type)}. */
  record Cast(Expr operand, DorisType type) implements Expr {}

  /**
   * {@code CASE [operand] WHEN .. THEN .. [ELSE ..] END}.
   *
   * @param operand compared with each condition; null: the conditions stand for themselves
   */
  record Case(@Nullable Expr operand, List<When> whens, @Nullable Expr otherwise) implements Expr {
    public Case {
      whens = List.copyOf(whens);
    }
  }

  /** One branch of a CASE. */
  record When(Expr condition, Expr result) {}

  /**
   * {@code @@[scope.]name}.
   *
   * @param scope {@code session}, {@code global} or empty
   */
  record SystemVariable(String scope, String name) implements Expr {}

  /** {@code @name}. */
  record UserVariable(String name) implements Expr {}

  /** {@code INTERVAL n unit}, only as an argument of a date function or beside + and -. */
  record Interval(Expr amount, String unit) implements Expr {}

  /** The word DEFAULT among the values of an INSERT. */
  record Default() implements Expr {}

  /** {@code [a, b]}. */
  record ArrayOf(List<Expr> elements) implements Expr {
    public ArrayOf {
      elements = List.copyOf(elements);
    }
  }

  /** {@code {k: v, ..}}: keys and values in turn. */
  record MapOf(List<Expr> entries) implements Expr {
    public MapOf {
      entries = List.copyOf(entries);
    }
  }

  /** Operators before their operand. */
  enum UnaryOperator {
    NEGATE,
    NOT
  }

  /** Operators between their operands. */
  enum BinaryOperator {
    OR("OR"),
    AND("AND"),
    EQUAL("="),
    NULL_SAFE_EQUAL("<=>"),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    ADD("+"),
    SUBTRACT("-"),
    MULTIPLY("*"),
    DIVIDE("/"),
    INTEGER_DIVIDE("DIV"),
    MODULO("%");

    private final String symbol;

    BinaryOperator(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }

    public boolean isComparison() {
      return compareTo(EQUAL) >= 0 && compareTo(GREATER_OR_EQUAL) <= 0;
    }
  }
}
