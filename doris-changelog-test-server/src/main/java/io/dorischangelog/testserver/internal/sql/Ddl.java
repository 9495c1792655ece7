package io.dorischangelog.testserver.internal.sql;

import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements that define databases, tables and views. */
public sealed interface Ddl extends Statement {

  /** CREATE DATABASE; its changelog properties are inherited by tables created later. */
  record CreateDatabase(String name, boolean ifNotExists, Map<String, String> properties)
      implements Ddl {}

  /** ALTER DATABASE SET PROPERTIES. */
  record AlterDatabase(String name, Map<String, String> properties) implements Ddl {}

  /** DROP DATABASE. */
  record DropDatabase(String name, boolean ifExists) implements Ddl {}

  /**
   * CREATE TABLE.
   *
   * @param model empty: Doris chooses a duplicate key
   * @param keys in the order of the key clause
   * @param distribution empty: Doris chooses
   */
  record CreateTable(
      TableName table,
      boolean ifNotExists,
      List<ColumnDefinition> columns,
      Optional<Model> model,
      List<String> keys,
      List<String> clusterKeys,
      String comment,
      Optional<Partitioning> partitioning,
      Optional<Distribution> distribution,
      Map<String, String> properties)
      implements Ddl {
    public CreateTable {
      columns = List.copyOf(columns);
      keys = List.copyOf(keys);
      clusterKeys = List.copyOf(clusterKeys);
    }
  }

  /** CREATE TABLE a LIKE b. */
  record CreateTableLike(TableName table, boolean ifNotExists, TableName source) implements Ddl {}

  /**
   * CREATE VIEW.
   *
   * @param columns names of its columns; empty: those of the query
   * @param query the text behind AS
   */
  record CreateView(
      TableName view, boolean ifNotExists, boolean orReplace, List<String> columns, String query)
      implements Ddl {
    public CreateView {
      columns = List.copyOf(columns);
    }
  }

  /**
   * ALTER VIEW.
   *
   * @param columns names of its columns; empty: those of the query
   * @param query the text behind AS
   */
  record AlterView(TableName view, List<String> columns, String query) implements Ddl {
    public AlterView {
      columns = List.copyOf(columns);
    }
  }

  /** CREATE STREAM, which the stand-in parses only to refuse it in Doris' words. */
  record CreateStream(
      TableName stream,
      boolean orReplace,
      boolean ifNotExists,
      TableName table,
      Map<String, String> properties)
      implements Ddl {}

  /** DROP STREAM. */
  record DropStream(TableName stream, boolean ifExists) implements Ddl {}

  /** DROP TABLE or DROP VIEW. */
  record DropTable(TableName table, boolean ifExists, boolean view) implements Ddl {}

  /** TRUNCATE TABLE, of some partitions or of all. */
  record Truncate(TableName table, List<String> partitions) implements Ddl {
    public Truncate {
      partitions = List.copyOf(partitions);
    }
  }

  /** ALTER TABLE. */
  record AlterTable(TableName table, List<Alteration> alterations) implements Ddl {
    public AlterTable {
      alterations = List.copyOf(alterations);
    }
  }

  /** Key models. */
  enum Model {
    DUPLICATE,
    UNIQUE,
    AGGREGATE
  }

  /**
   * A column of CREATE TABLE or ADD COLUMN.
   *
   * @param aggregation SUM, REPLACE and so on, only in aggregate tables
   * @param defaultValue empty: none; may be {@code CURRENT_TIMESTAMP} or {@code NULL}
   */
  record ColumnDefinition(
      String name,
      DorisType type,
      boolean key,
      Optional<String> aggregation,
      boolean nullable,
      boolean autoIncrement,
      Optional<Default> defaultValue,
      String comment) {}

  /**
   * DEFAULT of a column.
   *
   * @param text the literal; null for DEFAULT NULL
   * @param now whether it is CURRENT_TIMESTAMP, with {@code text} as its digits
   */
  record Default(@Nullable String text, boolean now) {}

  /**
   * DISTRIBUTED BY.
   *
   * @param columns of HASH; empty: RANDOM
   * @param buckets 0: AUTO
   */
  record Distribution(List<String> columns, int buckets) {
    public Distribution {
      columns = List.copyOf(columns);
    }
  }

  /**
   * PARTITION BY.
   *
   * @param auto whether loads create partitions
   * @param keys columns, or one function of a column for an automatic partition
   */
  record Partitioning(boolean list, boolean auto, List<Expr> keys, List<PartitionValues> values) {
    public Partitioning {
      keys = List.copyOf(keys);
      values = List.copyOf(values);
    }
  }

  /** One declared partition. */
  sealed interface PartitionValues {
    String name();

    /**
     * VALUES LESS THAN (..) or MAXVALUE.
     *
     * @param upper exclusive; a null element is MAXVALUE
     */
    record LessThan(String name, List<@Nullable Expr> upper) implements PartitionValues {}

    /** VALUES [(lower), (upper)): lower inclusive, upper exclusive. */
    record Between(String name, List<@Nullable Expr> lower, List<@Nullable Expr> upper)
        implements PartitionValues {}

    /** VALUES IN (..). */
    record In(String name, List<List<Expr>> values) implements PartitionValues {}
  }
}
