package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.DorisType;
import java.util.Objects;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;

/** Chooses how a column is read, once per stream. */
final class FieldReaders {
  /** Decimals of up to this many digits are a long. */
  private static final int LONG_DIGITS = 18;

  private FieldReaders() {}

  static FieldReader of(DorisType type, LogicalType declared) {
    return switch (type.family()) {
      case BOOLEAN -> ChangeCursor::getBoolean;
      case TINYINT -> (row, column) -> (byte) row.getInt(column);
      case SMALLINT -> (row, column) -> (short) row.getInt(column);
      case INT -> ChangeCursor::getInt;
      case BIGINT -> ChangeCursor::getLong;
      case FLOAT -> ChangeCursor::getFloat;
      case DOUBLE -> ChangeCursor::getDouble;
      case DATE -> ChangeCursor::getEpochDay;
      case DATETIME, TIMESTAMPTZ -> FieldReaders::timestamp;
      case CHAR, VARCHAR, STRING, JSON -> new TextReader();
      case VARBINARY, BITMAP, HLL, QUANTILE_STATE -> FieldReaders::bytes;
      case DECIMAL -> decimal(type, declared);
      default -> converted(type, declared);
    };
  }

  private static Object timestamp(ChangeCursor row, int column) {
    long micros = row.getEpochMicros(column);
    return TimestampData.fromEpochMillis(
        Math.floorDiv(micros, 1_000L), (int) Math.floorMod(micros, 1_000L) * 1_000);
  }

  private static Object bytes(ChangeCursor row, int column) {
    byte[] value = new byte[row.byteLength(column)];
    row.copyBytes(column, value, 0);
    return value;
  }

  private static FieldReader decimal(DorisType type, LogicalType declared) {
    if (!(declared instanceof DecimalType target) || target.getPrecision() > LONG_DIGITS) {
      return converted(type, declared);
    }
    int precision = target.getPrecision();
    int scale = target.getScale();
    return (row, column) ->
        DecimalData.fromUnscaledLong(row.getUnscaledLong(column), precision, scale);
  }

  private static FieldReader converted(DorisType type, LogicalType declared) {
    ValueConverter converter = ValueConverter.of(type, declared);
    return (row, column) ->
        converter.convert(Objects.requireNonNull(row.getObject(column), "no null here"));
  }
}
