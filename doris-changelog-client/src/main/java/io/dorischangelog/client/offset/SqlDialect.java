package io.dorischangelog.client.offset;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What databases say differently about the offset table of {@link JdbcOffsetStore}. A database not
 * named here gets the plainest SQL.
 */
enum SqlDialect {
  POSTGRESQL("TEXT", "", " ON CONFLICT (id) DO NOTHING"),
  MYSQL("MEDIUMTEXT", " CHARACTER SET utf8mb4", ""),
  H2("CHARACTER LARGE OBJECT", "", ""),
  OTHER("CLOB", "", "");

  private final String textType;
  private final String tableSuffix;
  private final String insertSuffix;

  SqlDialect(String textType, String tableSuffix, String insertSuffix) {
    this.textType = textType;
    this.tableSuffix = tableSuffix;
    this.insertSuffix = insertSuffix;
  }

  static SqlDialect of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    if (product.contains("postgres")) {
      return POSTGRESQL;
    }
    if (product.contains("mysql") || product.contains("mariadb")) {
      return MYSQL;
    }
    return product.equals("h2") ? H2 : OTHER;
  }

  /** The statement that makes the table. */
  String createTable(String table) {
    return "CREATE TABLE "
        + table
        + " (id CHAR(64) NOT NULL PRIMARY KEY, consumer VARCHAR(256) NOT NULL, source_table "
        + textType
        + " NOT NULL, place VARCHAR(200) NOT NULL, position_text "
        + textType
        + " NOT NULL, updated_at TIMESTAMP NOT NULL)"
        + tableSuffix;
  }

  /**
   * Inserts unless the key is there. In PostgreSQL a refused insert would spoil the transaction it
   * is in, so there it must not be refused.
   */
  String insert(String table) {
    return "INSERT INTO "
        + table
        + " (id, consumer, source_table, place, position_text, updated_at)"
        + " VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)"
        + insertSuffix;
  }
}
