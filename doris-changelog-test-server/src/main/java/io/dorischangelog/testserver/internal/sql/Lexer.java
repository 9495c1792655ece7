package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.ArrayList;
import java.util.List;

/** Cuts one statement (or several, see {@link SqlScript}) into tokens; comments vanish. */
final class Lexer {
  private static final List<String> LONG_SYMBOLS =
      List.of("<=>", "<=", ">=", "<>", "!=", "||", "&&", ":=", "@@");

  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(String sql) {
    this.sql = sql;
  }

  /** All tokens, the last of them {@link Token.Kind#END}. */
  static List<Token> tokens(String sql) {
    Lexer lexer = new Lexer(sql);
    lexer.run();
    return List.copyOf(lexer.tokens);
  }

  private void run() {
    skipBlanks();
    while (at < sql.length()) {
      next();
      skipBlanks();
    }
    tokens.add(new Token(Token.Kind.END, "<EOF>", at, at));
  }

  private void next() {
    char c = sql.charAt(at);
    if (c == '\'' || c == '"') {
      quoted(c, Token.Kind.STRING);
    } else if (c == '`') {
      quoted(c, Token.Kind.QUOTED_NAME);
    } else if (startsNumber(c)) {
      number();
    } else if (isNamePart(c)) {
      word();
    } else {
      symbol();
    }
  }

  private boolean startsNumber(char c) {
    return isDigit(c) || (c == '.' && isDigit(peek(1)) && !followsName());
  }

  /** In {@code db.1t} the point separates names; a number cannot directly follow a name. */
  private boolean followsName() {
    if (tokens.isEmpty()) {
      return false;
    }
    Token last = tokens.get(tokens.size() - 1);
    boolean name = last.kind() == Token.Kind.WORD || last.kind() == Token.Kind.QUOTED_NAME;
    return name && last.end() == at;
  }

  private void quoted(char quote, Token.Kind kind) {
    int start = at++;
    StringBuilder text = new StringBuilder();
    while (true) {
      if (at >= sql.length()) {
        throw syntaxError(sql, start, "unterminated " + quote);
      }
      char c = sql.charAt(at++);
      if (c == quote && peek(0) == quote) {
        at++;
        text.append(quote);
      } else if (c == quote) {
        break;
      } else if (c == '\\' && kind == Token.Kind.STRING && at < sql.length()) {
        text.append(unescape(sql.charAt(at++)));
      } else {
        text.append(c);
      }
    }
    tokens.add(new Token(kind, text.toString(), start, at));
  }

  /** {@code \%} and {@code \_} keep their back slash: LIKE needs to see it. */
  private static String unescape(char c) {
    return switch (c) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'b' -> "\b";
      case '0' -> "\0";
      case 'Z' -> "\032";
      case '%', '_' -> "\\" + c;
      default -> String.valueOf(c);
    };
  }

  private void number() {
    int start = at;
    skipDigits();
    if (peek(0) == '.' && !isNameStart(peek(1))) {
      at++;
      skipDigits();
    }
    if ((peek(0) == 'e' || peek(0) == 'E') && exponentFollows()) {
      at += isDigit(peek(1)) ? 1 : 2;
      skipDigits();
    }
    if (at < sql.length() && isNameStart(sql.charAt(at))) {
      at = start;
      word();
      return;
    }
    tokens.add(new Token(Token.Kind.NUMBER, sql.substring(start, at), start, at));
  }

  private boolean exponentFollows() {
    return isDigit(peek(1)) || ((peek(1) == '-' || peek(1) == '+') && isDigit(peek(2)));
  }

  private void skipDigits() {
    while (isDigit(peek(0))) {
      at++;
    }
  }

  private void word() {
    int start = at;
    while (at < sql.length() && isNamePart(sql.charAt(at))) {
      at++;
    }
    tokens.add(new Token(Token.Kind.WORD, sql.substring(start, at), start, at));
  }

  private void symbol() {
    int start = at;
    String symbol = String.valueOf(sql.charAt(at));
    for (String candidate : LONG_SYMBOLS) {
      if (sql.startsWith(candidate, at)) {
        symbol = candidate;
        break;
      }
    }
    at += symbol.length();
    tokens.add(new Token(Token.Kind.SYMBOL, symbol, start, at));
  }

  private void skipBlanks() {
    while (at < sql.length()) {
      if (Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.startsWith("/*", at)) {
        skipComment();
      } else if (startsLineComment()) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end + 1;
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    int end = sql.indexOf("*/", at + 2);
    if (end < 0) {
      throw syntaxError(sql, at, "unterminated comment");
    }
    at = end + 2;
  }

  private boolean startsLineComment() {
    return sql.charAt(at) == '#' || sql.startsWith("--", at);
  }

  private char peek(int ahead) {
    return at + ahead < sql.length() ? sql.charAt(at + ahead) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameStart(char c) {
    return isNamePart(c) && !isDigit(c);
  }

  private static boolean isNamePart(char c) {
    return c == '_' || c == '$' || Character.isLetterOrDigit(c) || Character.isSurrogate(c);
  }

  /** The shape of Doris' own parser: what is wrong, where, and the line with a marker below. */
  static DorisException syntaxError(String sql, int offset, String what) {
    int lineStart = sql.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
    int lineEnd = sql.indexOf('\n', offset);
    long line = sql.substring(0, offset).chars().filter(c -> c == '\n').count() + 1;
    int column = offset - lineStart;
    String text = sql.substring(lineStart, lineEnd < 0 ? sql.length() : lineEnd);
    return DorisException.of(
        "\n"
            + what
            + "(line "
            + line
            + ", pos "
            + column
            + ")\n\n== SQL ==\n"
            + text
            + "\n"
            + "-".repeat(column)
            + "^^^\n");
  }
}
