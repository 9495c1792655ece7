package io.dorischangelog.testserver.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads PARTITION BY and single partitions. */
final class PartitionParser {
  private final TokenCursor cursor;
  private final ExpressionParser expressions;

  PartitionParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.expressions = new ExpressionParser(cursor);
  }

  Optional<Ddl.Partitioning> partitioning() {
    boolean auto = cursor.accept("AUTO");
    if (!cursor.accept("PARTITION", "BY")) {
      return Optional.empty();
    }
    boolean list = cursor.accept("LIST");
    if (!list) {
      cursor.accept("RANGE");
    }
    List<Expr> keys = keys();
    List<Ddl.PartitionValues> values = new ArrayList<>();
    cursor.expectSymbol("(");
    while (!cursor.acceptSymbol(")")) {
      if (cursor.sees("FROM")) {
        values.addAll(new PartitionStepsParser(cursor).partitions());
      } else {
        values.add(partition());
      }
      if (!cursor.seesSymbol(")")) {
        cursor.expectSymbol(",");
      }
    }
    return Optional.of(new Ddl.Partitioning(list, auto, keys, values));
  }

  /** {@code (a, b)}, or a call such as {@code date_trunc(a, 'day')} with or without brackets. */
  private List<Expr> keys() {
    return cursor.seesSymbol("(")
        ? cursor.listInBrackets(expressions::expression)
        : List.of(expressions.expression());
  }

  /** PARTITION name VALUES .... */
  Ddl.PartitionValues partition() {
    cursor.expect("PARTITION");
    cursor.ifNotExists();
    String name = cursor.name();
    cursor.expect("VALUES");
    Ddl.PartitionValues values = values(name);
    if (cursor.seesSymbol("(")) {
      cursor.properties();
    }
    return values;
  }

  private Ddl.PartitionValues values(String name) {
    if (cursor.accept("LESS", "THAN")) {
      return new Ddl.PartitionValues.LessThan(name, lessThan());
    } else if (cursor.accept("IN")) {
      return new Ddl.PartitionValues.In(name, cursor.listInBrackets(this::listValue));
    }
    cursor.expectSymbol("[");
    List<@Nullable Expr> lower = bounds();
    cursor.expectSymbol(",");
    List<@Nullable Expr> upper = bounds();
    cursor.expectSymbol(")");
    return new Ddl.PartitionValues.Between(name, lower, upper);
  }

  private List<@Nullable Expr> lessThan() {
    if (cursor.accept("MAXVALUE")) {
      List<@Nullable Expr> unbounded = new ArrayList<>();
      unbounded.add(null);
      return unbounded;
    }
    return bounds();
  }

  private List<@Nullable Expr> bounds() {
    List<@Nullable Expr> result = new ArrayList<>();
    cursor.expectSymbol("(");
    do {
      result.add(cursor.accept("MAXVALUE") ? null : expressions.expression());
    } while (cursor.acceptSymbol(","));
    cursor.expectSymbol(")");
    return result;
  }

  private List<Expr> listValue() {
    return cursor.seesSymbol("(")
        ? cursor.listInBrackets(expressions::expression)
        : List.of(expressions.expression());
  }
}
