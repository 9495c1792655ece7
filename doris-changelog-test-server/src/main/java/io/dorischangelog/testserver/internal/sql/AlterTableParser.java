package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads ALTER TABLE, from behind those two words. */
final class AlterTableParser {
  private final TokenCursor cursor;
  private final CreateTableParser columns;
  private final PartitionParser partitions;

  AlterTableParser(TokenCursor cursor) {
    this.cursor = cursor;
    this.columns = new CreateTableParser(cursor);
    this.partitions = new PartitionParser(cursor);
  }

  Ddl alterTable() {
    TableName table = cursor.tableName();
    List<Alteration> alterations = new ArrayList<>();
    do {
      alteration(alterations);
    } while (cursor.acceptSymbol(","));
    return new Ddl.AlterTable(table, alterations);
  }

  private void alteration(List<Alteration> into) {
    if (cursor.accept("ADD", "COLUMN")) {
      addColumns(into);
    } else {
      into.add(single());
    }
  }

  private void addColumns(List<Alteration> into) {
    if (cursor.acceptSymbol("(")) {
      do {
        into.add(addColumn());
      } while (cursor.acceptSymbol(","));
      cursor.expectSymbol(")");
    } else {
      into.add(addColumn());
    }
  }

  private Alteration addColumn() {
    Ddl.ColumnDefinition column = columns.column();
    @Nullable String after = columns.after();
    boolean first = after != null && after.isEmpty();
    return new Alteration.AddColumn(
        column, first ? Optional.empty() : Optional.ofNullable(after), first);
  }

  private Alteration single() {
    if (new PhysicalDesignParser(cursor).clause()) {
      return new Alteration.PhysicalDesign();
    } else if (cursor.accept("DROP", "COLUMN")) {
      return new Alteration.DropColumn(cursor.name());
    } else if (cursor.accept("MODIFY", "COLUMN")) {
      if (cursor.peek(1).isWord("COMMENT")) {
        String name = cursor.name();
        cursor.expect("COMMENT");
        return new Alteration.ModifyColumnComment(name, cursor.string());
      }
      Ddl.ColumnDefinition column = columns.column();
      return new Alteration.ModifyColumn(column, Optional.ofNullable(columns.after()));
    } else if (cursor.accept("ORDER", "BY")) {
      return new Alteration.OrderColumns(cursor.listInBrackets(cursor::name));
    } else if (cursor.accept("SET")) {
      return new Alteration.SetProperties(cursor.properties());
    } else if (cursor.accept("MODIFY", "COMMENT")) {
      return new Alteration.ModifyComment(cursor.string());
    } else if (cursor.accept("ENABLE", "FEATURE")) {
      String feature = cursor.string();
      return new Alteration.EnableFeature(
          feature, cursor.accept("WITH", "PROPERTIES") ? cursor.properties() : java.util.Map.of());
    } else if (cursor.accept("RENAME")) {
      return rename();
    } else if (cursor.accept("REPLACE")) {
      return replace();
    }
    return partition();
  }

  private Alteration rename() {
    if (cursor.accept("COLUMN")) {
      String name = cursor.name();
      return new Alteration.RenameColumn(name, cursor.name());
    } else if (cursor.accept("PARTITION")) {
      String name = cursor.name();
      return new Alteration.RenamePartition(name, cursor.name());
    }
    return new Alteration.Rename(cursor.name());
  }

  private Alteration replace() {
    if (cursor.accept("WITH", "TABLE")) {
      String other = cursor.name();
      String swap =
          cursor.accept("PROPERTIES") ? cursor.properties().getOrDefault("swap", "true") : "true";
      return new Alteration.ReplaceWithTable(other, Boolean.parseBoolean(swap));
    }
    cursor.expect("PARTITION");
    List<String> names = names();
    cursor.expect("WITH", "TEMPORARY", "PARTITION");
    Alteration replace = new Alteration.ReplacePartition(names, names());
    if (cursor.accept("PROPERTIES")) {
      cursor.properties();
    }
    return replace;
  }

  private List<String> names() {
    return cursor.seesSymbol("(") ? cursor.listInBrackets(cursor::name) : List.of(cursor.name());
  }

  private Alteration partition() {
    boolean add = cursor.accept("ADD");
    if (!add && !cursor.accept("DROP")) {
      throw DorisException.of(
          "ALTER TABLE ... " + cursor.peek().upper() + " is not supported by this stand-in");
    }
    boolean temporary = cursor.accept("TEMPORARY");
    if (!cursor.sees("PARTITION")) {
      throw DorisException.of(
          "ALTER TABLE ... " + cursor.peek().upper() + " is not supported by this stand-in");
    }
    return add ? addPartition(temporary) : dropPartition(temporary);
  }

  private Alteration addPartition(boolean temporary) {
    boolean ifNotExists =
        cursor.peek(1).isWord("IF")
            && cursor.peek(2).isWord("NOT")
            && cursor.peek(3).isWord("EXISTS");
    return new Alteration.AddPartition(partitions.partition(), temporary, ifNotExists);
  }

  private Alteration dropPartition(boolean temporary) {
    cursor.expect("PARTITION");
    boolean ifExists = cursor.ifExists();
    Alteration drop = new Alteration.DropPartition(cursor.name(), temporary, ifExists);
    cursor.accept("FORCE");
    return drop;
  }
}
