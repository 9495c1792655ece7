package io.dorischangelog.client.offset;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The few questions a Doris offset table is asked; between the store's rules and its wire. */
interface OffsetTable extends AutoCloseable {

  /**
   * A row, as the server's text has it.
   *
   * @param consumer the key
   * @param timestamp the text of {@code offset_timestamp}; null for NULL
   */
  record Row(String consumer, @Nullable String timestamp) {}

  /**
   * What the server says about time.
   *
   * @param zone the name of its global time zone
   * @param now its clock, in whole seconds
   */
  record ServerTime(String zone, Instant now) {}

  /**
   * Rows whose key the server takes for {@code consumer}, which may be more than the exact ones.
   */
  List<Row> rows(String consumer) throws SQLException;

  /** Every key in the table. */
  List<String> consumers() throws SQLException;

  /** Writes one row, new or over the one with that key. */
  void upsert(String consumer, String timestamp) throws SQLException;

  /** Asks for the server's zone and clock. */
  ServerTime time() throws SQLException;

  /**
   * The statement that would make the table, as the server has it.
   *
   * @return empty: the server does not show it to this user
   */
  Optional<String> definition() throws SQLException;

  /** Gives the connection up; the next question opens another one. */
  void disconnect();

  @Override
  void close();
}
