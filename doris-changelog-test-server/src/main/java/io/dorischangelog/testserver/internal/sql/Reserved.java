package io.dorischangelog.testserver.internal.sql;

import java.util.Set;

/**
 * Words that are names only in back ticks; a part of Doris' own list, the part that matters here.
 */
final class Reserved {
  private static final Set<String> WORDS =
      Set.of(
          "ADD",
          "ALL",
          "ALTER",
          "AND",
          "AS",
          "ASC",
          "BETWEEN",
          "BY",
          "CASE",
          "CAST",
          "COLUMN",
          "CREATE",
          "CROSS",
          "CUBE",
          "DELETE",
          "DESC",
          "DESCRIBE",
          "DISTINCT",
          "DISTRIBUTED",
          "DROP",
          "ELSE",
          "EXCEPT",
          "EXISTS",
          "EXPLAIN",
          "FOR",
          "FROM",
          "FULL",
          "GRANT",
          "GROUP",
          "HAVING",
          "IN",
          "INNER",
          "INSERT",
          "INTERSECT",
          "INTO",
          "IS",
          "JOIN",
          "KEY",
          "KEYS",
          "KILL",
          "LEFT",
          "LIKE",
          "LIMIT",
          "NOT",
          "NULL",
          "ON",
          "OR",
          "ORDER",
          "OUTER",
          "OVER",
          "PARTITION",
          "RANGE",
          "REGEXP",
          "REVOKE",
          "RIGHT",
          "RLIKE",
          "SELECT",
          "SET",
          "SHOW",
          "TABLE",
          "TABLET",
          "THEN",
          "TO",
          "TRUE",
          "FALSE",
          "UNION",
          "UPDATE",
          "USE",
          "USING",
          "VALUES",
          "WHEN",
          "WHERE",
          "WITH",
          "DIV");

  private Reserved() {}

  static boolean contains(String upperCaseWord) {
    return WORDS.contains(upperCaseWord);
  }
}
