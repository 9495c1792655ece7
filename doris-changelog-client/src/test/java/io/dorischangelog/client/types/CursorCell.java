package io.dorischangelog.client.types;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.DorisType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * A value put together from what the cursor's getters without objects tell, where there are any.
 */
final class CursorCell {
  private static final int LONG_DIGITS = 18;

  private CursorCell() {}

  static Object value(ChangeCursor row, int column, DorisType type) {
    if (row.isNull(column)) {
      return null;
    }
    return switch (type.family()) {
      case BOOLEAN -> row.getBoolean(column);
      case TINYINT -> (byte) row.getInt(column);
      case SMALLINT -> (short) row.getInt(column);
      case INT -> row.getInt(column);
      case BIGINT -> row.getLong(column);
      case FLOAT -> row.getFloat(column);
      case DOUBLE -> row.getDouble(column);
      case DECIMAL ->
          type.precision() <= LONG_DIGITS
              ? BigDecimal.valueOf(row.getUnscaledLong(column), type.scale())
              : row.getBigDecimal(column);
      case DATE -> LocalDate.ofEpochDay(row.getEpochDay(column));
      case DATETIME -> LocalDateTime.ofInstant(instant(row, column), ZoneOffset.UTC);
      case TIMESTAMPTZ -> instant(row, column);
      case CHAR, VARCHAR, STRING, JSON -> new String(bytes(row, column), StandardCharsets.UTF_8);
      case VARBINARY, BITMAP, HLL, QUANTILE_STATE -> bytes(row, column);
      default -> row.getObject(column);
    };
  }

  private static Instant instant(ChangeCursor row, int column) {
    return Instant.EPOCH.plus(row.getEpochMicros(column), ChronoUnit.MICROS);
  }

  private static byte[] bytes(ChangeCursor row, int column) {
    byte[] bytes = new byte[row.byteLength(column) + 2];
    int copied = row.copyBytes(column, bytes, 1);
    return java.util.Arrays.copyOfRange(bytes, 1, 1 + copied);
  }
}
