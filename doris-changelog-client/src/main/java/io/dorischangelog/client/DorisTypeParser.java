package io.dorischangelog.client;

import io.dorischangelog.client.DorisType.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the text of a type, in all spellings servers print. */
final class DorisTypeParser {

  /** Names that are not the family's own; the rest are found by the family's name. */
  private static final Map<String, Family> ALIASES =
      Map.ofEntries(
          Map.entry("BOOL", Family.BOOLEAN),
          Map.entry("INTEGER", Family.INT),
          Map.entry("DECIMALV2", Family.DECIMAL),
          Map.entry("DECIMALV3", Family.DECIMAL),
          Map.entry("DECIMAL32", Family.DECIMAL),
          Map.entry("DECIMAL64", Family.DECIMAL),
          Map.entry("DECIMAL128", Family.DECIMAL),
          Map.entry("DECIMAL128I", Family.DECIMAL),
          Map.entry("DECIMAL256", Family.DECIMAL),
          Map.entry("NUMERIC", Family.DECIMAL),
          Map.entry("DATEV1", Family.DATE),
          Map.entry("DATEV2", Family.DATE),
          Map.entry("DATETIMEV1", Family.DATETIME),
          Map.entry("DATETIMEV2", Family.DATETIME),
          Map.entry("TIMESTAMP", Family.DATETIME),
          Map.entry("TIMEV2", Family.TIME),
          Map.entry("CHARACTER", Family.CHAR),
          Map.entry("TEXT", Family.STRING),
          Map.entry("JSONB", Family.JSON),
          Map.entry("BINARY", Family.VARBINARY),
          Map.entry("NULL_TYPE", Family.NULL));

  private final String text;
  private int at;

  DorisTypeParser(String text) {
    this.text = text;
  }

  DorisType parse() {
    DorisType type = type();
    skipBlanks();
    if (at < text.length()) {
      throw malformed("unexpected '" + text.substring(at) + "'");
    }
    return type;
  }

  private DorisType type() {
    skipBlanks();
    int start = at;
    Family family = family(word());
    List<Integer> numbers = numbers();
    skipBlanks();
    boolean open = at < text.length() && text.charAt(at) == '<';
    DorisType type =
        switch (family) {
          case ARRAY -> open ? array() : null;
          case MAP -> open ? map() : null;
          case STRUCT -> open ? struct() : null;
          default -> {
            skipBrackets(); // VARIANT<...> prints the paths it was declared with
            yield family == Family.UNSUPPORTED ? null : scalar(family, numbers);
          }
        };
    // The schema endpoint prints ARRAY, MAP and STRUCT without what is in them.
    return type == null ? DorisType.unsupported(text.substring(start, at).strip()) : type;
  }

  private static DorisType scalar(Family family, List<Integer> numbers) {
    int first = numbers.isEmpty() ? DorisType.NONE : numbers.get(0);
    return switch (family) {
      case TINYINT -> DorisType.of(first == 1 ? Family.BOOLEAN : Family.TINYINT);
      case DECIMAL ->
          first < 0
              ? DorisType.of(Family.DECIMAL)
              : DorisType.decimal(first, numbers.size() > 1 ? numbers.get(1) : 0);
      case DATETIME, TIMESTAMPTZ, TIME -> DorisType.of(family, Math.max(first, 0));
      case CHAR, VARCHAR, VARBINARY -> DorisType.of(family, first);
      default -> DorisType.of(family);
    };
  }

  private DorisType array() {
    expect('<');
    DorisType element = child();
    expect('>');
    return DorisType.array(element);
  }

  private DorisType map() {
    expect('<');
    DorisType key = child();
    expect(',');
    DorisType value = child();
    expect('>');
    return DorisType.map(key, value);
  }

  private DorisType struct() {
    List<String> names = new ArrayList<>();
    List<DorisType> types = new ArrayList<>();
    expect('<');
    do {
      names.add(fieldName());
      expect(':');
      types.add(child());
    } while (accept(','));
    expect('>');
    return DorisType.struct(names, types);
  }

  /** A nested type and what may follow it: {@code NOT NULL}, {@code COMMENT '...'}. */
  private DorisType child() {
    DorisType type = type();
    skipBlanks();
    while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '>') {
      char c = text.charAt(at);
      if (c == '\'' || c == '"') {
        quoted(c);
      } else {
        at++;
      }
    }
    return type;
  }

  private String fieldName() {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == '`') {
      return quoted('`');
    }
    int end = text.indexOf(':', at);
    if (end < 0) {
      throw malformed("a struct field needs a name and ':'");
    }
    String name = text.substring(at, end).strip();
    at = end;
    return name;
  }

  private String quoted(char quote) {
    int end = text.indexOf(quote, at + 1);
    if (end < 0) {
      throw malformed("a quote is not closed");
    }
    String inner = text.substring(at + 1, end);
    at = end + 1;
    return inner;
  }

  private List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    if (accept('(')) {
      do {
        numbers.add(number());
      } while (accept(','));
      expect(')');
    }
    return numbers;
  }

  /** A number, or {@code *} where the server leaves it open. */
  private int number() {
    if (accept('*')) {
      return DorisType.NONE;
    }
    skipBlanks();
    int start = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    try {
      return Integer.parseInt(text.substring(start, at));
    } catch (NumberFormatException e) {
      throw malformed("a number was expected at character " + (start + 1));
    }
  }

  private String word() {
    skipBlanks();
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    if (start == at) {
      throw malformed("a type name was expected at character " + (start + 1));
    }
    return text.substring(start, at);
  }

  private static Family family(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    Family alias = ALIASES.get(upper);
    if (alias != null) {
      return alias;
    }
    try {
      return Family.valueOf(upper);
    } catch (IllegalArgumentException e) {
      return Family.UNSUPPORTED;
    }
  }

  /** Skips a bracketed part whose content does not matter, nested ones included. */
  private void skipBrackets() {
    int depth = accept('<') ? 1 : 0;
    while (depth > 0) {
      if (at == text.length()) {
        throw malformed("'>' is missing");
      }
      char c = text.charAt(at++);
      depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    }
  }

  private boolean accept(char c) {
    skipBlanks();
    boolean there = at < text.length() && text.charAt(at) == c;
    if (there) {
      at++;
    }
    return there;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw malformed("'" + c + "' was expected at character " + (at + 1));
    }
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException malformed(String why) {
    return new IllegalArgumentException("'" + text + "' is not a Doris type: " + why);
  }
}
