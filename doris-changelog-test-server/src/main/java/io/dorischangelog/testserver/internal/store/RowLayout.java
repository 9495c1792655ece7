package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which columns of a row make its key, its partition and its tablet. Immutable. */
final class RowLayout {
  private final TableSchema schema;
  private final int[] keys;
  private final int[] partition;
  private final int[] hash;

  RowLayout(TableSchema schema, TableDefinition definition) {
    this.schema = schema;
    this.keys = positions(definition.keys().columns());
    this.partition = positions(definition.partitioning().columns());
    this.hash = positions(definition.distribution().columns());
  }

  private int[] positions(List<String> names) {
    return names.stream().mapToInt(this::position).toArray();
  }

  private int position(String name) {
    int index = schema.indexOf(name);
    if (index < 0) {
      throw DorisException.of("Column[" + name + "] does not exist");
    }
    return index;
  }

  TableSchema schema() {
    return schema;
  }

  int[] keys() {
    return keys;
  }

  List<DorisType> partitionTypes() {
    List<DorisType> types = new ArrayList<>();
    for (int index : partition) {
      types.add(schema.columns().get(index).type());
    }
    return types;
  }

  RowKey key(@Nullable Object[] row) {
    return bytes(row, keys);
  }

  RowKey partition(@Nullable Object[] row) {
    return bytes(row, partition);
  }

  List<@Nullable Object> partitionValues(@Nullable Object[] row) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int index : partition) {
      values.add(row[index]);
    }
    return values;
  }

  /** Null for a random distribution. */
  @Nullable RowKey hash(@Nullable Object[] row) {
    return hash.length == 0 ? null : bytes(row, hash);
  }

  private RowKey bytes(@Nullable Object[] row, int[] positions) {
    ByteSink out = new ByteSink();
    for (int index : positions) {
      KeyCodec.append(out, row[index], schema.columns().get(index).type());
    }
    return new RowKey(out.toBytes());
  }
}
