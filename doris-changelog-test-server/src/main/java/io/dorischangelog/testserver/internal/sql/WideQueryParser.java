package io.dorischangelog.testserver.internal.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds the relations in a query wider than the own grammar. It does not understand the query: it
 * only knows that relations follow FROM, JOIN and the commas between them.
 */
final class WideQueryParser {
  /** Words that end a list of relations on their own level of brackets. */
  private static final Set<String> ENDS =
      Set.of(
          "WHERE",
          "GROUP",
          "HAVING",
          "ORDER",
          "LIMIT",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "MINUS",
          "SELECT",
          "ON",
          "USING",
          "QUALIFY",
          "WINDOW");

  private final TokenCursor cursor;
  private final RelationParser relations;
  private final List<Query.Placed> found = new ArrayList<>();

  WideQueryParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.relations = new RelationParser(cursor);
  }

  Query.Wide query() {
    int start = cursor.position();
    scan(false);
    Query.Wide query = new Query.Wide(cursor.sql(), found);
    int offset = cursor.token(start).start();
    return offset == 0 ? query : shifted(query, offset);
  }

  /** The query may stand behind other words, as in INSERT INTO t SELECT. */
  private static Query.Wide shifted(Query.Wide query, int offset) {
    List<Query.Placed> moved = new ArrayList<>();
    for (Query.Placed placed : query.relations()) {
      moved.add(
          new Query.Placed(placed.relation(), placed.start() - offset, placed.end() - offset));
    }
    return new Query.Wide(query.sql().substring(offset), moved);
  }

  /** Walks to the end of the statement, or of the brackets it is in. */
  private void scan(boolean inBrackets) {
    boolean inFrom = false;
    while (!atEnd() && !(inBrackets && cursor.seesSymbol(")"))) {
      Token token = cursor.peek();
      if (token.isWord("FROM") && !inFunctionCall()) {
        cursor.next();
        inFrom = true;
        place();
      } else if (token.isWord("JOIN") || (inFrom && token.isSymbol(","))) {
        cursor.next();
        place();
      } else {
        inFrom = inFrom && !endsFrom(token);
        step();
      }
    }
  }

  private static boolean endsFrom(Token token) {
    return token.kind() == Token.Kind.WORD
        && ENDS.contains(token.upper())
        && !token.isWord("ON")
        && !token.isWord("USING");
  }

  /** {@code EXTRACT(YEAR FROM x)} and the like hold a FROM without relations. */
  private boolean inFunctionCall() {
    for (int i = cursor.position() - 1; i >= 0; i--) {
      Token token = cursor.token(i);
      if (token.isWord("SELECT")) {
        return false;
      } else if (token.isSymbol("(")) {
        return i > 0 && !cursor.token(i + 1).isWord("SELECT");
      } else if (token.isSymbol(")")) {
        return false;
      }
    }
    return false;
  }

  private void step() {
    if (cursor.acceptSymbol("(")) {
      scan(true);
      if (!atEnd()) {
        cursor.expectSymbol(")");
      }
    } else {
      cursor.next();
    }
  }

  private void place() {
    while (cursor.seesSymbol("(") && cursor.peek(1).isSymbol("(")) {
      cursor.next();
    }
    if (cursor.seesSymbol("(")) {
      step();
      return;
    }
    int first = cursor.position();
    Relation relation = relations.withoutAlias();
    int start = cursor.token(first).start();
    found.add(new Query.Placed(relation, start, cursor.token(cursor.position() - 1).end()));
  }

  private boolean atEnd() {
    return cursor.peek().kind() == Token.Kind.END || cursor.seesSymbol(";");
  }
}
