package io.dorischangelog.testserver.internal.sql;

import java.util.ArrayList;
import java.util.List;

/** Splits a text into its statements. */
public final class SqlScript {
  private SqlScript() {}

  /**
   * The statements between the semicolons, which are not part of them. Semicolons in strings,
   * quoted names and comments do not split; empty statements are left out.
   */
  public static List<String> split(String text) {
    List<String> statements = new ArrayList<>();
    int first = -1;
    int last = -1;
    for (Token token : Lexer.tokens(text)) {
      if (token.isSymbol(";") || token.kind() == Token.Kind.END) {
        if (first >= 0) {
          statements.add(text.substring(first, last));
        }
        first = -1;
      } else {
        first = first < 0 ? token.start() : first;
        last = token.end();
      }
    }
    return statements;
  }
}
