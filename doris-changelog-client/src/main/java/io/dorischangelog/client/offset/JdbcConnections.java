package io.dorischangelog.client.offset;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where a {@link JdbcOffsetStore} gets its connection, and who ends the transaction. */
interface JdbcConnections {

  /** A connection for one call. */
  interface Lease extends AutoCloseable {
    Connection connection();

    /** The call succeeded. */
    void done() throws SQLException;

    @Override
    void close() throws SQLException;
  }

  Lease take() throws SQLException;

  /** A connection of its own for every call, committed when the call is done. */
  static JdbcConnections of(DataSource dataSource) {
    return () -> new OwnLease(dataSource.getConnection());
  }

  /** Always the same connection, whose transaction somebody else ends. */
  static JdbcConnections sharing(Connection connection) {
    return () ->
        new Lease() {
          @Override
          public Connection connection() {
            return connection;
          }

          @Override
          public void done() {
            // The caller commits rows and position together.
          }

          @Override
          public void close() {
            // It is the caller's.
          }
        };
  }

  /** A connection that is given back after the call; what was not committed is rolled back. */
  final class OwnLease implements Lease {
    private final Connection connection;
    private boolean done;

    OwnLease(Connection connection) {
      this.connection = connection;
    }

    @Override
    public Connection connection() {
      return connection;
    }

    @Override
    public void done() throws SQLException {
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
      done = true;
    }

    @Override
    public void close() throws SQLException {
      try (connection) {
        if (!done && !connection.getAutoCommit()) {
          connection.rollback();
        }
      }
    }
  }
}
