package io.dorischangelog.testserver.internal.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads statements about users, from behind CREATE USER and the like. */
final class AccountParser {
  private static final Set<String> ALL = Set.of("ALL", "ALL_PRIVILEGES");

  private final TokenCursor cursor;

  AccountParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  /** {@code 'user'[@'host']}; the host is dropped. */
  String user() {
    String user = cursor.nameOrString();
    if (cursor.acceptSymbol("@")) {
      boolean bracket = cursor.acceptSymbol("(");
      if (!cursor.acceptSymbol("%")) {
        cursor.nameOrString();
      }
      if (bracket) {
        cursor.expectSymbol(")");
      }
    }
    return user;
  }

  AccountCommand createUser() {
    boolean ifNotExists = cursor.ifNotExists();
    String user = user();
    return new AccountCommand.CreateUser(user, identifiedBy(), ifNotExists);
  }

  AccountCommand alterUser() {
    cursor.ifExists();
    String user = user();
    return new AccountCommand.ChangePassword(user, identifiedBy());
  }

  private String identifiedBy() {
    return cursor.accept("IDENTIFIED", "BY") ? cursor.string() : "";
  }

  AccountCommand dropUser() {
    boolean ifExists = cursor.ifExists();
    return new AccountCommand.DropUser(user(), ifExists);
  }

  /** Behind SET PASSWORD. */
  AccountCommand setPassword() {
    boolean other = cursor.accept("FOR");
    String user = other ? user() : "";
    cursor.expectSymbol("=");
    boolean call = cursor.accept("PASSWORD");
    if (call) {
      cursor.expectSymbol("(");
    }
    String password = cursor.string();
    if (call) {
      cursor.expectSymbol(")");
    }
    return other
        ? new AccountCommand.ChangePassword(user, password)
        : new AccountCommand.ChangeOwnPassword(password);
  }

  AccountCommand grant(boolean revoke) {
    List<String> privileges = cursor.list(this::privilege);
    cursor.expect("ON");
    String first = scopePart();
    String second = cursor.acceptSymbol(".") ? scopePart() : "*";
    if (cursor.acceptSymbol(".")) {
      first = second;
      second = scopePart();
    }
    cursor.expect(revoke ? "FROM" : "TO");
    return new AccountCommand.Grant(privileges, first, second, user(), revoke);
  }

  private String privilege() {
    String word = cursor.next().upper();
    if (ALL.contains(word)) {
      cursor.accept("PRIVILEGES");
      return "ALL";
    }
    if (cursor.seesSymbol("(")) {
      cursor.listInBrackets(cursor::name);
    }
    return word.toUpperCase(Locale.ROOT);
  }

  private String scopePart() {
    return cursor.acceptSymbol("*") ? "*" : cursor.nameOrString();
  }
}
