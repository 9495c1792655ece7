package io.dorischangelog.client.internal.decode;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * MAP. The map is a copy in the order sent: it stays valid after the batch, and cannot be changed.
 * A key sent twice is refused, because a map would keep one of the two values in silence.
 */
final class MapReader extends ColumnReader {

  private final ColumnReader keys;
  private final ColumnReader values;
  private final Offsets offsets;

  MapReader(ColumnRef column, FieldVector vector, ColumnReader keys, ColumnReader values) {
    super(column, vector);
    this.keys = keys;
    this.values = values;
    this.offsets = new Offsets(this, vector, Math.min(keys.valueCount, values.valueCount));
  }

  @Override
  Object read(int row) {
    int start = offsets.start(row);
    int length = offsets.length(row);
    Map<Object, @Nullable Object> map = new LinkedHashMap<>(length * 2);
    for (int i = start; i < start + length; i++) {
      Object key = keys.element(i);
      if (key == null) {
        throw column.bad("a key is NULL");
      }
      map.put(key, values.element(i));
    }
    if (map.size() < length) {
      throw column.bad("a key is there twice among " + map.keySet());
    }
    return Collections.unmodifiableMap(map);
  }
}
