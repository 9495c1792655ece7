package io.dorischangelog.client.wire;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.PositionContext;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import io.dorischangelog.client.internal.decode.BatchDecoder;
import io.dorischangelog.client.internal.decode.BatchEnd;
import io.dorischangelog.client.internal.decode.HiddenColumns;
import io.dorischangelog.client.internal.decode.Projection;
import io.dorischangelog.client.internal.decode.RowPositions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Arrow vectors as a server might send them, built column by column, and decoded. */
public final class WireBatch implements AutoCloseable {

  /** The change columns of the tests. */
  public static final HiddenColumns HIDDEN =
      new HiddenColumns("__DORIS_BINLOG_TSO__", "__DORIS_BINLOG_LSN__", "__DORIS_BINLOG_OP__");

  /** 64 bits with sign, as most tests send the change columns. */
  public static final ArrowType INT64 = new ArrowType.Int(64, true);

  /** Text. */
  public static final ArrowType UTF8 = ArrowType.Utf8.INSTANCE;

  /** What positions of the tests carry. */
  public static final PositionContext CONTEXT = PositionContext.of(TableId.parse("test.t"));

  private final BufferAllocator allocator = new RootAllocator();
  private final List<Field> fields = new ArrayList<>();
  private final List<FieldVector> vectors = new ArrayList<>();
  private int rowCount;

  /** A nullable field without children. */
  public static Field field(String name, ArrowType type) {
    return new Field(name, FieldType.nullable(type), List.of());
  }

  /** A nullable field with children. */
  public static Field field(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  /** A field that says which Doris type it has. */
  public static Field hinted(String name, ArrowType type, String dorisType) {
    return new Field(
        name, new FieldType(true, type, null, Map.of("doris_type", dorisType)), List.of());
  }

  /** Adds a column; see {@link VectorFill} for the values. */
  public WireBatch column(Field field, Object... values) {
    FieldVector vector = field.createVector(allocator);
    vector.allocateNew();
    for (int i = 0; i < values.length; i++) {
      VectorFill.set(vector, i, values[i]);
    }
    vector.setValueCount(values.length);
    fields.add(field);
    vectors.add(vector);
    rowCount = values.length;
    return this;
  }

  /** Adds a column of a type without children. */
  public WireBatch column(String name, ArrowType type, Object... values) {
    return column(field(name, type), values);
  }

  /** Adds the three change columns, 64 bits each. */
  public WireBatch log(List<Long> tsos, List<Long> lsns, List<Long> ops) {
    return column(HIDDEN.tso(), INT64, tsos.toArray())
        .column(HIDDEN.lsn(), INT64, lsns.toArray())
        .column(HIDDEN.op(), INT64, ops.toArray());
  }

  /** The vectors. */
  public VectorSchemaRoot root() {
    return new VectorSchemaRoot(fields, vectors, rowCount);
  }

  /** The vectors of rows {@code from} on, as a slice. */
  public VectorSchemaRoot slice(int from, int length) {
    return root().slice(from, length);
  }

  /** The allocator, for what tests add themselves. */
  public BufferAllocator allocator() {
    return allocator;
  }

  /** A schema of nullable columns without keys. */
  public static TableSchema schema(Object... namesAndTypes) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      columns.add(
          Column.of((String) namesAndTypes[i], DorisType.parse((String) namesAndTypes[i + 1])));
    }
    return TableSchema.of(Semantics.FULL, columns);
  }

  /** A decoder of snapshot rows. */
  public BatchDecoder decoder(TableSchema schema) {
    return BatchDecoder.of(root().getSchema(), Projection.ofSnapshot(schema), ErrorContext.NONE);
  }

  /** A decoder of changes. */
  public BatchDecoder changeDecoder(TableSchema schema) {
    return BatchDecoder.of(
        root().getSchema(), Projection.ofChanges(schema, List.of(), HIDDEN), ErrorContext.NONE);
  }

  /** A batch of snapshot rows. */
  public ArrowChangeBatch snapshot(TableSchema schema) {
    return snapshot(schema, root());
  }

  /** A batch of snapshot rows over other vectors. */
  public ArrowChangeBatch snapshot(TableSchema schema, VectorSchemaRoot root) {
    Position position = Position.snapshot(Instant.parse("2026-11-30T00:00:00Z"), CONTEXT);
    return decoder(schema)
        .decode(root, RowPositions.constant(position), BatchEnd.OPEN, false, () -> {});
  }

  /** A batch of changes, the first of its window, with nothing known about its end. */
  public ArrowChangeBatch changes(TableSchema schema) {
    return changes(schema, RowPositions.counting(0, 0, CONTEXT), BatchEnd.OPEN);
  }

  /** A batch of changes. */
  public ArrowChangeBatch changes(TableSchema schema, RowPositions positions, BatchEnd end) {
    return changeDecoder(schema).decode(root(), positions, end, false, () -> {});
  }

  /** All rows, decoded as a snapshot. */
  public List<Row> rows(TableSchema schema) {
    return rows(snapshot(schema));
  }

  /** All rows of a batch. */
  public static List<Row> rows(ArrowChangeBatch batch) {
    return all(batch).stream().map(Change::row).toList();
  }

  /** All changes of a batch. */
  public static List<Change> all(ArrowChangeBatch batch) {
    List<Change> changes = new ArrayList<>();
    batch.forEach(changes::add);
    return changes;
  }

  /** All values of one column, decoded as a snapshot. */
  public List<Object> values(String column, String type) {
    List<Object> values = new ArrayList<>();
    rows(schema(column, type)).forEach(row -> values.add(row.getObject(0)));
    return values;
  }

  @Override
  public void close() {
    vectors.forEach(FieldVector::close);
    allocator.close();
  }
}
