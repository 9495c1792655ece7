package io.dorischangelog.testserver.internal.type;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Text of arrays, maps and structs, such as {@code [1, null, "a"]} and {@code {"k":1}}: text may
 * stand in either quotes or bare, a brace without colons is a list of fields.
 */
final class NestedText {
  private final String text;
  private int position;

  private NestedText(String text) {
    this.text = text;
  }

  /** A {@code List}, a {@code Map}, a text, or null for a bare {@code null}. */
  static @Nullable Object parse(String text) {
    NestedText parser = new NestedText(text);
    Object value = parser.value();
    parser.spaces();
    if (parser.position < text.length()) {
      throw parser.broken();
    }
    return value;
  }

  private DorisException broken() {
    return DorisException.of("Invalid nested value at character " + position + ": " + text);
  }

  private void spaces() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private char peek() {
    spaces();
    if (position == text.length()) {
      throw broken();
    }
    return text.charAt(position);
  }

  private boolean take(char expected) {
    if (peek() != expected) {
      return false;
    }
    position++;
    return true;
  }

  private @Nullable Object value() {
    return switch (peek()) {
      case '[' -> list();
      case '{' -> braces();
      case '"', '\'' -> quoted();
      default -> bare();
    };
  }

  private List<@Nullable Object> list() {
    take('[');
    List<@Nullable Object> values = new ArrayList<>();
    if (take(']')) {
      return values;
    }
    do {
      values.add(value());
    } while (take(','));
    if (!take(']')) {
      throw broken();
    }
    return values;
  }

  private Object braces() {
    take('{');
    List<@Nullable Object> fields = new ArrayList<>();
    Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
    if (take('}')) {
      return entries;
    }
    do {
      Object first = value();
      if (take(':')) {
        entries.put(first, value());
      } else {
        fields.add(first);
      }
    } while (take(','));
    if (!take('}') || (!fields.isEmpty() && !entries.isEmpty())) {
      throw broken();
    }
    return entries.isEmpty() ? fields : entries;
  }

  private String quoted() {
    char quote = text.charAt(position++);
    StringBuilder value = new StringBuilder();
    while (position < text.length() && text.charAt(position) != quote) {
      if (text.charAt(position) == '\\' && position + 1 < text.length()) {
        position++;
      }
      value.append(text.charAt(position++));
    }
    if (position == text.length()) {
      throw broken();
    }
    position++;
    return value.toString();
  }

  private @Nullable String bare() {
    int start = position;
    while (position < text.length() && ",]}:[{".indexOf(text.charAt(position)) < 0) {
      position++;
    }
    String value = text.substring(start, position).strip();
    if (value.isEmpty()) {
      throw broken();
    }
    return value.equalsIgnoreCase("null") ? null : value;
  }
}
