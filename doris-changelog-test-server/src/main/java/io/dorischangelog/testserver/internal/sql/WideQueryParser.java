package io.dorischangelog.testserver.internal.sql;

import java.util.ArrayList;
import java.util.HashSet;
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
          "QUALIFY",
          "WINDOW");

  private final TokenCursor cursor;
  private final RelationParser relations;
  private final List<Query.Placed> found = new ArrayList<>();
  private final Set<String> named = new HashSet<>();

  WideQueryParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.relations = new RelationParser(cursor);
  }

  Query.Wide query() {
    int first = cursor.position();
    collectNamedQueries(first);
    scan(false);
    int start = cursor.token(first).start();
    int end = cursor.token(cursor.position() - 1).end();
    List<Query.Placed> placed = new ArrayList<>();
    for (Query.Placed one : found) {
      placed.add(new Query.Placed(one.relation(), one.start() - start, one.end() - start));
    }
    return new Query.Wide(cursor.sql().substring(start, end), placed);
  }

  /** The names of WITH: they are no relations of the store. */
  private void collectNamedQueries(int first) {
    for (int i = first; cursor.token(i).kind() != Token.Kind.END; i++) {
      boolean defines =
          cursor.token(i).isWord("AS")
              && cursor.token(i + 1).isSymbol("(")
              && (cursor.token(i + 2).isWord("SELECT") || cursor.token(i + 2).isWord("WITH"));
      if (defines && i > first) {
        named.add(cursor.token(beforeColumnList(i - 1, first)).text());
      }
    }
  }

  private int beforeColumnList(int index, int first) {
    int at = index;
    if (cursor.token(at).isSymbol(")")) {
      while (at > first && !cursor.token(at).isSymbol("(")) {
        at--;
      }
      at--;
    }
    return Math.max(at, first);
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
        inFrom = inFrom && !(token.kind() == Token.Kind.WORD && ENDS.contains(token.upper()));
        step();
      }
    }
  }

  /** {@code EXTRACT(YEAR FROM x)} and the like hold a FROM without relations. */
  private boolean inFunctionCall() {
    for (int i = cursor.position() - 1; i >= 0; i--) {
      Token token = cursor.token(i);
      if (token.isWord("SELECT") || token.isSymbol(")")) {
        return false;
      } else if (token.isSymbol("(")) {
        return i > 0;
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
    if (cursor.seesSymbol("(")) {
      step();
      return;
    }
    int first = cursor.position();
    Relation relation = relations.withoutAlias();
    if (!isNamedQuery(relation)) {
      int start = cursor.token(first).start();
      found.add(new Query.Placed(relation, start, cursor.token(cursor.position() - 1).end()));
    }
  }

  private boolean isNamedQuery(Relation relation) {
    return relation instanceof Relation.Named table
        && table.name().database() == null
        && table.scan().isEmpty()
        && named.contains(table.name().table());
  }

  private boolean atEnd() {
    return cursor.peek().kind() == Token.Kind.END || cursor.seesSymbol(";");
  }
}
