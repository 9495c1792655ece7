package io.dorischangelog.client.internal.filter;

import java.util.Locale;

/**
 * A piece of a filter.
 *
 * @param kind what it is
 * @param text a word as written, a quoted name or string without its quotes and with its doubled
 *     quotes made single (back-slashes kept), otherwise the characters themselves
 */
record FilterToken(Kind kind, String text) {

  /** What a token is. */
  enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    SYMBOL
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }

  String upper() {
    return text.toUpperCase(Locale.ROOT);
  }
}
