package io.dorischangelog.testserver.internal.sql;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements that change rows. */
public sealed interface Dml extends Statement {
  TableName table();

  /**
   * INSERT INTO.
   *
   * @param columns empty: all visible columns in order
   * @param rows the VALUES; empty if the rows come from a query
   * @param label WITH LABEL
   */
  record Insert(
      TableName table,
      List<String> partitions,
      List<String> columns,
      List<List<Expr>> rows,
      Optional<Query> query,
      Optional<String> label)
      implements Dml {
    public Insert {
      partitions = List.copyOf(partitions);
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
    }
  }

  /** UPDATE of one table. */
  record Update(TableName table, List<Assignment> assignments, @Nullable Expr where)
      implements Dml {
    public Update {
      assignments = List.copyOf(assignments);
    }
  }

  /** DELETE FROM one table. */
  record Delete(TableName table, List<String> partitions, @Nullable Expr where) implements Dml {
    public Delete {
      partitions = List.copyOf(partitions);
    }
  }

  /** One {@code column = value} of an UPDATE. */
  record Assignment(String column, Expr value) {}
}
