package io.dorischangelog.client;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * The name of a table: database and table, compared exactly (case included). Any Unicode is
 * allowed, because Doris allows it when {@code enable_unicode_name_support} is on.
 *
 * @param database the database's name, without quotes
 * @param table the table's name, without quotes
 */
public record TableId(String database, String table) implements Serializable {

  /**
   * Checks that both names are usable.
   *
   * @throws IllegalArgumentException if a name is empty, holds a NUL, or is not valid Unicode
   */
  public TableId {
    requireName("database", database);
    requireName("table", table);
  }

  /**
   * Reads {@code db.table}. A part that holds a dot or back-quote must be written in back-quotes,
   * as in SQL: {@code `my.db`.`it``s`}.
   *
   * @throws IllegalArgumentException if the text is not exactly two names
   */
  public static TableId parse(String text) {
    return new TableIdParser(text).parse();
  }

  /** The name as SQL takes it, both parts in back-quotes. */
  public String quoted() {
    return quote(database) + "." + quote(table);
  }

  /** {@code db.table}, with back-quotes only where {@link #parse} needs them. */
  @Override
  public String toString() {
    return plain(database) && plain(table) ? database + "." + table : quoted();
  }

  private static String quote(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private static boolean plain(String name) {
    return name.indexOf('.') < 0 && name.indexOf('`') < 0 && name.strip().equals(name);
  }

  private static void requireName(String part, String name) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "the " + part + " name must not be empty and must not contain NUL: '" + name + "'");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new IllegalArgumentException(
          "the " + part + " name holds half of a surrogate pair, which is no character");
    }
  }
}
