package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.List;
import java.util.Map;

/** Reads CREATE, DROP and TRUNCATE of databases, tables and views. */
final class DdlParser {
  private final TokenCursor cursor;

  DdlParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  Statement create() {
    cursor.expect("CREATE");
    boolean orReplace = cursor.accept("OR", "REPLACE");
    if (cursor.accept("DATABASE") || cursor.accept("SCHEMA")) {
      return createDatabase();
    } else if (cursor.accept("TABLE")) {
      return new CreateTableParser(cursor).createTable();
    } else if (cursor.accept("VIEW")) {
      return createView(orReplace);
    } else if (cursor.accept("USER")) {
      return new AccountParser(cursor).createUser();
    } else if (cursor.accept("STREAM")) {
      return createStream(orReplace);
    } else if (cursor.accept("INDEX")) {
      return alteration(new PhysicalDesignParser(cursor).create(), new Alteration.PhysicalDesign());
    }
    throw unsupported("CREATE");
  }

  private static Ddl alteration(TableName table, Alteration alteration) {
    return new Ddl.AlterTable(table, List.of(alteration));
  }

  Statement build() {
    cursor.expect("BUILD", "INDEX");
    return alteration(new PhysicalDesignParser(cursor).existing(), new Alteration.BuildIndex());
  }

  private Ddl createDatabase() {
    boolean ifNotExists = cursor.ifNotExists();
    String name = databaseName();
    Map<String, String> properties = cursor.accept("PROPERTIES") ? cursor.properties() : Map.of();
    return new Ddl.CreateDatabase(name, ifNotExists, properties);
  }

  /** A database, perhaps behind the name of its catalog. */
  private String databaseName() {
    String name = cursor.name();
    return cursor.acceptSymbol(".") ? cursor.nameAfterPoint() : name;
  }

  private Ddl createView(boolean orReplace) {
    boolean ifNotExists = cursor.ifNotExists();
    TableName view = cursor.tableName();
    List<String> columns =
        cursor.seesSymbol("(") ? cursor.listInBrackets(this::viewColumn) : List.of();
    if (cursor.accept("COMMENT")) {
      cursor.string();
    }
    cursor.expect("AS");
    int start = cursor.position();
    new QueryParser(cursor).query();
    return new Ddl.CreateView(view, ifNotExists, orReplace, columns, cursor.textFrom(start));
  }

  private String viewColumn() {
    String name = cursor.name();
    if (cursor.accept("COMMENT")) {
      cursor.string();
    }
    return name;
  }

  private Ddl alterView() {
    TableName view = cursor.tableName();
    List<String> columns =
        cursor.seesSymbol("(") ? cursor.listInBrackets(this::viewColumn) : List.of();
    cursor.expect("AS");
    int start = cursor.position();
    new QueryParser(cursor).query();
    return new Ddl.AlterView(view, columns, cursor.textFrom(start));
  }

  private Ddl createStream(boolean orReplace) {
    boolean ifNotExists = cursor.ifNotExists();
    TableName stream = cursor.tableName();
    cursor.expect("ON", "TABLE");
    TableName table = cursor.tableName();
    if (cursor.accept("COMMENT")) {
      cursor.string();
    }
    Map<String, String> properties = cursor.accept("PROPERTIES") ? cursor.properties() : Map.of();
    return new Ddl.CreateStream(stream, orReplace, ifNotExists, table, properties);
  }

  Statement drop() {
    cursor.expect("DROP");
    if (cursor.accept("DATABASE") || cursor.accept("SCHEMA")) {
      boolean ifExists = cursor.ifExists();
      Ddl drop = new Ddl.DropDatabase(databaseName(), ifExists);
      cursor.accept("FORCE");
      return drop;
    } else if (cursor.accept("USER")) {
      return new AccountParser(cursor).dropUser();
    } else if (cursor.accept("INDEX")) {
      return alteration(
          new PhysicalDesignParser(cursor).existing(), new Alteration.PhysicalDesign());
    }
    if (cursor.accept("STREAM")) {
      boolean ifExists = cursor.ifExists();
      Ddl drop = new Ddl.DropStream(cursor.tableName(), ifExists);
      cursor.accept("FORCE");
      return drop;
    }
    boolean view = cursor.accept("VIEW");
    if (!view && !cursor.accept("TABLE")) {
      throw unsupported("DROP");
    }
    boolean ifExists = cursor.ifExists();
    Ddl drop = new Ddl.DropTable(cursor.tableName(), ifExists, view);
    cursor.accept("FORCE");
    return drop;
  }

  Statement truncate() {
    cursor.expect("TRUNCATE", "TABLE");
    TableName table = cursor.tableName();
    Ddl truncate = new Ddl.Truncate(table, new RelationParser(cursor).partitions());
    cursor.accept("FORCE");
    return truncate;
  }

  Statement alter() {
    cursor.expect("ALTER");
    if (cursor.accept("TABLE")) {
      return new AlterTableParser(cursor).alterTable();
    } else if (cursor.accept("VIEW")) {
      return alterView();
    } else if (cursor.accept("USER")) {
      return new AccountParser(cursor).alterUser();
    } else if (cursor.accept("DATABASE")) {
      String name = databaseName();
      cursor.expect("SET", "PROPERTIES");
      return new Ddl.AlterDatabase(name, cursor.properties());
    }
    throw unsupported("ALTER");
  }

  private DorisException unsupported(String verb) {
    return DorisException.of(
        verb + " " + cursor.peek().upper() + " is not supported by this stand-in");
  }
}
