package io.dorischangelog.client.internal.filter;

import io.dorischangelog.client.internal.filter.FilterToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a filter into tokens and refuses everything that is not one: comments, semicolons,
 * parameters, variables, open quotes. Where two servers could see the end of a string in different
 * places (a back-slash before a quote), it is refused too.
 */
final class FilterLexer {
  private static final Pattern BLANK = Pattern.compile("[ \\t\\r\\n]+");
  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
  private static final Pattern NUMBER =
      Pattern.compile("(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?(?![\\p{L}\\p{N}_.])");
  private static final Pattern SYMBOL = Pattern.compile("<=>|<=|>=|<>|!=|[=<>+*/%(),]|-(?!-)");
  private static final Pattern COMMENT = Pattern.compile("--|#|/\\*|\\*/");

  private final String text;
  private final List<FilterToken> tokens = new ArrayList<>();
  private int at;

  private FilterLexer(String text) {
    this.text = text;
  }

  /**
   * The tokens in order.
   *
   * @throws IllegalArgumentException naming the place that is no token
   */
  static List<FilterToken> tokens(String text) {
    FilterLexer lexer = new FilterLexer(text);
    while (lexer.at < text.length()) {
      lexer.token();
    }
    return List.copyOf(lexer.tokens);
  }

  private void token() {
    char c = text.charAt(at);
    if (matches(COMMENT) != null) {
      throw refused("a comment");
    }
    if (c == '\'' || c == '"') {
      add(Kind.STRING, quoted(c));
    } else if (c == '`') {
      add(Kind.QUOTED_NAME, quoted(c));
    } else if (!accept(BLANK, null)
        && !accept(WORD, Kind.WORD)
        && !accept(NUMBER, Kind.NUMBER)
        && !accept(SYMBOL, Kind.SYMBOL)) {
      throw refused(c == ';' ? "a second statement" : "'" + c + "'");
    }
  }

  private String quoted(char quote) {
    StringBuilder inside = new StringBuilder();
    int start = at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      boolean again = at < text.length() && text.charAt(at) == quote;
      if (c == quote && !again) {
        return inside.toString();
      }
      if (c == '\\' && quote != '`') {
        requireHarmless(start);
        inside.append(c);
        c = text.charAt(at++);
      } else if (c == quote) {
        at++;
      }
      inside.append(c);
    }
    at = start;
    throw refused("a quote that is not closed");
  }

  private void requireHarmless(int start) {
    if (at >= text.length()) {
      at = start;
      throw refused("a quote that is not closed");
    }
    if ("'\"`".indexOf(text.charAt(at)) >= 0) {
      throw refused("a back-slash before a quote (write the quote twice instead)");
    }
  }

  private boolean accept(Pattern pattern, @Nullable Kind kind) {
    String found = matches(pattern);
    if (found != null) {
      at += found.length();
      if (kind != null) {
        add(kind, found);
      }
    }
    return found != null;
  }

  private @Nullable String matches(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length()).useTransparentBounds(true);
    return matcher.lookingAt() ? matcher.group() : null;
  }

  private void add(Kind kind, String token) {
    tokens.add(new FilterToken(kind, token));
  }

  private IllegalArgumentException refused(String what) {
    return new IllegalArgumentException(
        "filter = '" + text + "' contains " + what + " at character " + (at + 1));
  }
}
