package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps positions in a table of any database with a JDBC driver; tried with PostgreSQL, MySQL,
 * MariaDB and H2. All a position carries is kept. Thread-safe.
 *
 * <p>With a {@link DataSource} every call takes a connection of its own and commits. With a {@link
 * Connection} the store writes in the transaction that is open there and never commits: rows and
 * position become durable together when you commit, which makes the effect of a change exactly once
 * in that database. Then the order is: read a batch, write its rows, {@code reader.commit()},
 * {@code connection.commit()}. After a rollback, close the reader and open a new one: its position
 * is ahead of what is stored.
 *
 * <p>The table must be there; the error of the first call without it holds the statement that makes
 * it. The store closes neither data source nor connection.
 */
public final class JdbcOffsetStore implements OffsetStore {

  /** The table's name unless another one is given. */
  public static final String DEFAULT_TABLE = "doris_changelog_offsets";

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*){0,2}");

  private record Key(String consumer, TableId source) {}

  /** Something to do with the table. */
  private interface Work<T> {
    T on(JdbcOffsetTable table) throws SQLException;
  }

  private final JdbcConnections connections;
  private final String table;
  private final Map<Key, KnownOffsets> known = new HashMap<>(); // guarded by this

  private JdbcOffsetStore(JdbcConnections connections, String table) {
    if (!NAME.matcher(table).matches()) {
      throw new IllegalArgumentException(
          "the offset table must be a plain name, with its schema if needed: '" + table + "'");
    }
    this.connections = connections;
    this.table = table;
  }

  /** A store in {@link #DEFAULT_TABLE} that commits every save. */
  public static JdbcOffsetStore of(DataSource dataSource) {
    return of(dataSource, DEFAULT_TABLE);
  }

  /**
   * A store that commits every save.
   *
   * @param table the table's name, with its schema if needed
   * @throws IllegalArgumentException if it is not a plain name
   */
  public static JdbcOffsetStore of(DataSource dataSource, String table) {
    return new JdbcOffsetStore(JdbcConnections.of(dataSource), table);
  }

  /** A store in {@link #DEFAULT_TABLE} that writes in the open transaction of a connection. */
  public static JdbcOffsetStore inTransactionOf(Connection connection) {
    return inTransactionOf(connection, DEFAULT_TABLE);
  }

  /**
   * A store that writes in the open transaction of a connection and never commits.
   *
   * @param connection with auto-commit off; used by the thread that calls the store
   * @param table the table's name, with its schema if needed
   * @throws IllegalArgumentException if it is not a plain name
   */
  public static JdbcOffsetStore inTransactionOf(Connection connection, String table) {
    return new JdbcOffsetStore(JdbcConnections.sharing(connection), table);
  }

  @Override
  public synchronized Optional<Position> load(String consumer, TableId source) {
    StoreText.requireConsumer(consumer);
    Optional<Position> stored = run("load", source, jdbc -> stored(jdbc, consumer, source));
    known(consumer, source).seen(stored.map(JdbcOffsetTable::place));
    return stored;
  }

  @Override
  public synchronized void save(
      String consumer, TableId source, Position position, Optional<Position> expected) {
    StoreText.requireConsumer(consumer);
    KnownOffsets own = known(consumer, source);
    String next = JdbcOffsetTable.place(position);
    Optional<String> wanted = expected.map(JdbcOffsetTable::place);
    own.attempted(next);
    boolean written =
        run(
            "save",
            source,
            jdbc ->
                write(jdbc, consumer, source, position, wanted)
                    || writeOverOwn(jdbc, consumer, source, position, expected));
    if (written) {
      own.seen(Optional.of(next));
    }
  }

  private static boolean write(
      JdbcOffsetTable jdbc,
      String consumer,
      TableId source,
      Position position,
      Optional<String> held)
      throws SQLException {
    return held.isEmpty()
        ? jdbc.insert(consumer, source, position)
        : jdbc.update(consumer, source, position, held.get());
  }

  /** Another place than expected is held: fine if it is a trace of this store's own saves. */
  private boolean writeOverOwn(
      JdbcOffsetTable jdbc,
      String consumer,
      TableId source,
      Position position,
      Optional<Position> expected)
      throws SQLException {
    Optional<Position> stored = stored(jdbc, consumer, source);
    Optional<String> held = stored.map(JdbcOffsetTable::place);
    if (known(consumer, source)
            .allows(held, expected.map(JdbcOffsetTable::place), JdbcOffsetTable.place(position))
        && write(jdbc, consumer, source, position, held)) {
      return true;
    }
    throw new OffsetStoreException(
        Reason.CONFLICT, StoreText.changedBehindBack(consumer, stored, expected), source, null);
  }

  private static Optional<Position> stored(JdbcOffsetTable jdbc, String consumer, TableId source)
      throws SQLException {
    List<JdbcOffsetTable.Row> rows = jdbc.rows(consumer, source);
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    JdbcOffsetTable.Row row = rows.get(0);
    try {
      Position position = Position.parse(row.text());
      if (rows.size() == 1
          && row.consumer().equals(consumer)
          && row.sourceTable().equals(source.toString())
          && position.table().equals(source)
          && JdbcOffsetTable.place(position).equals(row.place())) {
        return Optional.of(position);
      }
      throw damaged(rows, source, "its columns do not fit each other, or there are several", null);
    } catch (IllegalArgumentException e) {
      throw damaged(rows, source, String.valueOf(e.getMessage()), e);
    }
  }

  private static OffsetStoreException damaged(
      List<JdbcOffsetTable.Row> rows, TableId source, String why, @Nullable Throwable cause) {
    return new OffsetStoreException(
        Reason.DAMAGED,
        "The stored offset "
            + rows
            + " cannot be used: "
            + why
            + ". Put the right row back, or delete it to start by the scan mode",
        source,
        cause);
  }

  @Override
  public synchronized void remove(String consumer, TableId source) {
    StoreText.requireConsumer(consumer);
    run(
        "remove",
        source,
        jdbc -> {
          jdbc.delete(consumer, source);
          return true;
        });
    known(consumer, source).seen(Optional.empty());
  }

  @Override
  public synchronized List<String> consumers(TableId source) {
    return run("list", source, JdbcOffsetTable::all).stream()
        .filter(row -> row.sourceTable().equals(source.toString()))
        .map(JdbcOffsetTable.Row::consumer)
        .sorted()
        .toList();
  }

  /** Does nothing: data source and connection belong to the caller. */
  @Override
  public void close() {
    // Nothing is held between calls.
  }

  private KnownOffsets known(String consumer, TableId source) {
    return known.computeIfAbsent(new Key(consumer, source), k -> new KnownOffsets());
  }

  private <T> T run(String action, TableId source, Work<T> work) {
    String create = SqlDialect.OTHER.createTable(table);
    try {
      JdbcConnections.Lease lease = connections.take();
      try (lease) {
        JdbcOffsetTable jdbc = new JdbcOffsetTable(lease.connection(), table);
        create = jdbc.createStatement();
        T result = work.on(jdbc);
        lease.done();
        return result;
      }
    } catch (SQLException e) {
      throw SqlFailures.of(
          "Could not " + action + " the offset in the table " + table,
          "If the table is not there, create it: " + create,
          source,
          e);
    }
  }
}
