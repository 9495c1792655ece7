package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.sql.SessionCommand.Assignment;
import io.dorischangelog.testserver.internal.sql.SessionCommand.Scope;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.ArrayList;
import java.util.List;

/** Reads USE, SET, KILL and the words of transactions. */
final class SessionParser {
  private final TokenCursor cursor;

  SessionParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  SessionCommand use() {
    cursor.expect("USE");
    String database = cursor.nameOrString();
    return new SessionCommand.Use(cursor.acceptSymbol(".") ? cursor.nameAfterPoint() : database);
  }

  SessionCommand begin() {
    if (!cursor.accept("START", "TRANSACTION")) {
      cursor.expect("BEGIN");
      if (cursor.accept("WITH", "LABEL")) {
        cursor.nameOrString();
      }
    }
    return new SessionCommand.Begin();
  }

  SessionCommand kill() {
    cursor.expect("KILL");
    boolean query = cursor.accept("QUERY");
    if (!query) {
      cursor.accept("CONNECTION");
    }
    return new SessionCommand.Kill(cursor.number(), query);
  }

  SessionCommand unset() {
    cursor.expect("UNSET");
    if (!cursor.accept("SESSION")) {
      cursor.accept("GLOBAL");
    }
    cursor.expect("VARIABLE");
    return new SessionCommand.Unset(cursor.accept("ALL") ? "" : cursor.name());
  }

  Statement set() {
    cursor.expect("SET");
    if (cursor.accept("PASSWORD")) {
      return new AccountParser(cursor).setPassword();
    } else if (cursor.accept("TRANSACTION") || seesSessionTransaction()) {
      skipToEnd();
      return new SessionCommand.Ignored();
    }
    List<Assignment> assignments = new ArrayList<>();
    do {
      if (!names()) {
        assignments.add(assignment());
      }
    } while (cursor.acceptSymbol(","));
    return new SessionCommand.Set(assignments);
  }

  private boolean seesSessionTransaction() {
    return cursor.sees("SESSION", "TRANSACTION") || cursor.sees("GLOBAL", "TRANSACTION");
  }

  private void skipToEnd() {
    while (cursor.peek().kind() != Token.Kind.END && !cursor.seesSymbol(";")) {
      cursor.next();
    }
  }

  private boolean names() {
    if (cursor.accept("NAMES")) {
      if (!cursor.accept("DEFAULT")) {
        cursor.nameOrString();
        if (cursor.accept("COLLATE")) {
          cursor.nameOrString();
        }
      }
      return true;
    } else if (cursor.accept("CHARACTER", "SET") || cursor.accept("CHARSET")) {
      cursor.nameOrString();
      return true;
    }
    return false;
  }

  private Assignment assignment() {
    Scope scope = Scope.SESSION;
    if (cursor.acceptSymbol("@@")) {
      scope = scopeBeforePoint();
    } else if (cursor.acceptSymbol("@")) {
      scope = Scope.USER;
    } else if (cursor.accept("GLOBAL")) {
      scope = Scope.GLOBAL;
    } else if (!cursor.accept("SESSION")) {
      cursor.accept("LOCAL");
    }
    String name = cursor.nameOrString();
    if (!cursor.acceptSymbol(":=")) {
      cursor.expectSymbol("=");
    }
    return new Assignment(scope, name, value());
  }

  private Scope scopeBeforePoint() {
    if (!cursor.peek(1).isSymbol(".")) {
      return Scope.SESSION;
    }
    boolean global = cursor.next().isWord("GLOBAL");
    cursor.expectSymbol(".");
    return global ? Scope.GLOBAL : Scope.SESSION;
  }

  /** {@code ON}, {@code utf8mb4} and other bare words are texts here. */
  private Expr value() {
    Token token = cursor.peek();
    boolean bare = token.kind() == Token.Kind.WORD && !cursor.peek(1).isSymbol("(");
    if (bare && !token.isWord("NULL") && !token.isWord("CASE")) {
      return new Expr.Literal(cursor.next().text(), DorisType.of(Kind.VARCHAR));
    }
    return new ExpressionParser(cursor).expression();
  }
}
