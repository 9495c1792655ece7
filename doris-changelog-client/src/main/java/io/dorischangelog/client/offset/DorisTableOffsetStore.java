package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps positions in a Doris table of exactly the form the official Flink connector uses, so that a
 * job can change over from one to the other and back:
 *
 * <pre>{@code
 * CREATE TABLE ops.flink_source_offsets (
 *     consumer_id VARCHAR(256) NOT NULL,
 *     offset_timestamp DATETIME NOT NULL,
 *     update_time DATETIMEV2(3) NOT NULL
 * ) UNIQUE KEY(consumer_id) DISTRIBUTED BY HASH(consumer_id) BUCKETS 1
 * PROPERTIES ("replication_num" = "1")
 * }</pre>
 *
 * <p>A row holds a point in time in whole seconds, in the server's time zone: the inclusive start
 * of what is still to be read. So a restart repeats up to a second, never loses anything; and a
 * position inside a snapshot or {@code min_delta} window cannot be kept ({@link
 * #keepsWholePosition}). One row per consumer, whatever the source table is: give every job a
 * consumer name of its own.
 *
 * <p>Doris has no conditional write, so a second writer is found out by reading before and after a
 * save, which is best effort. Needs SELECT and INSERT on the table, and MySQL's JDBC driver on the
 * class path. Thread-safe; keeps one connection, which {@link #close} ends.
 */
public final class DorisTableOffsetStore implements OffsetStore {

  /** How far the clocks of two front ends may be apart, so that a stored time lies ahead. */
  private static final long MAX_AHEAD_SECONDS = 300;

  private final OffsetTable table;
  private final TableId name;
  private final @Nullable ServerZone givenZone;
  private final Map<String, KnownOffsets> known = new HashMap<>(); // guarded by this

  DorisTableOffsetStore(OffsetTable table, TableId name, @Nullable ServerZone givenZone) {
    this.table = table;
    this.name = name;
    this.givenZone = givenZone;
  }

  /** Begins to describe a store; the connection is made by its first call. */
  public static DorisTableOffsetStoreBuilder builder() {
    return new DorisTableOffsetStoreBuilder();
  }

  @Override
  public synchronized Optional<Position> load(String consumer, TableId source) {
    StoreText.requireConsumer(consumer);
    OffsetTable.ServerTime time = time(source);
    ServerZone zone = zone(time, source);
    Optional<String> stored = stored(consumer, source);
    Optional<Instant> start = stored.map(text -> start(consumer, text, zone, time.now(), source));
    KnownOffsets own = known(consumer);
    if (own.contains(stored) && own.newest().isPresent()) {
      // A follower that lags behind shows an older row of ours; never go back because of it.
      start = own.newest().flatMap(zone::parse);
    } else {
      own.seen(stored);
    }
    requireShape(source);
    return start.map(second -> Position.startingAt(second, source));
  }

  @Override
  public synchronized void save(
      String consumer, TableId source, Position position, Optional<Position> expected) {
    StoreText.requireConsumer(consumer);
    requireStorable(position);
    ServerZone zone = zone(time(source), source);
    String next = zone.format(position.nextStart());
    Optional<String> before = stored(consumer, source);
    KnownOffsets own = known(consumer);
    if (!own.allows(before, expected.map(e -> zone.format(e.nextStart())), next)) {
      throw secondWriter(consumer, before, source);
    }
    if (!before.equals(Optional.of(next))) {
      own.attempted(next);
      write(consumer, next, source);
      confirm(consumer, next, source);
    }
    own.seen(Optional.of(next));
  }

  /** After the row was looked at, whose faults are the more urgent ones. */
  private void requireShape(TableId source) {
    Optional<String> fault;
    try {
      fault = table.definition().flatMap(OffsetTableShape::fault);
    } catch (SQLException e) {
      throw readFailed(source, e);
    }
    if (fault.isPresent()) {
      throw new OffsetStoreException(
          Reason.MISCONFIGURED,
          "The offset table "
              + name
              + " "
              + fault.get()
              + ". It must be the table of the official connector; make it anew: "
              + createTable(),
          source,
          null);
    }
  }

  private static void requireStorable(Position position) {
    if (position.isSnapshot() || position.openWindow().isPresent()) {
      throw new IllegalArgumentException(
          "a Doris offset table cannot hold a position inside a snapshot or min_delta window: "
              + position);
    }
  }

  /** Writes; if the connection breaks, looks whether the server got it and writes again if not. */
  private void write(String consumer, String next, TableId source) {
    try {
      table.upsert(consumer, next);
      return;
    } catch (SQLException e) {
      if (!SqlFailures.isConnection(e)) {
        throw writeFailed(consumer, source, e);
      }
      table.disconnect();
    }
    if (!stored(consumer, source).equals(Optional.of(next))) {
      writeAgain(consumer, next, source);
    }
  }

  private void writeAgain(String consumer, String next, TableId source) {
    try {
      table.upsert(consumer, next);
    } catch (SQLException e) {
      throw writeFailed(consumer, source, e);
    }
  }

  /**
   * Reads back. A row that is not there yet was committed and becomes visible later, which is a
   * success; writing it once more covers a reply that was wrong.
   */
  private void confirm(String consumer, String next, TableId source) {
    Optional<String> after = stored(consumer, source);
    if (after.equals(Optional.of(next))) {
      return;
    }
    if (after.isPresent() && !known(consumer).contains(after)) {
      throw secondWriter(consumer, after, source);
    }
    writeAgain(consumer, next, source);
  }

  @Override
  public synchronized void remove(String consumer, TableId source) {
    StoreText.requireConsumer(consumer);
    throw new OffsetStoreException(
        Reason.MISCONFIGURED,
        "A Doris offset table is used with SELECT and INSERT only, so nothing is deleted from it."
            + " To start consumer '"
            + consumer
            + "' anew, stop its readers and run: DELETE FROM "
            + name.quoted()
            + " WHERE consumer_id = '"
            + consumer.replace("\\", "\\\\").replace("'", "''")
            + "'; or give it a new consumer name",
        source,
        null);
  }

  /** All consumers in the offset table: it does not say which table they read. */
  @Override
  public synchronized List<String> consumers(TableId source) {
    try {
      return table.consumers().stream().sorted().distinct().toList();
    } catch (SQLException e) {
      throw readFailed(source, e);
    }
  }

  @Override
  public boolean keepsWholePosition() {
    return false;
  }

  @Override
  public synchronized void close() {
    table.close();
  }

  private Optional<String> stored(String consumer, TableId source) {
    List<OffsetTable.Row> rows;
    try {
      rows = table.rows(consumer).stream().filter(row -> row.consumer().equals(consumer)).toList();
    } catch (SQLException e) {
      throw readFailed(source, e);
    }
    if (rows.size() > 1) {
      throw damaged(
          consumer,
          "has " + rows.size() + " rows " + rows.stream().map(OffsetTable.Row::timestamp).toList(),
          "The table must have UNIQUE KEY(consumer_id); delete all rows but the right one",
          source);
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    String text = rows.get(0).timestamp();
    if (text == null) {
      throw damaged(consumer, "holds NULL", SET_OR_DELETE, source);
    }
    return Optional.of(text);
  }

  private Instant start(
      String consumer, String text, ServerZone zone, Instant now, TableId source) {
    Instant start =
        zone.parse(text)
            .orElseThrow(
                () ->
                    damaged(
                        consumer,
                        "holds '" + text + "', which is no time in the" + " server's zone",
                        SET_OR_DELETE,
                        source));
    if (start.isAfter(now.plusSeconds(MAX_AHEAD_SECONDS))) {
      throw damaged(
          consumer,
          "holds '" + text + "', which is ahead of the server's clock (" + now + ")",
          "Reading from there would leave out all changes until then. " + SET_OR_DELETE,
          source);
    }
    return start;
  }

  private OffsetTable.ServerTime time(TableId source) {
    try {
      return table.time();
    } catch (SQLException e) {
      throw SqlFailures.of(
          "Could not reach the offset table " + name + " in Doris",
          "Check jdbc-url, user name and password",
          source,
          e);
    }
  }

  private ServerZone zone(OffsetTable.ServerTime time, TableId source) {
    if (givenZone != null) {
      return givenZone;
    }
    try {
      return ServerZone.named(time.zone());
    } catch (IllegalArgumentException e) {
      throw new OffsetStoreException(
          Reason.MISCONFIGURED,
          "The server's time zone is called '"
              + time.zone()
              + "', which could mean several; offsets are kept in it as text. Name the zone with"
              + " the setting timeZone of the offset store, for example Asia/Shanghai",
          source,
          e);
    }
  }

  private KnownOffsets known(String consumer) {
    return known.computeIfAbsent(consumer, c -> new KnownOffsets());
  }

  private static final String SET_OR_DELETE =
      "Set the row to the second to go on from, or delete it to start by the scan mode";

  private OffsetStoreException damaged(
      String consumer, String what, String remedy, TableId source) {
    return new OffsetStoreException(
        Reason.DAMAGED,
        "The offset of consumer '" + consumer + "' in " + name + " " + what + ". " + remedy,
        source,
        null);
  }

  private OffsetStoreException secondWriter(
      String consumer, Optional<String> stored, TableId source) {
    return new OffsetStoreException(
        Reason.CONFLICT,
        "The offset of consumer '"
            + consumer
            + "' in "
            + name
            + " is "
            + stored.orElse("gone")
            + ", which this reader neither wrote nor loaded. Another job uses the same consumer"
            + " name, or the row was edited: stop one of the two and start again",
        source,
        null);
  }

  private OffsetStoreException readFailed(TableId source, SQLException e) {
    return SqlFailures.of("Could not read the offset table " + name, createStatement(), source, e);
  }

  private OffsetStoreException writeFailed(String consumer, TableId source, SQLException e) {
    return SqlFailures.of(
        "Could not save the offset of consumer '" + consumer + "' in " + name,
        createStatement(),
        source,
        e);
  }

  private String createStatement() {
    return "The user needs SELECT and INSERT on the table. If it is not there, create it: "
        + createTable();
  }

  private String createTable() {
    return "CREATE TABLE "
        + name.quoted()
        + " (consumer_id VARCHAR(256) NOT NULL, offset_timestamp DATETIME NOT NULL, update_time"
        + " DATETIMEV2(3) NOT NULL) UNIQUE KEY(consumer_id) DISTRIBUTED BY HASH(consumer_id)"
        + " BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\")";
  }
}
