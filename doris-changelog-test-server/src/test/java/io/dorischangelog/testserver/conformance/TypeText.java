package io.dorischangelog.testserver.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The parts of a column type written in SQL, such as {@code MAP<STRING,ARRAY<INT>>}. */
record TypeText(String base, List<String> arguments) {

  static TypeText of(String type) {
    int open = type.indexOf('<');
    if (open < 0) {
      int bracket = type.indexOf('(');
      String base = bracket < 0 ? type : type.substring(0, bracket);
      return new TypeText(base.trim().toUpperCase(Locale.ROOT), List.of());
    }
    String inside = type.substring(open + 1, type.lastIndexOf('>'));
    return new TypeText(type.substring(0, open).trim().toUpperCase(Locale.ROOT), split(inside));
  }

  /** The type of a struct's field; an empty text if it has none of that name. */
  String field(String name) {
    for (String argument : arguments) {
      int colon = argument.indexOf(':');
      if (argument.substring(0, colon).trim().equalsIgnoreCase(name)) {
        return argument.substring(colon + 1).trim();
      }
    }
    return "";
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '<' || c == '(') {
        depth++;
      } else if (c == '>' || c == ')') {
        depth--;
      } else if (c == ',' && depth == 0) {
        parts.add(text.substring(start, i).trim());
        start = i + 1;
      }
    }
    parts.add(text.substring(start).trim());
    return parts;
  }
}
