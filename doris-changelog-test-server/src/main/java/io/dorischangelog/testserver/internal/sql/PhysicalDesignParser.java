package io.dorischangelog.testserver.internal.sql;

/**
 * Reads what is said about indexes, rollups, constraints and the storage of partitions. It changes
 * no answer, so all that is kept is that it was said.
 */
final class PhysicalDesignParser {
  private final TokenCursor cursor;

  PhysicalDesignParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  /** Behind ADD INDEX, or INDEX in the list of columns. */
  void index() {
    cursor.ifNotExists();
    cursor.name();
    indexedColumns();
  }

  private void indexedColumns() {
    cursor.listInBrackets(cursor::name);
    if (cursor.accept("USING")) {
      cursor.name();
    }
    properties();
    if (cursor.accept("COMMENT")) {
      cursor.string();
    }
  }

  private void properties() {
    if (cursor.accept("PROPERTIES")) {
      cursor.properties();
    }
  }

  /** A clause of ALTER TABLE, if it is one of these; else nothing is read. */
  boolean clause() {
    if (cursor.accept("ADD", "INDEX")) {
      index();
    } else if (cursor.accept("DROP", "INDEX") || cursor.accept("DROP", "ROLLUP")) {
      cursor.ifExists();
      cursor.name();
    } else if (cursor.accept("ADD", "ROLLUP")) {
      rollup();
    } else if (cursor.accept("RENAME", "ROLLUP")) {
      cursor.name();
      cursor.name();
    } else if (cursor.accept("ADD", "CONSTRAINT")) {
      constraint();
    } else if (cursor.accept("DROP", "CONSTRAINT")) {
      cursor.name();
    } else if (cursor.accept("MODIFY", "PARTITION")) {
      partition();
    } else if (cursor.accept("MODIFY", "DISTRIBUTION")) {
      new CreateTableParser(cursor).distribution();
    } else {
      return false;
    }
    return true;
  }

  /** Constraints are hints for planners; nothing enforces them. */
  private void constraint() {
    cursor.name();
    boolean foreign = cursor.accept("FOREIGN", "KEY");
    if (!foreign && !cursor.accept("UNIQUE")) {
      cursor.expect("PRIMARY", "KEY");
    }
    cursor.listInBrackets(cursor::name);
    if (foreign) {
      cursor.expect("REFERENCES");
      cursor.tableName();
      cursor.listInBrackets(cursor::name);
    }
  }

  private void rollup() {
    cursor.name();
    cursor.listInBrackets(cursor::name);
    if (cursor.accept("DUPLICATE", "KEY")) {
      cursor.listInBrackets(cursor::name);
    }
    if (cursor.accept("FROM")) {
      cursor.name();
    }
    properties();
  }

  private void partition() {
    if (cursor.seesSymbol("(")) {
      cursor.listInBrackets(cursor::name);
    } else {
      cursor.name();
    }
    cursor.expect("SET");
    cursor.properties();
  }

  /** Behind CREATE INDEX: the table it is on. */
  TableName create() {
    cursor.ifNotExists();
    cursor.name();
    cursor.expect("ON");
    TableName table = cursor.tableName();
    indexedColumns();
    return table;
  }

  /** Behind DROP INDEX and BUILD INDEX: the table it is on. */
  TableName existing() {
    cursor.ifExists();
    cursor.name();
    cursor.expect("ON");
    TableName table = cursor.tableName();
    new RelationParser(cursor).partitions();
    return table;
  }
}
