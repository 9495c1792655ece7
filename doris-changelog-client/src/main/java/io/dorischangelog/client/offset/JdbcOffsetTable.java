package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The statements of {@link JdbcOffsetStore} on one connection. Rows are found by a hash of consumer
 * and table, because databases disagree on when two names are equal.
 */
final class JdbcOffsetTable {

  /**
   * A row, as it was read.
   *
   * @param consumer the consumer's name
   * @param sourceTable the table's name
   * @param place what is compared: see {@link #place}
   * @param text the position with all it carries
   */
  record Row(String consumer, String sourceTable, String place, String text) {}

  private final Connection connection;
  private final String table;
  private final SqlDialect dialect;

  JdbcOffsetTable(Connection connection, String table) throws SQLException {
    this.connection = connection;
    this.table = table;
    this.dialect = SqlDialect.of(connection);
  }

  List<Row> rows(String consumer, TableId source) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT consumer, source_table, place, position_text FROM "
                + table
                + " WHERE id = ?")) {
      select.setString(1, id(consumer, source));
      return read(select);
    }
  }

  List<Row> all() throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT consumer, source_table, place, position_text FROM " + table)) {
      return read(select);
    }
  }

  private static List<Row> read(PreparedStatement select) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (ResultSet result = select.executeQuery()) {
      while (result.next()) {
        rows.add(
            new Row(
                result.getString(1),
                result.getString(2),
                result.getString(3),
                result.getString(4)));
      }
    }
    return rows;
  }

  /** Whether the row was new; false if there was one, which is left as it is. */
  boolean insert(String consumer, TableId source, Position position) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(dialect.insert(table))) {
      insert.setString(1, id(consumer, source));
      insert.setString(2, consumer);
      insert.setString(3, source.toString());
      insert.setString(4, place(position));
      insert.setString(5, position.toText());
      return insert.executeUpdate() == 1;
    } catch (SQLException e) {
      if (SqlFailures.isDuplicateKey(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether the row held that place and was changed; compared and written in one statement. */
  boolean update(String consumer, TableId source, Position position, String held)
      throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE "
                + table
                + " SET place = ?, position_text = ?, updated_at = CURRENT_TIMESTAMP"
                + " WHERE id = ? AND place = ?")) {
      update.setString(1, place(position));
      update.setString(2, position.toText());
      update.setString(3, id(consumer, source));
      update.setString(4, held);
      return update.executeUpdate() == 1;
    }
  }

  void delete(String consumer, TableId source) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM " + table + " WHERE id = ?")) {
      delete.setString(1, id(consumer, source));
      delete.executeUpdate();
    }
  }

  String createStatement() {
    return dialect.createTable(table);
  }

  /** Equal for equal positions and short: what a conditional write compares. */
  static String place(Position position) {
    String rows =
        position.isSnapshot()
            ? "snapshot"
            : position.isComplete() ? "all" : Long.toString(position.rows());
    List<Instant> later = position.context().laterEnds();
    return position.tso()
        + "/"
        + rows
        + position.openWindow().map(window -> "/" + window.start() + "/" + window.end()).orElse("")
        + (later.isEmpty() ? "" : "/+" + later.size() + "/" + later.get(later.size() - 1));
  }

  private static String id(String consumer, TableId source) {
    String key = consumer + '\0' + source.database() + '\0' + source.table();
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
