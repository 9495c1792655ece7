package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads images into the columns of one schema. One thread. */
final class RowDecoder {
  private final RowCodec codec;
  private final TableSchema wanted;
  private final boolean @Nullable [] used;
  private final ByteScanner in = new ByteScanner();
  private int mappedVersion = -1;
  private TableSchema source;
  private int[] mapping = {};

  /**
   * @param used columns of the schema that matter, null: all
   */
  RowDecoder(RowCodec codec, TableSchema wanted, boolean @Nullable [] used) {
    this.codec = codec;
    this.wanted = wanted;
    this.used = used;
    this.source = wanted;
  }

  @Nullable Object[] decode(byte[] image) {
    in.reset(image);
    mapFrom(in.getCount());
    @Nullable Object[] row = initial();
    List<Column> columns = source.columns();
    for (int i = 0; i < columns.size(); i++) {
      boolean present = in.get() != 0;
      int target = mapping[i];
      if (target >= 0) {
        row[target] = present ? value(columns.get(i), wanted.columns().get(target)) : null;
      } else if (present) {
        ValueCodec.skip(in, columns.get(i).type());
      }
    }
    return row;
  }

  /** The stored value, in the type that MODIFY COLUMN gave the column since. */
  private @Nullable Object value(Column stored, Column shown) {
    Object value = ValueCodec.read(in, stored.type());
    return stored.type().equals(shown.type()) ? value : Values.cast(value, shown.type());
  }

  private @Nullable Object[] initial() {
    List<Column> columns = wanted.columns();
    @Nullable Object[] row = new Object[columns.size()];
    if (source != wanted) {
      for (int i = 0; i < row.length; i++) {
        row[i] = columns.get(i).initial();
      }
    }
    return row;
  }

  private void mapFrom(int version) {
    if (version == mappedVersion) {
      return;
    }
    mappedVersion = version;
    source = version == wanted.version() ? wanted : codec.version(version);
    mapping = new int[source.columns().size()];
    for (int i = 0; i < mapping.length; i++) {
      int target = wanted.indexOfId(source.columns().get(i).uniqueId());
      mapping[i] = target >= 0 && (used == null || used[target]) ? target : -1;
    }
  }
}
