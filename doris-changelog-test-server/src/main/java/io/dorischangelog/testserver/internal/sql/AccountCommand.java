package io.dorischangelog.testserver.internal.sql;

import java.util.List;

/** Statements about users. The host part of user names is read and dropped. */
public sealed interface AccountCommand extends Statement {

  /** CREATE USER, with an empty password where none is given. */
  record CreateUser(String user, String password, boolean ifNotExists) implements AccountCommand {
    @Override
    public String toString() {
      return "CreateUser[user=" + user + "]";
    }
  }

  /** ALTER USER or SET PASSWORD FOR. */
  record ChangePassword(String user, String password) implements AccountCommand {
    @Override
    public String toString() {
      return "ChangePassword[user=" + user + "]";
    }
  }

  /** SET PASSWORD of the session's own user. */
  record ChangeOwnPassword(String password) implements AccountCommand {
    @Override
    public String toString() {
      return "ChangeOwnPassword[]";
    }
  }

  /** DROP USER. */
  record DropUser(String user, boolean ifExists) implements AccountCommand {}

  /**
   * GRANT or REVOKE.
   *
   * @param privileges words as written
   * @param database a database or {@code *}
   * @param table a table or {@code *}
   * @param revoke whether they are taken away
   */
  record Grant(List<String> privileges, String database, String table, String user, boolean revoke)
      implements AccountCommand {
    public Grant {
      privileges = List.copyOf(privileges);
    }
  }
}
