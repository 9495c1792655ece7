package io.dorischangelog.client.internal.filter;

import io.dorischangelog.client.internal.filter.FilterToken.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A condition on rows, as behind {@code WHERE}, whose words are understood: names, constants,
 * operators, calls. Immutable. Whether the words make sense together is the server's to say; they
 * cannot leave the brackets the condition is put into.
 */
public final class RowFilter {
  private final String text;
  private final List<FilterToken> tokens;

  private RowFilter(String text, List<FilterToken> tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  /**
   * A filter that is bound to columns.
   *
   * @param sql the condition in brackets, with every name back-quoted
   * @param columns the columns it looks at, as the table spells them
   */
  public record Bound(String sql, Set<String> columns) {

    public Bound {
      columns = Set.copyOf(columns);
    }

    /** The columns it looks at that are not among some others, in alphabetical order. */
    public List<String> columnsOutside(Collection<String> allowed) {
      return columns.stream().filter(name -> !allowed.contains(name)).sorted().toList();
    }
  }

  /**
   * Checks what can be checked without a table.
   *
   * @throws IllegalArgumentException naming the word or place that is refused
   */
  public static RowFilter parse(String text) {
    RowFilter filter = new RowFilter(text, FilterLexer.tokens(text));
    if (filter.tokens.isEmpty()) {
      throw filter.refused("is empty");
    }
    filter.requireBalance();
    for (int i = 0; i < filter.tokens.size(); i++) {
      filter.requireKnownWord(i);
    }
    return filter;
  }

  private void requireBalance() {
    int depth = 0;
    for (FilterToken token : tokens) {
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (depth < 0) {
        throw refused("closes a bracket that it did not open");
      }
    }
    if (depth > 0) {
      throw refused("does not close " + depth + " bracket(s)");
    }
  }

  private void requireKnownWord(int index) {
    FilterToken token = tokens.get(index);
    if (token.kind() == Kind.WORD && FilterWords.QUERY_WORDS.contains(token.upper())) {
      throw refused(
          "uses "
              + token.upper()
              + ": queries inside a filter are not possible (a column of that name needs"
              + " back-quotes)");
    }
    if (isCall(index) && !FilterWords.FUNCTIONS.contains(token.text().toLowerCase(Locale.ROOT))) {
      throw refused(
          "calls the function '"
              + token.text()
              + "', which is not among those known to give the same result at any time: "
              + FilterWords.FUNCTIONS.stream().sorted().collect(Collectors.joining(", ")));
    }
  }

  private boolean isKeyword(FilterToken token) {
    return token.kind() == Kind.WORD && FilterWords.KEYWORDS.contains(token.upper());
  }

  private boolean isCall(int index) {
    FilterToken token = tokens.get(index);
    return token.isName()
        && !isKeyword(token)
        && index + 1 < tokens.size()
        && tokens.get(index + 1).isSymbol("(");
  }

  private boolean isLiteralType(int index) {
    FilterToken token = tokens.get(index);
    return token.kind() == Kind.WORD
        && FilterWords.LITERAL_TYPES.contains(token.upper())
        && index + 1 < tokens.size()
        && tokens.get(index + 1).kind() == Kind.STRING;
  }

  /**
   * Writes the filter for a table with these columns. Names are compared without case, as Doris
   * does.
   *
   * @throws IllegalArgumentException naming the columns that are not there
   */
  public Bound bind(List<String> tableColumns) {
    TreeMap<String, String> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    tableColumns.forEach(name -> known.put(name, name));
    Set<String> used = new TreeSet<>();
    Set<String> unknown = new TreeSet<>();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      FilterToken token = tokens.get(i);
      if (isCall(i)) {
        words.add(plain(token) + "(");
        i++;
        continue;
      }
      if (!token.isName() || isKeyword(token) || isLiteralType(i)) {
        words.add(plain(token));
        continue;
      }
      String column = known.get(token.text());
      if (column == null) {
        unknown.add(token.text());
      } else {
        used.add(column);
        words.add("`" + column.replace("`", "``") + "`");
      }
    }
    if (!unknown.isEmpty()) {
      throw refused(
          "names columns that the table does not have: " + unknown + "; it has " + known.values());
    }
    return new Bound("(" + String.join(" ", words) + ")", used);
  }

  private static String plain(FilterToken token) {
    return switch (token.kind()) {
      case STRING -> "'" + token.text().replace("'", "''") + "'";
      case WORD -> token.upper();
      default -> token.text();
    };
  }

  private IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("filter = '" + text + "' " + why);
  }

  /** As it was given. */
  @Override
  public String toString() {
    return text;
  }
}
