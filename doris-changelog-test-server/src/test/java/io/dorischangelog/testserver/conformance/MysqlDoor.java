package io.dorischangelog.testserver.conformance;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The MySQL protocol, by Connector/J. Every value is read as text. */
final class MysqlDoor implements SqlDoor {
  private final Connection connection;

  private MysqlDoor(Connection connection) {
    this.connection = connection;
  }

  static MysqlDoor open(String host, int port, Login login) {
    String url =
        "jdbc:mysql://" + host + ":" + port + "/?useSSL=false&allowPublicKeyRetrieval=true";
    try {
      return new MysqlDoor(DriverManager.getConnection(url, login.user(), login.password()));
    } catch (SQLException e) {
      throw new Refused(e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return "MySQL";
  }

  @Override
  public List<List<Object>> execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      List<List<Object>> rows = new ArrayList<>();
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          while (result.next()) {
            rows.add(row(result));
          }
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new Refused(String.valueOf(e.getMessage()), e);
    }
  }

  private static List<Object> row(ResultSet result) throws SQLException {
    List<Object> row = new ArrayList<>();
    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
      row.add(result.getString(i));
    }
    return row;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new Refused(e.getMessage(), e);
    }
  }
}
