package io.dorischangelog.testserver.internal.sql;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SHOW and DESC.
 *
 * @param table what it is about, for the kinds that need one
 * @param database IN or FROM a database
 * @param like LIKE pattern on the first column
 * @param where filter on the result's own columns
 * @param full whether FULL (or GLOBAL for variables, ALL for grants and DESC) was said
 * @param name a user, for grants
 * @param partitions PARTITION (..), for tablets; empty: all
 */
public record Show(
    Kind kind,
    Optional<TableName> table,
    Optional<String> database,
    Optional<String> like,
    @Nullable Expr where,
    boolean full,
    Optional<String> name,
    List<String> partitions)
    implements Statement {

  static Show of(Kind kind) {
    return new Show(
        kind,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        null,
        false,
        Optional.empty(),
        List.of());
  }

  Show table(TableName newTable) {
    return new Show(kind, Optional.of(newTable), database, like, where, full, name, partitions);
  }

  Show database(String newDatabase) {
    return new Show(kind, table, Optional.of(newDatabase), like, where, full, name, partitions);
  }

  Show like(String pattern) {
    return new Show(kind, table, database, Optional.of(pattern), where, full, name, partitions);
  }

  Show where(Expr condition) {
    return new Show(kind, table, database, like, condition, full, name, partitions);
  }

  Show full(boolean newFull) {
    return new Show(kind, table, database, like, where, newFull, name, partitions);
  }

  Show name(String newName) {
    return new Show(kind, table, database, like, where, full, Optional.of(newName), partitions);
  }

  Show partitions(List<String> names) {
    return new Show(kind, table, database, like, where, full, name, List.copyOf(names));
  }

  /** What is shown. */
  public enum Kind {
    DATABASES,
    TABLES,
    TABLE_STATUS,
    CREATE_TABLE,
    CREATE_DATABASE,
    COLUMNS,
    DESCRIBE,
    INDEX,
    FRONTENDS,
    BACKENDS,
    VARIABLES,
    STATUS,
    PARTITIONS,
    TABLETS,
    GRANTS,
    PROCESSLIST,
    TSO_STATUS,
    WARNINGS,
    ENGINES,
    CHARSET,
    COLLATION,
    CATALOGS
  }
}
