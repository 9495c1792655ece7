package io.dorischangelog.testserver.internal.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** What arrives of single columns in Arrow, for tests. */
abstract class SentCells {
  static final ArrowLayout UTC = ArrowLayout.current(ZoneOffset.UTC);

  final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void everyBufferIsFreed() {
    allocator.close();
  }

  static ResultColumn column(DorisType type) {
    return new ResultColumn("v", type, true);
  }

  static Field field(DorisType type, ArrowLayout layout) {
    return ArrowFields.field(column(type), layout);
  }

  List<Object> sent(DorisType type, @Nullable Object... values) {
    return sentWith(UTC, type, values);
  }

  List<Object> sentWith(ArrowLayout layout, DorisType type, @Nullable Object... values) {
    List<ResultColumn> columns = List.of(column(type));
    try (ArrowBatchWriter writer = ArrowBatchWriter.typed(columns, layout, allocator)) {
      assertThat(writer.write(rows(values), values.length + 1)).isEqualTo(values.length);
      return content(writer.root());
    }
  }

  long ticks(DorisType type, ArrowLayout layout, Object value) {
    List<ResultColumn> columns = List.of(column(type));
    try (ArrowBatchWriter writer = ArrowBatchWriter.typed(columns, layout, allocator)) {
      writer.write(rows(value), 1);
      return ((TimeStampVector) writer.root().getVector(0)).get(0);
    }
  }

  static List<Object> content(VectorSchemaRoot root) {
    FieldVector vector = root.getVector(0);
    List<Object> content = new ArrayList<>();
    for (int i = 0; i < root.getRowCount(); i++) {
      Object value = vector.getObject(i);
      content.add(value instanceof org.apache.arrow.vector.util.Text text ? text + "" : value);
    }
    return content;
  }

  static RowSource rows(@Nullable Object... values) {
    Iterator<@Nullable Object> left = Arrays.asList(values).iterator();
    return () -> left.hasNext() ? new @Nullable Object[] {left.next()} : null;
  }
}
