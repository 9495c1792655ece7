package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.Pending;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Databases and tables of the cluster. Names are case-sensitive. */
@SuppressWarnings("DoNotCallSuggester")
public final class Catalog {
  private final TsoClock clock;
  private final ChangelogNames names;

  public Catalog(TsoClock clock, ChangelogNames names) {
    this.clock = clock;
    this.names = names;
  }

  public TsoClock clock() {
    return clock;
  }

  public ChangelogNames names() {
    return names;
  }

  public Transactions transactions() {
    throw Pending.here();
  }

  /** Names in order. */
  public List<String> databases() {
    throw Pending.here();
  }

  public boolean hasDatabase(String database) {
    throw Pending.here();
  }

  /**
   * CREATE DATABASE.
   *
   * @param properties changelog properties here are inherited by tables created later
   * @return false if it exists and that is allowed
   */
  public boolean createDatabase(
      String database, boolean ifNotExists, Map<String, String> properties) {
    throw Pending.here();
  }

  public void dropDatabase(String database, boolean ifExists) {
    throw Pending.here();
  }

  public Map<String, String> databaseProperties(String database) {
    throw Pending.here();
  }

  /** ALTER DATABASE SET PROPERTIES: holds for tables created later. */
  public void setDatabaseProperties(String database, Map<String, String> properties) {
    throw Pending.here();
  }

  /**
   * CREATE TABLE.
   *
   * @return false if it exists and that is allowed
   * @throws DorisException with Doris' text if the definition is refused
   */
  public boolean createTable(
      String database, String table, boolean ifNotExists, TableDefinition definition) {
    throw Pending.here();
  }

  /** CREATE TABLE LIKE: columns, keys, partitions and properties, no rows. */
  public boolean createTableLike(String database, String table, boolean ifNotExists, Table source) {
    throw Pending.here();
  }

  public void dropTable(String database, String table, boolean ifExists) {
    throw Pending.here();
  }

  public void renameTable(String database, String from, String to) {
    throw Pending.here();
  }

  /**
   * ALTER TABLE a REPLACE WITH TABLE b: b gets the name a, with its rows and records.
   *
   * @param swap whether the old a lives on as b
   */
  public void replaceTable(String database, String table, String with, boolean swap) {
    throw Pending.here();
  }

  /**
   * A table that must exist.
   *
   * @throws DorisException if there is no such database or table
   */
  public Table table(String database, String table) {
    throw Pending.here();
  }

  public Optional<Table> find(String database, String table) {
    throw Pending.here();
  }

  /** Tables of a database in order of their names. */
  public List<Table> tables(String database) {
    throw Pending.here();
  }
}
