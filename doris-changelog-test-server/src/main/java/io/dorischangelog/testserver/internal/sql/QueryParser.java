package io.dorischangelog.testserver.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads SELECTs of the stand-in's own grammar; hands wider ones to {@link WideQueryParser}. */
final class QueryParser {
  private static final Set<String> JOINS =
      Set.of("JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "SEMI", "ANTI", "ASOF");
  private static final Set<String> CLAUSES =
      Set.of(
          "GROUP",
          "HAVING",
          "QUALIFY",
          "INTERSECT",
          "EXCEPT",
          "MINUS",
          "WINDOW",
          "LATERAL",
          "TABLESAMPLE");

  private final TokenCursor cursor;
  private final ExpressionParser expressions;
  private final RelationParser relations;

  QueryParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.expressions = new ExpressionParser(cursor);
    this.relations = new RelationParser(cursor);
  }

  /** A whole query, up to the end of the statement. */
  Query query() {
    int start = cursor.position();
    try {
      return ownQuery();
    } catch (WiderThanOwnGrammar e) {
      cursor.position(start);
      return new WideQueryParser(cursor).query();
    }
  }

  private Query ownQuery() {
    if (cursor.sees("WITH") || cursor.seesSymbol("(")) {
      throw new WiderThanOwnGrammar();
    }
    List<Query.Select> parts = new ArrayList<>();
    parts.add(core());
    while (cursor.accept("UNION")) {
      if (!cursor.accept("ALL") || !cursor.sees("SELECT")) {
        throw new WiderThanOwnGrammar();
      }
      parts.add(core());
    }
    List<Query.Order> order = order();
    Query.Limit limit = limit();
    if (parts.size() > 1) {
      return new Query.UnionAll(parts, order, limit);
    }
    Query.Select only = parts.get(0);
    return new Query.Select(only.items(), only.from(), only.where(), order, limit);
  }

  /** SELECT up to WHERE. */
  private Query.Select core() {
    cursor.expect("SELECT");
    if (cursor.sees("DISTINCT")) {
      throw new WiderThanOwnGrammar();
    }
    cursor.accept("ALL");
    List<Query.Item> items = cursor.list(this::item);
    Optional<Relation> from = cursor.accept("FROM") ? from() : Optional.empty();
    Expr where = cursor.accept("WHERE") ? expressions.expression() : null;
    refuseWiderClauses();
    return new Query.Select(items, from, where, List.of(), Query.Limit.NONE);
  }

  private void refuseWiderClauses() {
    if (CLAUSES.contains(cursor.peek().upper())) {
      throw new WiderThanOwnGrammar();
    }
  }

  private Optional<Relation> from() {
    if (cursor.accept("DUAL")) {
      return Optional.empty();
    }
    Relation relation = relations.relation();
    if (cursor.seesSymbol(",") || JOINS.contains(cursor.peek().upper())) {
      throw new WiderThanOwnGrammar();
    }
    return Optional.of(relation);
  }

  private Query.Item item() {
    if (cursor.acceptSymbol("*")) {
      return new Query.Item.Star(Optional.empty(), except());
    }
    @Nullable String qualifier = starQualifier();
    if (qualifier != null) {
      return new Query.Item.Star(Optional.of(qualifier), except());
    }
    int start = cursor.position();
    Expr expression = expressions.expression();
    String text = cursor.textFrom(start);
    return new Query.Item.Value(expression, cursor.alias(Set.of()), text);
  }

  private List<String> except() {
    return cursor.accept("EXCEPT") ? cursor.listInBrackets(cursor::name) : List.of();
  }

  /** The table in {@code t.*} or {@code db.t.*}; null, with nothing consumed, if it is none. */
  private @Nullable String starQualifier() {
    int ahead = 0;
    while (cursor.peek(ahead).kind() != Token.Kind.SYMBOL && cursor.peek(ahead + 1).isSymbol(".")) {
      ahead += 2;
    }
    if (ahead == 0 || !cursor.peek(ahead).isSymbol("*")) {
      return null;
    }
    String table = cursor.peek(ahead - 2).text();
    cursor.position(cursor.position() + ahead + 1);
    return table;
  }

  private List<Query.Order> order() {
    return cursor.accept("ORDER", "BY") ? cursor.list(this::orderKey) : List.of();
  }

  private Query.Order orderKey() {
    Expr key = expressions.expression();
    boolean descending = cursor.accept("DESC");
    if (!descending) {
      cursor.accept("ASC");
    }
    boolean nullsFirst = !descending;
    if (cursor.accept("NULLS")) {
      nullsFirst = cursor.accept("FIRST");
      if (!nullsFirst) {
        cursor.expect("LAST");
      }
    }
    return new Query.Order(key, descending, nullsFirst);
  }

  private Query.Limit limit() {
    if (!cursor.accept("LIMIT")) {
      return Query.Limit.NONE;
    }
    long first = cursor.number();
    if (cursor.acceptSymbol(",")) {
      return new Query.Limit(first, cursor.number());
    }
    return new Query.Limit(cursor.accept("OFFSET") ? cursor.number() : 0, first);
  }
}
