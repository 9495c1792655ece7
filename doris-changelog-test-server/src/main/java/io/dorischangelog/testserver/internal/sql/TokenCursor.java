package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads tokens one by one; the pieces of the parser share one cursor. */
final class TokenCursor {
  private final String sql;
  private final List<Token> tokens;
  private int at;

  TokenCursor(String sql) {
    this.sql = sql;
    this.tokens = Lexer.tokens(sql);
  }

  String sql() {
    return sql;
  }

  int position() {
    return at;
  }

  void position(int newPosition) {
    at = newPosition;
  }

  Token token(int index) {
    return tokens.get(index);
  }

  Token peek() {
    return peek(0);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  Token next() {
    Token token = peek();
    at++;
    return token;
  }

  /** The statement's text from a token up to the one before the current. */
  String textFrom(int position) {
    return sql.substring(tokens.get(position).start(), tokens.get(at - 1).end());
  }

  /** Whether these key words come next; nothing is consumed. */
  boolean sees(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (!peek(i).isWord(words[i])) {
        return false;
      }
    }
    return true;
  }

  boolean seesSymbol(String symbol) {
    return peek().isSymbol(symbol);
  }

  /** Consumes these key words if all of them come next. */
  boolean accept(String... words) {
    if (sees(words)) {
      at += words.length;
      return true;
    }
    return false;
  }

  boolean acceptSymbol(String symbol) {
    if (seesSymbol(symbol)) {
      at++;
      return true;
    }
    return false;
  }

  /** Consumes key words that must come next. */
  void expect(String... words) {
    for (String word : words) {
      if (!accept(word)) {
        throw mismatch(word);
      }
    }
  }

  void expectSymbol(String symbol) {
    if (!acceptSymbol(symbol)) {
      throw mismatch(symbol);
    }
  }

  /** A name: a word that is not reserved, or anything in back ticks. */
  String name() {
    Token token = peek();
    if (seesName()) {
      at++;
      return token.text();
    }
    throw mismatch("<identifier>");
  }

  boolean seesName() {
    Token token = peek();
    return token.kind() == Token.Kind.QUOTED_NAME
        || (token.kind() == Token.Kind.WORD && !Reserved.contains(token.upper()));
  }

  /** A name, or a text literal used as one. */
  String nameOrString() {
    return peek().kind() == Token.Kind.STRING ? next().text() : name();
  }

  String string() {
    if (peek().kind() != Token.Kind.STRING) {
      throw mismatch("STRING_LITERAL");
    }
    return next().text();
  }

  long number() {
    Token token = peek();
    boolean negative = acceptSymbol("-");
    if (peek().kind() != Token.Kind.NUMBER) {
      throw mismatch("INTEGER_VALUE");
    }
    try {
      long value = Long.parseLong(next().text());
      return negative ? -value : value;
    } catch (NumberFormatException e) {
      throw error(token, "not an integer: " + token.text());
    }
  }

  TableName tableName() {
    String first = name();
    if (!acceptSymbol(".")) {
      return new TableName(null, first);
    }
    String second = nameAfterPoint();
    return acceptSymbol(".")
        ? new TableName(second, nameAfterPoint())
        : new TableName(first, second);
  }

  /** Behind a point even a reserved word is a name. */
  String nameAfterPoint() {
    Token token = peek();
    if (token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_NAME) {
      at++;
      return token.text();
    }
    throw mismatch("<identifier>");
  }

  /** {@code ( element, element, ... )}; at least one. */
  <T> List<T> listInBrackets(Supplier<T> element) {
    expectSymbol("(");
    List<T> result = list(element);
    expectSymbol(")");
    return result;
  }

  <T> List<T> list(Supplier<T> element) {
    List<T> result = new ArrayList<>();
    do {
      result.add(element.get());
    } while (acceptSymbol(","));
    return result;
  }

  /** {@code ("key" = "value", ...)}, perhaps empty; a key given twice keeps its last value. */
  Map<String, String> properties() {
    Map<String, String> result = new LinkedHashMap<>();
    expectSymbol("(");
    while (!acceptSymbol(")")) {
      String key = nameOrString();
      expectSymbol("=");
      result.put(key, peek().kind() == Token.Kind.STRING ? string() : next().text());
      if (!seesSymbol(")")) {
        expectSymbol(",");
      }
    }
    return result;
  }

  boolean ifExists() {
    return accept("IF", "EXISTS");
  }

  boolean ifNotExists() {
    return accept("IF", "NOT", "EXISTS");
  }

  Optional<String> alias(Set<String> notAliases) {
    if (accept("AS")) {
      return Optional.of(nameOrString());
    }
    if (seesName() && !notAliases.contains(peek().upper())) {
      return Optional.of(name());
    }
    return Optional.empty();
  }

  void expectEnd() {
    acceptSymbol(";");
    if (peek().kind() != Token.Kind.END) {
      throw extraneous();
    }
  }

  DorisException mismatch(String expected) {
    return error(peek(), "mismatched input '" + peek().text() + "' expecting {'" + expected + "'}");
  }

  DorisException extraneous() {
    return error(peek(), "extraneous input '" + peek().text() + "' expecting {<EOF>, ';'}");
  }

  DorisException error(Token token, String what) {
    return Lexer.syntaxError(sql, token.start(), what);
  }
}
