package io.dorischangelog.testserver.internal.sql;

import java.util.List;

/** Statements about the session. */
public sealed interface SessionCommand extends Statement {

  /** USE. */
  record Use(String database) implements SessionCommand {}

  /** SET of one or more variables. */
  record Set(List<Assignment> assignments) implements SessionCommand {
    public Set {
      assignments = List.copyOf(assignments);
    }
  }

  /** SET NAMES, SET CHARACTER SET, SET TRANSACTION, SYNC: accepted without effect. */
  record Ignored() implements SessionCommand {}

  /** BEGIN or START TRANSACTION. */
  record Begin() implements SessionCommand {}

  /** COMMIT. */
  record Commit() implements SessionCommand {}

  /** ROLLBACK. */
  record Rollback() implements SessionCommand {}

  /** UNSET VARIABLE. */
  record Unset(String name) implements SessionCommand {}

  /**
   * KILL.
   *
   * @param query whether only the running statement is meant
   */
  record Kill(long id, boolean query) implements SessionCommand {}

  /** One variable of a SET. */
  record Assignment(Scope scope, String name, Expr value) {}

  /** Which variable is meant. */
  enum Scope {
    SESSION,
    GLOBAL,
    USER
  }
}
