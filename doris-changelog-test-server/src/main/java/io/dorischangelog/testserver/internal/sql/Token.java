package io.dorischangelog.testserver.internal.sql;

import java.util.Locale;

/**
 * One token.
 *
 * @param kind what it is
 * @param text the decoded text: without quotes and escapes for strings and quoted names
 * @param start offset of its first character in the statement
 * @param end offset behind its last character
 */
public record Token(Kind kind, String text, int start, int end) {

  /** Kinds of tokens. */
  public enum Kind {
    /** A key word or a plain name; which of them it is depends on the place. */
    WORD,
    /** A name in back ticks: never a key word. */
    QUOTED_NAME,
    /** A literal in single or double quotes. */
    STRING,
    /** Digits, perhaps with point and exponent. */
    NUMBER,
    /** An operator or a bracket. */
    SYMBOL,
    /** Behind the last token. */
    END
  }

  /** Whether this is the given key word, in any case of letters. */
  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  String upper() {
    return text.toUpperCase(Locale.ROOT);
  }
}
