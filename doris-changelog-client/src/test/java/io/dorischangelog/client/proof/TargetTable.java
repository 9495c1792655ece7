package io.dorischangelog.client.proof;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table that changes are applied to, and how many were, in one database transaction with the
 * position. A change that does not fit is an error, so nothing can be applied twice.
 */
final class TargetTable {
  private final Connection connection;

  TargetTable(Connection connection) {
    this.connection = connection;
  }

  void create() throws SQLException {
    try (Statement sql = connection.createStatement()) {
      sql.execute("CREATE TABLE target (id INT PRIMARY KEY, version BIGINT NOT NULL)");
      sql.execute("CREATE TABLE applied (changes BIGINT NOT NULL)");
      sql.execute("INSERT INTO applied VALUES (0)");
    }
  }

  void apply(Effect effect) throws SQLException {
    switch (effect.sign()) {
      case "+S", "+I" ->
          update("INSERT INTO target (version, id) VALUES (?, ?)", effect.version(), effect.id());
      case "-U" ->
          update(
              "UPDATE target SET version = version WHERE version = ? AND id = ?",
              effect.version(),
              effect.id());
      case "+U" ->
          update("UPDATE target SET version = ? WHERE id = ?", effect.version(), effect.id());
      case "-D" ->
          update("DELETE FROM target WHERE version = ? AND id = ?", effect.version(), effect.id());
      default -> throw new IllegalArgumentException(effect.sign());
    }
    update("UPDATE applied SET changes = changes + ?", 1);
  }

  private void update(String statement, long... values) throws SQLException {
    try (PreparedStatement sql = connection.prepareStatement(statement)) {
      for (int i = 0; i < values.length; i++) {
        sql.setLong(i + 1, values[i]);
      }
      if (sql.executeUpdate() != 1) {
        throw new IllegalStateException("the change does not fit the target: " + sql);
      }
    }
  }

  void commit() throws SQLException {
    connection.commit();
  }

  Map<Integer, Long> rows() throws SQLException {
    Map<Integer, Long> rows = new TreeMap<>();
    try (Statement sql = connection.createStatement();
        ResultSet found = sql.executeQuery("SELECT id, version FROM target")) {
      while (found.next()) {
        rows.put(found.getInt(1), found.getLong(2));
      }
    }
    return rows;
  }

  long applied() throws SQLException {
    try (Statement sql = connection.createStatement();
        ResultSet found = sql.executeQuery("SELECT changes FROM applied")) {
      found.next();
      return found.getLong(1);
    }
  }
}
