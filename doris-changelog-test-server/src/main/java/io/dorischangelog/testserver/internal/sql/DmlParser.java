package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads INSERT, UPDATE and DELETE. */
final class DmlParser {
  private final TokenCursor cursor;
  private final ExpressionParser expressions;
  private final RelationParser relations;

  DmlParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.expressions = new ExpressionParser(cursor);
    this.relations = new RelationParser(cursor);
  }

  Dml insert() {
    cursor.expect("INSERT", "INTO");
    cursor.accept("TABLE");
    TableName table = cursor.tableName();
    List<String> partitions = relations.partitions();
    Optional<String> label =
        cursor.accept("WITH", "LABEL") ? Optional.of(cursor.nameOrString()) : Optional.empty();
    List<String> columns = seesColumns() ? cursor.listInBrackets(cursor::name) : List.of();
    if (cursor.accept("VALUES") || cursor.accept("VALUE")) {
      List<List<Expr>> rows = cursor.list(this::row);
      return new Dml.Insert(table, partitions, columns, rows, Optional.empty(), label);
    }
    Query query = new QueryParser(cursor).query();
    return new Dml.Insert(table, partitions, columns, List.of(), Optional.of(query), label);
  }

  private boolean seesColumns() {
    return cursor.seesSymbol("(") && !cursor.peek(1).isWord("SELECT");
  }

  private List<Expr> row() {
    cursor.expectSymbol("(");
    if (cursor.acceptSymbol(")")) {
      return List.of();
    }
    List<Expr> values = cursor.list(this::value);
    cursor.expectSymbol(")");
    return values;
  }

  private Expr value() {
    if (cursor.sees("DEFAULT") && !cursor.peek(1).isSymbol("(")) {
      cursor.next();
      return new Expr.Default();
    }
    return expressions.expression();
  }

  Dml update() {
    cursor.expect("UPDATE");
    TableName table = cursor.tableName();
    cursor.alias(Set.of());
    cursor.expect("SET");
    List<Dml.Assignment> assignments = cursor.list(this::assignment);
    if (cursor.sees("FROM")) {
      throw DorisException.of("UPDATE ... FROM is not supported by this stand-in");
    }
    Expr where = cursor.accept("WHERE") ? expressions.expression() : null;
    return new Dml.Update(table, assignments, where);
  }

  private Dml.Assignment assignment() {
    String column = cursor.name();
    while (cursor.acceptSymbol(".")) {
      column = cursor.nameAfterPoint();
    }
    cursor.expectSymbol("=");
    return new Dml.Assignment(column, value());
  }

  Dml delete() {
    cursor.expect("DELETE", "FROM");
    TableName table = cursor.tableName();
    List<String> partitions = relations.partitions();
    cursor.alias(Set.of("PARTITION", "PARTITIONS"));
    if (cursor.sees("USING")) {
      throw DorisException.of("DELETE ... USING is not supported by this stand-in");
    }
    Expr where = cursor.accept("WHERE") ? expressions.expression() : null;
    return new Dml.Delete(table, partitions, where);
  }
}
