package io.dorischangelog.client.offset;

import io.dorischangelog.client.TableId;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An offset table asked over the MySQL protocol, on one connection that is kept. Statements are
 * those of the official connector, so SELECT and INSERT on the table are enough. Not thread-safe.
 */
final class MysqlOffsetTable implements OffsetTable {

  private static final Logger LOG = LoggerFactory.getLogger(MysqlOffsetTable.class);

  private interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  private final Driver driver;
  private final String url;
  private final Properties properties;
  private final String table;
  private final @Nullable MysqlTls tls;
  private @Nullable Connection connection;

  /**
   * @param tls null for connections in plain text
   */
  MysqlOffsetTable(
      Driver driver, String url, Properties properties, TableId table, @Nullable MysqlTls tls) {
    this.driver = driver;
    this.url = url;
    this.properties = properties;
    this.table = table.quoted();
    this.tls = tls;
  }

  @Override
  public List<Row> rows(String consumer) throws SQLException {
    return asked(
        open -> {
          try (PreparedStatement select =
              open.prepareStatement(
                  "SELECT consumer_id, offset_timestamp FROM "
                      + table
                      + " WHERE consumer_id = ?")) {
            select.setString(1, consumer);
            return rows(select);
          }
        });
  }

  private static List<Row> rows(PreparedStatement select) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (ResultSet result = select.executeQuery()) {
      while (result.next()) {
        rows.add(new Row(result.getString(1), result.getString(2)));
      }
    }
    return rows;
  }

  @Override
  public List<String> consumers() throws SQLException {
    return asked(
        open -> {
          List<String> consumers = new ArrayList<>();
          try (Statement select = open.createStatement();
              ResultSet result = select.executeQuery("SELECT consumer_id FROM " + table)) {
            while (result.next()) {
              consumers.add(result.getString(1));
            }
          }
          return consumers;
        });
  }

  @Override
  public void upsert(String consumer, String timestamp) throws SQLException {
    try (PreparedStatement insert =
        connected()
            .prepareStatement(
                "INSERT INTO "
                    + table
                    + " (consumer_id, offset_timestamp, update_time)"
                    + " VALUES (?, ?, CURRENT_TIMESTAMP(3))")) {
      insert.setString(1, consumer);
      insert.setString(2, timestamp);
      insert.executeUpdate();
    }
  }

  @Override
  public ServerTime time() throws SQLException {
    return asked(
        open -> {
          try (Statement select = open.createStatement();
              ResultSet result =
                  select.executeQuery("SELECT @@global.time_zone, UNIX_TIMESTAMP()")) {
            if (!result.next()) {
              throw new SQLException("the server did not tell its time zone");
            }
            return new ServerTime(result.getString(1), Instant.ofEpochSecond(result.getLong(2)));
          }
        });
  }

  @Override
  public Optional<String> definition() throws SQLException {
    return asked(
        open -> {
          try (Statement show = open.createStatement();
              ResultSet result = show.executeQuery("SHOW CREATE TABLE " + table)) {
            return result.next() ? Optional.ofNullable(result.getString(2)) : Optional.empty();
          } catch (SQLException e) {
            if (SqlFailures.isConnection(e)) {
              throw e;
            }
            LOG.debug("The definition of {} cannot be read: {}", table, e.getMessage());
            return Optional.empty();
          }
        });
  }

  /** Asks, once more on a new connection if a kept one turns out to be dead. */
  private <T> T asked(Question<T> question) throws SQLException {
    boolean kept = connection != null;
    try {
      return question.ask(connected());
    } catch (SQLException e) {
      if (!SqlFailures.isConnection(e)) {
        throw e;
      }
      disconnect();
      if (!kept) {
        throw e;
      }
    }
    return question.ask(connected());
  }

  private Connection connected() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = tls == null ? driver.connect(url, properties) : tls.connect(driver, url, properties);
      if (open == null) {
        throw new SQLException("the MySQL driver does not accept the jdbc-url", "42000");
      }
      connection = open;
      askForNewestRows(open);
    }
    return open;
  }

  /** A front end that follows the master may lag; servers that know the variable then wait. */
  private static void askForNewestRows(Connection open) throws SQLException {
    try (Statement set = open.createStatement()) {
      set.execute("SET enable_strong_consistency_read = true");
    } catch (SQLException e) {
      if (SqlFailures.isConnection(e)) {
        throw e;
      }
      LOG.debug("The server has no strongly consistent reads: {}", e.getMessage());
    }
  }

  @Override
  public void disconnect() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        LOG.debug("Closing a lost connection failed: {}", e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    disconnect();
  }
}
