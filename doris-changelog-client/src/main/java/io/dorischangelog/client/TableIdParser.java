package io.dorischangelog.client;

/** Reads {@code db.table}, either part in back-quotes or not. */
final class TableIdParser {

  private final String text;
  private int at;

  TableIdParser(String text) {
    this.text = text;
  }

  TableId parse() {
    String database = name();
    if (at >= text.length() || text.charAt(at) != '.') {
      throw refused("there is no dot behind the database name");
    }
    at++;
    String table = name();
    if (at < text.length()) {
      throw refused("something follows the table name");
    }
    return new TableId(database, table);
  }

  private String name() {
    return at < text.length() && text.charAt(at) == '`' ? quotedName() : plainName();
  }

  private String plainName() {
    int end = at;
    while (end < text.length() && text.charAt(end) != '.') {
      end++;
    }
    String name = text.substring(at, end);
    if (name.isEmpty() || name.indexOf('`') >= 0 || !name.strip().equals(name)) {
      throw refused("'" + name + "' is empty, or has a blank at its edge or a back-quote in it");
    }
    at = end;
    return name;
  }

  private String quotedName() {
    StringBuilder name = new StringBuilder();
    for (int i = at + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '`') {
        name.append(c);
      } else if (i + 1 < text.length() && text.charAt(i + 1) == '`') {
        name.append(c);
        i++;
      } else {
        at = i + 1;
        return name.toString();
      }
    }
    throw refused("a back-quote is not closed");
  }

  private IllegalArgumentException refused(String why) {
    return new IllegalArgumentException(
        "table must be written as db.table, with `back-quotes` around a name that holds a dot, a"
            + " blank at its edge or a back-quote: '"
            + text
            + "' ("
            + why
            + ")");
  }
}
