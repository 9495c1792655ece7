package io.dorischangelog.client.proof;

import io.dorischangelog.client.offset.DorisTableOffsetStore;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.client.offset.JdbcOffsetStore;
import io.dorischangelog.client.offset.OffsetStore;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The stores that have to survive the end of their process, made from one text each. */
enum DurableStore {
  /** In a directory. */
  FILE("file"),
  /** In PostgreSQL, every save committed by itself. */
  JDBC("jdbc"),
  /** In PostgreSQL, in the transaction that writes the rows. */
  JDBC_IN_TRANSACTION("jdbc-in-transaction"),
  /** In a table of the stand-in. */
  DORIS_TABLE("doris-table");

  static final String DORIS_NAME = "ops.flink_source_offsets";

  private final String printed;

  DurableStore(String printed) {
    this.printed = printed;
  }

  boolean isInTransaction() {
    return this == JDBC_IN_TRANSACTION;
  }

  /** Whether a restart goes on exactly at the last commit, not at the second it was in. */
  boolean keepsWholePosition() {
    return this != DORIS_TABLE;
  }

  /**
   * Opens the store.
   *
   * @param address a directory, or a JDBC address
   */
  OffsetStore open(String address) throws SQLException {
    return switch (this) {
      case FILE -> FileOffsetStore.in(Path.of(address));
      case JDBC -> JdbcOffsetStore.of(dataSource(address));
      case JDBC_IN_TRANSACTION ->
          throw new IllegalArgumentException("it needs the consumer's connection");
      case DORIS_TABLE ->
          DorisTableOffsetStore.builder()
              .jdbcUrl(address)
              .username("root")
              .table(DORIS_NAME)
              .build();
    };
  }

  static OffsetStore openIn(Connection transaction) {
    return JdbcOffsetStore.inTransactionOf(transaction);
  }

  private static DataSource dataSource(String url) {
    return (DataSource)
        Proxy.newProxyInstance(
            DurableStore.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> {
              if (method.getName().equals("getConnection")) {
                return DriverManager.getConnection(url);
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  @Override
  public String toString() {
    return printed;
  }
}
