package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;

/** Reads one statement: the entry to the package. */
public final class SqlParser {
  private final TokenCursor cursor;

  private SqlParser(String sql) {
    this.cursor = new TokenCursor(sql);
  }

  /**
   * Parses one statement.
   *
   * @param sql one statement, perhaps with comments and a trailing semicolon
   * @throws DorisException with line, position and the marked text, if it is not understood
   */
  public static Statement parse(String sql) {
    SqlParser parser = new SqlParser(sql);
    Statement statement = parser.statement();
    parser.cursor.expectEnd();
    return statement;
  }

  private Statement statement() {
    Token first = cursor.peek();
    if (first.isSymbol("(")) {
      return new QueryParser(cursor).query();
    }
    return switch (first.upper()) {
      case "SELECT", "WITH" -> new QueryParser(cursor).query();
      case "INSERT" -> new DmlParser(cursor).insert();
      case "UPDATE" -> new DmlParser(cursor).update();
      case "DELETE" -> new DmlParser(cursor).delete();
      case "CREATE" -> new DdlParser(cursor).create();
      case "DROP" -> new DdlParser(cursor).drop();
      case "ALTER" -> new DdlParser(cursor).alter();
      case "BUILD" -> new DdlParser(cursor).build();
      case "TRUNCATE" -> new DdlParser(cursor).truncate();
      case "SHOW" -> new ShowParser(cursor).show();
      case "DESC", "DESCRIBE", "EXPLAIN" -> new ShowParser(cursor).describe();
      default -> sessionStatement(first);
    };
  }

  private Statement sessionStatement(Token first) {
    return switch (first.upper()) {
      case "USE" -> new SessionParser(cursor).use();
      case "SET" -> new SessionParser(cursor).set();
      case "UNSET" -> new SessionParser(cursor).unset();
      case "BEGIN", "START" -> new SessionParser(cursor).begin();
      case "KILL" -> new SessionParser(cursor).kill();
      case "COMMIT" -> consumed(new SessionCommand.Commit());
      case "ROLLBACK" -> consumed(new SessionCommand.Rollback());
      case "SYNC" -> consumed(new SessionCommand.Ignored());
      case "GRANT" -> grant(false);
      case "REVOKE" -> grant(true);
      default ->
          throw cursor.error(
              first,
              "mismatched input '"
                  + first.text()
                  + "' expecting {'ALTER', 'CREATE', 'DELETE', 'DESC', 'DROP', 'INSERT', 'SELECT',"
                  + " 'SET', 'SHOW', 'UPDATE', 'USE', 'WITH'}");
    };
  }

  private Statement consumed(SessionCommand command) {
    cursor.next();
    cursor.accept("WORK");
    return command;
  }

  private Statement grant(boolean revoke) {
    cursor.next();
    return new AccountParser(cursor).grant(revoke);
  }
}
