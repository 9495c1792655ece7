package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.List;
import java.util.Set;

/**
 * A wide query written for a standard SQL engine. What that engine would understand in another way
 * than Doris is refused: the stand-in rather gives no answer than a wrong one.
 */
public final class WideQueryText {
  /** Functions that mean the same in both. */
  private static final Set<String> SAME_FUNCTIONS =
      Set.of(
          "COUNT",
          "SUM",
          "MIN",
          "MAX",
          "COALESCE",
          "IFNULL",
          "NULLIF",
          "ABS",
          "UPPER",
          "LOWER",
          "CHAR_LENGTH",
          "ROW_NUMBER",
          "RANK",
          "DENSE_RANK",
          "LAG",
          "LEAD",
          "CAST");

  /** Words before a bracket that are no functions. */
  private static final Set<String> SYNTAX =
      Set.of(
          "IN",
          "EXISTS",
          "AND",
          "OR",
          "NOT",
          "ON",
          "USING",
          "FROM",
          "JOIN",
          "WHERE",
          "HAVING",
          "BY",
          "SELECT",
          "DISTINCT",
          "AS",
          "OVER",
          "UNION",
          "ALL",
          "ANY",
          "SOME",
          "INTERSECT",
          "EXCEPT",
          "WHEN",
          "THEN",
          "ELSE",
          "CASE",
          "BETWEEN",
          "LIKE",
          "VALUES",
          "LIMIT",
          "WITH");

  private static final Set<String> OTHER_MEANING = Set.of("/", "||", "&&", "@", "@@", "!", "<=>");

  private final Query.Wide query;
  private final List<Token> tokens;
  private final StringBuilder text = new StringBuilder();

  private WideQueryText(Query.Wide query) {
    this.query = query;
    this.tokens = Lexer.tokens(query.sql());
  }

  /**
   * The text, with the n-th relation written as the table {@code Rn}.
   *
   * @throws DorisException if the query has something that the other engine takes differently
   */
  public static String of(Query.Wide query) {
    WideQueryText result = new WideQueryText(query);
    result.write();
    return result.text.toString();
  }

  private void write() {
    int index = 0;
    int relation = 0;
    while (tokens.get(index).kind() != Token.Kind.END) {
      if (relation < query.relations().size()
          && tokens.get(index).start() == query.relations().get(relation).start()) {
        index = writeRelation(relation++, index);
      } else {
        index = writeToken(index);
      }
    }
  }

  private int writeRelation(int relation, int index) {
    Query.Placed placed = query.relations().get(relation);
    int next = index;
    while (tokens.get(next).start() < placed.end()) {
      next++;
    }
    append("\"R" + relation + "\"");
    if (!hasAlias(tokens.get(next))) {
      append(quoted(nameOf(placed.relation())));
    }
    return next;
  }

  private static boolean hasAlias(Token token) {
    boolean word = token.kind() == Token.Kind.WORD && !Reserved.contains(token.upper());
    return token.isWord("AS") || token.kind() == Token.Kind.QUOTED_NAME || word;
  }

  private static String nameOf(Relation relation) {
    return relation instanceof Relation.Named named
        ? named.name().table()
        : ((Relation.Function) relation).name();
  }

  private int writeToken(int index) {
    Token token = tokens.get(index);
    if (isDatabaseOfColumn(index)) {
      return index + 2;
    }
    refuseOtherMeaning(index);
    switch (token.kind()) {
      case STRING -> append("'" + token.text().replace("'", "''") + "'");
      case QUOTED_NAME -> append(quoted(token.text()));
      default -> append(token.text());
    }
    return index + 1;
  }

  /** In {@code db.t.c} the database has done its work. */
  private boolean isDatabaseOfColumn(int index) {
    return isName(index)
        && tokens.get(index + 1).isSymbol(".")
        && isName(index + 2)
        && tokens.get(index + 3).isSymbol(".");
  }

  private boolean isName(int index) {
    Token.Kind kind = tokens.get(Math.min(index, tokens.size() - 1)).kind();
    return kind == Token.Kind.WORD || kind == Token.Kind.QUOTED_NAME;
  }

  private void refuseOtherMeaning(int index) {
    Token token = tokens.get(index);
    boolean function =
        token.kind() == Token.Kind.WORD
            && tokens.get(index + 1).isSymbol("(")
            && !SYNTAX.contains(token.upper())
            && !namesColumnsOfQuery(index + 1);
    if (function && !SAME_FUNCTIONS.contains(token.upper())) {
      throw DorisException.of(
          "function "
              + token.upper()
              + " is not supported by this stand-in in joins, groups and"
              + " sub-queries");
    }
    if (token.kind() == Token.Kind.SYMBOL && OTHER_MEANING.contains(token.text())) {
      throw DorisException.of(
          "operator "
              + token.text()
              + " is not supported by this stand-in in joins, groups and"
              + " sub-queries");
    }
  }

  /** {@code WITH name (a, b) AS (SELECT ...)}: whether the bracket at an index is that of a, b. */
  private boolean namesColumnsOfQuery(int bracket) {
    int close = bracket;
    while (!tokens.get(close).isSymbol(")") && tokens.get(close).kind() != Token.Kind.END) {
      close++;
    }
    return close + 2 < tokens.size()
        && tokens.get(close + 1).isWord("AS")
        && tokens.get(close + 2).isSymbol("(");
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private void append(String part) {
    text.append(part).append(' ');
  }
}
