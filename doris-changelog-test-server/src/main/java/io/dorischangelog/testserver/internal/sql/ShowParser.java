package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.sql.Show.Kind;

/** Reads SHOW and DESC. */
final class ShowParser {
  private final TokenCursor cursor;

  ShowParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  Statement describe() {
    cursor.next();
    if (!cursor.seesName()) {
      return new Statement.Explain(new QueryParser(cursor).query());
    }
    Show show = Show.of(Kind.DESCRIBE).table(cursor.tableName());
    return show.full(cursor.accept("ALL"));
  }

  Show show() {
    cursor.expect("SHOW");
    boolean full = cursor.accept("FULL") || cursor.accept("GLOBAL");
    if (!full) {
      cursor.accept("SESSION");
      cursor.accept("EXTENDED");
    }
    if (cursor.accept("ALL")) {
      cursor.expect("GRANTS");
      return Show.of(Kind.GRANTS).full(true);
    }
    Token word = cursor.next();
    return switch (word.upper()) {
      case "DATABASES", "SCHEMAS" -> filtered(from(Show.of(Kind.DATABASES)));
      case "TABLES" -> filtered(from(Show.of(Kind.TABLES).full(full)));
      case "TABLE" -> tableStatus(word);
      case "CREATE" -> create();
      case "COLUMNS", "FIELDS" -> columns(full);
      case "FRONTENDS" -> Show.of(Kind.FRONTENDS);
      case "BACKENDS" -> Show.of(Kind.BACKENDS);
      case "VARIABLES" -> filtered(Show.of(Kind.VARIABLES).full(full));
      case "STATUS" -> filtered(Show.of(Kind.STATUS));
      case "PARTITIONS" -> ofTable(Kind.PARTITIONS);
      case "TABLETS" -> ofTable(Kind.TABLETS);
      case "GRANTS" -> grants();
      case "PROCESSLIST" -> Show.of(Kind.PROCESSLIST).full(full);
      case "TSO" -> tso();
      default -> small(word);
    };
  }

  private Show small(Token word) {
    return switch (word.upper()) {
      case "INDEX", "INDEXES", "KEY", "KEYS" -> ofTable(Kind.INDEX);
      case "WARNINGS", "ERRORS" -> filtered(Show.of(Kind.WARNINGS));
      case "ENGINES", "STORAGE" -> {
        cursor.accept("ENGINES");
        yield Show.of(Kind.ENGINES);
      }
      case "CHARSET", "CHARACTER" -> {
        cursor.accept("SET");
        yield filtered(Show.of(Kind.CHARSET));
      }
      case "COLLATION" -> filtered(Show.of(Kind.COLLATION));
      case "CATALOGS" -> filtered(Show.of(Kind.CATALOGS));
      default ->
          throw DorisException.of("SHOW " + word.upper() + " is not supported by this stand-in");
    };
  }

  private Show tso() {
    cursor.expect("STATUS");
    return Show.of(Kind.TSO_STATUS);
  }

  private Show tableStatus(Token word) {
    if (!cursor.accept("STATUS")) {
      throw cursor.error(word, "mismatched input '" + cursor.peek().text() + "' after SHOW TABLE");
    }
    return filtered(from(Show.of(Kind.TABLE_STATUS)));
  }

  private Show create() {
    if (cursor.accept("DATABASE") || cursor.accept("SCHEMA")) {
      return Show.of(Kind.CREATE_DATABASE).database(cursor.name());
    }
    if (!cursor.accept("VIEW") && !cursor.accept("STREAM")) {
      cursor.expect("TABLE");
    }
    return Show.of(Kind.CREATE_TABLE).table(cursor.tableName());
  }

  private Show columns(boolean full) {
    return filtered(ofTable(Kind.COLUMNS)).full(full);
  }

  private Show ofTable(Kind kind) {
    if (!cursor.accept("FROM")) {
      cursor.expect("IN");
    }
    TableName table = cursor.tableName();
    if (table.database() == null && (cursor.accept("FROM") || cursor.accept("IN"))) {
      table = new TableName(cursor.name(), table.table());
    }
    Show show = Show.of(kind).table(table);
    if (kind == Kind.TABLETS) {
      show = show.partitions(new RelationParser(cursor).partitions());
    }
    return kind == Kind.COLUMNS ? show : filtered(show);
  }

  private Show from(Show show) {
    if (cursor.accept("FROM") || cursor.accept("IN")) {
      String database = cursor.name();
      return show.database(cursor.acceptSymbol(".") ? cursor.nameAfterPoint() : database);
    }
    return show;
  }

  private Show filtered(Show show) {
    if (cursor.accept("LIKE")) {
      return show.like(cursor.string());
    }
    return cursor.accept("WHERE") ? show.where(new ExpressionParser(cursor).expression()) : show;
  }

  private Show grants() {
    Show show = Show.of(Kind.GRANTS);
    return cursor.accept("FOR") ? show.name(new AccountParser(cursor).user()) : show;
  }
}
