package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.jspecify.annotations.Nullable;

/** What a table may declare as METADATA: facts of the change, not values of the row. */
enum MetadataColumn {
  /** The sign of the change: +S of the snapshot, +I, -U, +U, -D. */
  OP("op", DataTypes.STRING().notNull()) {
    @Override
    Object read(ChangeCursor row) {
      return StringData.fromString(row.kind().sign());
    }
  },
  /** When the change was committed; of the snapshot the last moment before the changes begin. */
  COMMIT_TIMESTAMP("commit_timestamp", DataTypes.TIMESTAMP_LTZ(3).notNull()) {
    @Override
    Object read(ChangeCursor row) {
      return TimestampData.fromEpochMillis(ChangeEmitter.commitMillis(row));
    }
  },
  /** Doris' commit timestamp; NULL in the snapshot. */
  TSO("tso", DataTypes.BIGINT()) {
    @Override
    @Nullable Object read(ChangeCursor row) {
      return row.kind() == ChangeKind.SNAPSHOT ? null : (Object) row.tso();
    }
  },
  /** The number of the row in its read; NULL in the snapshot. */
  LSN("lsn", DataTypes.BIGINT()) {
    @Override
    @Nullable Object read(ChangeCursor row) {
      return row.kind() == ChangeKind.SNAPSHOT ? null : (Object) row.lsn();
    }
  };

  private final String key;

  @SuppressWarnings("Immutable") // It is, but does not say so.
  private final DataType type;

  MetadataColumn(String key, DataType type) {
    this.key = key;
    this.type = type;
  }

  abstract @Nullable Object read(ChangeCursor row);

  static Map<String, DataType> types() {
    Map<String, DataType> types = new LinkedHashMap<>();
    for (MetadataColumn column : values()) {
      types.put(column.key, column.type);
    }
    return types;
  }

  static MetadataColumn of(String key) {
    return Arrays.stream(values())
        .filter(column -> column.key.equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no metadata column '" + key + "'"));
  }
}
