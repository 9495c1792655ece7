package io.dorischangelog.client.offset;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** An offset table that can be made to lie. */
final class FakeOffsetTable implements OffsetTable {

  final List<Row> rows = new ArrayList<>();
  final List<String> written = new ArrayList<>();

  /** Answers to the next SELECTs, before the truth is told again. */
  final Deque<List<Row>> stale = new ArrayDeque<>();

  /** What happens to the next writes. */
  final Deque<Fate> fates = new ArrayDeque<>();

  String zone = "UTC";
  Instant now = Instant.parse("2026-10-01T10:00:00Z");
  int connections = 1;

  enum Fate {
    LOST_BEFORE,
    LOST_AFTER,
    ACKNOWLEDGED_BUT_NOT_WRITTEN,
    REFUSED
  }

  FakeOffsetTable with(String consumer, String timestamp) {
    rows.add(new Row(consumer, timestamp));
    return this;
  }

  @Override
  public List<Row> rows(String consumer) {
    if (!stale.isEmpty()) {
      return stale.poll();
    }
    return rows.stream()
        .filter(row -> row.consumer().strip().equalsIgnoreCase(consumer.strip()))
        .toList();
  }

  @Override
  public List<String> consumers() {
    return rows.stream().map(Row::consumer).toList();
  }

  @Override
  public void upsert(String consumer, String timestamp) throws SQLException {
    Fate fate = fates.poll();
    if (fate == Fate.REFUSED) {
      throw new SQLException("errCode = 2, detailMessage = too many versions", "HY000");
    }
    if (fate == Fate.LOST_BEFORE) {
      throw new SQLNonTransientConnectionException("Communications link failure", "08S01");
    }
    written.add(timestamp);
    if (fate != Fate.ACKNOWLEDGED_BUT_NOT_WRITTEN) {
      rows.removeIf(row -> row.consumer().equals(consumer));
      rows.add(new Row(consumer, timestamp));
    }
    if (fate == Fate.LOST_AFTER) {
      throw new SQLNonTransientConnectionException("Communications link failure", "08S01");
    }
  }

  @Override
  public ServerTime time() {
    return new ServerTime(zone, now);
  }

  @Override
  public Optional<String> definition() {
    return Optional.empty();
  }

  @Override
  public void disconnect() {
    connections++;
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
