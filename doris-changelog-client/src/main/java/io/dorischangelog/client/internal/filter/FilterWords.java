package io.dorischangelog.client.internal.filter;

import java.util.Set;

/** The words a filter may use. */
final class FilterWords {
  /** Operators and constants; each may stand before a bracket. */
  static final Set<String> KEYWORDS =
      Set.of(
          "AND", "OR", "NOT", "IN", "IS", "NULL", "BETWEEN", "LIKE", "RLIKE", "REGEXP", "TRUE",
          "FALSE", "DIV", "CASE", "WHEN", "THEN", "ELSE", "END");

  /** Stand before a string and give it a type. */
  static final Set<String> LITERAL_TYPES = Set.of("DATE", "TIMESTAMP");

  /** Words of queries; a column of that name needs back-quotes. */
  static final Set<String> QUERY_WORDS =
      Set.of(
          "SELECT",
          "FROM",
          "WHERE",
          "WITH",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "MINUS",
          "EXISTS",
          "ANY",
          "ALL",
          "SOME",
          "JOIN",
          "ORDER",
          "GROUP",
          "HAVING",
          "LIMIT",
          "INTO",
          "VALUES",
          "OVER");

  /** Give the same result for the same arguments, at any time and on every node. */
  static final Set<String> FUNCTIONS =
      Set.of(
          "abs",
          "ceil",
          "ceiling",
          "floor",
          "mod",
          "pmod",
          "sign",
          "truncate",
          "greatest",
          "least",
          "length",
          "char_length",
          "character_length",
          "lower",
          "lcase",
          "upper",
          "ucase",
          "trim",
          "ltrim",
          "rtrim",
          "substring",
          "substr",
          "left",
          "right",
          "concat",
          "concat_ws",
          "instr",
          "locate",
          "starts_with",
          "ends_with",
          "reverse",
          "replace",
          "lpad",
          "rpad",
          "split_part",
          "year",
          "month",
          "day",
          "dayofmonth",
          "dayofweek",
          "dayofyear",
          "hour",
          "minute",
          "second",
          "quarter",
          "date",
          "to_date",
          "date_trunc",
          "datediff",
          "coalesce",
          "ifnull",
          "nvl",
          "nullif",
          "if",
          "crc32",
          "murmur_hash3_32",
          "murmur_hash3_64",
          "xxhash_32",
          "xxhash_64",
          "md5",
          "hex");

  private FilterWords() {}
}
