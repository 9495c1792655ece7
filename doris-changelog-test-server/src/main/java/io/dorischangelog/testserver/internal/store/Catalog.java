package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Databases and tables of the cluster. Names are case-sensitive. */
public final class Catalog {
  private final StoreContext context;
  private final Transactions transactions;
  private final Map<String, Database> databases = new TreeMap<>(); // guarded by the context's lock

  public Catalog(TsoClock clock, ChangelogNames names) {
    this.context = new StoreContext(clock, names);
    this.transactions = new Transactions(context);
  }

  public TsoClock clock() {
    return context.clock();
  }

  public ChangelogNames names() {
    return context.names();
  }

  /** What Doris says when it refuses something because of the change log. */
  public ChangelogTexts texts() {
    return context.texts();
  }

  public Transactions transactions() {
    return transactions;
  }

  /** Names in order. */
  public List<String> databases() {
    return context.locked(() -> List.copyOf(databases.keySet()));
  }

  public boolean hasDatabase(String database) {
    return context.locked(() -> databases.containsKey(database));
  }

  /**
   * CREATE DATABASE.
   *
   * @param properties changelog properties here are inherited by tables created later
   * @return false if it exists and that is allowed
   */
  public boolean createDatabase(
      String database, boolean ifNotExists, Map<String, String> properties) {
    return context.locked(
        () -> {
          if (databases.containsKey(database)) {
            if (ifNotExists) {
              return false;
            }
            throw new DorisException(
                1007,
                "HY000",
                "ERR_DB_CREATE_EXISTS",
                "Can't create database '" + database + "'; database exists");
          }
          databases.put(database, new Database(properties));
          return true;
        });
  }

  public void dropDatabase(String database, boolean ifExists) {
    context.run(
        () -> {
          if (databases.remove(database) == null && !ifExists) {
            throw new DorisException(
                1008,
                "HY000",
                "ERR_DB_DROP_EXISTS",
                "Can't drop database '" + database + "'; database doesn't exist");
          }
        });
  }

  public Map<String, String> databaseProperties(String database) {
    return context.locked(() -> Map.copyOf(require(database).properties));
  }

  /** ALTER DATABASE SET PROPERTIES: holds for tables created later. */
  public void setDatabaseProperties(String database, Map<String, String> properties) {
    context.run(
        () -> {
          Map<String, String> merged = new LinkedHashMap<>(require(database).properties);
          merged.putAll(properties);
          LogOptions.parse(merged, context.texts(), context.names().word().equals("binlog"));
          require(database).properties.putAll(properties);
        });
  }

  /**
   * CREATE TABLE.
   *
   * @return false if it exists and that is allowed
   * @throws DorisException with Doris' text if the definition is refused
   */
  public boolean createTable(
      String database, String table, boolean ifNotExists, TableDefinition definition) {
    return context.locked(
        () -> {
          Database owner = require(database);
          if (owner.tables.containsKey(table)) {
            return refuseExisting(table, ifNotExists);
          }
          TableOptions options = TableOptions.create(definition, owner.properties, context);
          TableCheck.create(definition, options, context.texts());
          owner.tables.put(table, new Table(context, database, table, definition, options));
          return true;
        });
  }

  /** CREATE TABLE LIKE: columns, keys, partitions and properties, no rows. */
  public boolean createTableLike(String database, String table, boolean ifNotExists, Table source) {
    return context.locked(
        () -> {
          Database owner = require(database);
          if (owner.tables.containsKey(table)) {
            return refuseExisting(table, ifNotExists);
          }
          TableDefinition definition = source.data().currentDefinition();
          TableOptions options = source.data().options();
          owner.tables.put(table, new Table(context, database, table, definition, options));
          return true;
        });
  }

  public void dropTable(String database, String table, boolean ifExists) {
    context.run(
        () -> {
          if (require(database).tables.remove(table) == null && !ifExists) {
            throw unknownTable(database, table);
          }
        });
  }

  public void renameTable(String database, String from, String to) {
    context.run(
        () -> {
          Table moved = table(database, from);
          if (require(database).tables.containsKey(to)) {
            throw DorisException.of("Table name[" + to + "] is already used");
          }
          require(database).tables.remove(from);
          put(database, to, moved);
        });
  }

  /**
   * ALTER TABLE a REPLACE WITH TABLE b: b gets the name a, with its rows and records.
   *
   * @param swap whether the old a lives on as b
   */
  public void replaceTable(String database, String table, String with, boolean swap) {
    context.run(
        () -> {
          Table old = table(database, table);
          Table next = table(database, with);
          require(database).tables.remove(with);
          put(database, table, next);
          if (swap) {
            put(database, with, old);
          }
        });
  }

  /**
   * A table that must exist.
   *
   * @throws DorisException if there is no such database or table
   */
  public Table table(String database, String table) {
    return find(database, table).orElseThrow(() -> unknownTable(database, table));
  }

  public Optional<Table> find(String database, String table) {
    return context.locked(
        () -> {
          Database owner = databases.get(database);
          return Optional.ofNullable(owner == null ? null : owner.tables.get(table));
        });
  }

  /** Tables of a database in order of their names. */
  public List<Table> tables(String database) {
    return context.locked(() -> List.copyOf(require(database).tables.values()));
  }

  private void put(String database, String name, Table table) {
    table.rename(name);
    require(database).tables.put(name, table);
  }

  private Database require(String name) {
    Database found = databases.get(name);
    if (found == null) {
      throw new DorisException(
          1049, "42000", "ERR_BAD_DB_ERROR", "Unknown database '" + name + "'");
    }
    return found;
  }

  private DorisException unknownTable(String database, String table) {
    context.run(() -> require(database));
    return new DorisException(
        1146,
        "42S02",
        "ERR_UNKNOWN_TABLE",
        "Table [" + table + "] does not exist in database [" + database + "].");
  }

  private static boolean refuseExisting(String table, boolean allowed) {
    if (allowed) {
      return false;
    }
    throw new DorisException(
        1050, "42S01", "ERR_TABLE_EXISTS_ERROR", "Table '" + table + "' already exists");
  }

  private static final class Database {
    final Map<String, String> properties;
    final Map<String, Table> tables = new TreeMap<>();

    Database(Map<String, String> properties) {
      this.properties = new LinkedHashMap<>(properties);
    }
  }
}
