package io.dorischangelog.client.types;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.RowMapper;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.testserver.DorisTestServer;
import io.dorischangelog.testserver.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The {@link TypeTable} filled, updated and emptied on one server, and everything that was read of
 * it: in each shape, as snapshot and as changes.
 */
final class TypeReads {
  private static final String NAME = "test.every_type";
  private static final Duration STEP = Duration.ofSeconds(1);

  /** Shapes in which rows are handed out. */
  enum Shape {
    ROW,
    RECORD,
    CURSOR,
    ARROW
  }

  /** One row in one shape. */
  private record Key(Shape shape, ChangeKind kind, int id) {}

  private final Map<Key, Function<String, Object>> rows = new HashMap<>();
  private final Map<Boolean, TableSchema> schemas = new HashMap<>();

  /** Writes and reads everything. */
  static TypeReads of(ServerForm form) {
    ManualClock clock = ManualClock.at("2026-10-01T10:00:00Z");
    TypeReads reads = new TypeReads();
    try (DorisTestServer server = form.server().clock(clock).start()) {
      server.execute("CREATE DATABASE test");
      server.execute(TypeTable.create(NAME, form.properties()));
      Instant start = clock.instant();
      server.execute(TypeTable.insert(NAME));
      clock.advance(STEP);
      reads.read(server, ScanMode.snapshot());
      server.execute("UPDATE " + NAME + " SET touched = true WHERE id > 0");
      clock.advance(STEP);
      server.execute("DELETE FROM " + NAME + " WHERE id > 0");
      clock.advance(STEP);
      reads.read(server, ScanMode.fromTimestamp(start).until(clock.instant()));
    }
    return reads;
  }

  /** The value of a column in the row with an id. */
  Object value(Shape shape, ChangeKind kind, int id, String column) {
    return rows.get(new Key(shape, kind, id)).apply(column);
  }

  /** The columns of changes, or of snapshot rows. */
  TableSchema schema(boolean changes) {
    return schemas.get(changes);
  }

  private void read(DorisTestServer server, ScanMode mode) {
    try (ChangelogReader reader = reader(server, mode)) {
      schemas.put(!mode.equals(ScanMode.snapshot()), reader.schema());
      RowMapper<AllTypes> mapper = RowMapper.of(AllTypes.class, reader.schema());
      while (reader.hasNext()) {
        Change change = reader.next();
        int id = change.row().getInt("id");
        AllTypes mapped = change.row().to(mapper);
        Row row = change.row();
        rows.put(new Key(Shape.ROW, change.kind(), id), row::getObject);
        rows.put(new Key(Shape.RECORD, change.kind(), id), mapped::get);
      }
    }
    try (ChangelogReader reader = reader(server, mode)) {
      boolean ended = false;
      while (!ended) {
        ChangeBatch batch = reader.poll(Duration.ofSeconds(30));
        take(batch);
        ended = batch.endsWindow();
      }
    }
  }

  private void take(ChangeBatch batch) {
    TableSchema schema = batch.schema();
    ChangeCursor row = batch.cursor();
    for (int i = 0; row.next(); i++) {
      int id = row.getInt(schema.indexOf("id"));
      Map<String, Object> cells = new LinkedHashMap<>();
      Map<String, Object> vectors = new LinkedHashMap<>();
      for (TypeTable.TypedColumn column : TypeTable.COLUMNS) {
        cells.put(
            column.name(), CursorCell.value(row, schema.indexOf(column.name()), column.type()));
        vectors.put(
            column.name(),
            ArrowCell.value(batch.vectors().getVector(column.name()), i, column.type()));
      }
      rows.put(new Key(Shape.CURSOR, row.kind(), id), cells::get);
      rows.put(new Key(Shape.ARROW, row.kind(), id), vectors::get);
    }
  }

  private static ChangelogReader reader(DorisTestServer server, ScanMode mode) {
    return ChangelogReader.builder()
        .frontEnds(server.httpAddress())
        .username("root")
        .password("")
        .table(NAME)
        .scanMode(mode)
        .build();
  }
}
