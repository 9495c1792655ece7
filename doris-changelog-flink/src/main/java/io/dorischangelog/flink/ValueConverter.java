package io.dorischangelog.flink;

import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.jspecify.annotations.Nullable;

/** Turns a Java value of the client into Flink's internal form: what has no short way. */
@FunctionalInterface
interface ValueConverter {

  /** A value that is not null. */
  Object convert(Object value);

  static ValueConverter of(DorisType type, LogicalType declared) {
    return switch (type.family()) {
      case DATE -> value -> Math.toIntExact(((LocalDate) value).toEpochDay());
      case DATETIME, TIMESTAMP_NS ->
          value -> TimestampData.fromLocalDateTime((LocalDateTime) value);
      case TIMESTAMPTZ -> value -> TimestampData.fromInstant((Instant) value);
      case DECIMAL -> value -> decimal((BigDecimal) value, declared);
      case LARGEINT -> value -> decimal(new BigDecimal((BigInteger) value), declared);
      case TIME -> value -> StringData.fromString(time((Duration) value));
      case IPV4, IPV6 -> value -> StringData.fromString(((InetAddress) value).getHostAddress());
      case CHAR, VARCHAR, STRING, JSON, VARIANT, UUID ->
          value -> StringData.fromString(value.toString());
      case ARRAY -> array(nullable(type, declared, 0));
      case MAP -> map(nullable(type, declared, 0), nullable(type, declared, 1));
      case STRUCT -> struct(type, declared);
      default -> value -> value;
    };
  }

  /** For a part of a nested value, which may be null. */
  private static ValueConverter nullable(DorisType type, LogicalType declared, int part) {
    return of(type.children().get(part), declared.getChildren().get(part));
  }

  private static @Nullable Object orNull(ValueConverter converter, @Nullable Object value) {
    return value == null ? null : converter.convert(value);
  }

  private static Object decimal(BigDecimal value, LogicalType declared) {
    if (!(declared instanceof DecimalType target)) {
      return StringData.fromString(value.toPlainString());
    }
    DecimalData data = DecimalData.fromBigDecimal(value, target.getPrecision(), target.getScale());
    if (data == null) {
      throw new ArithmeticException(
          value.toPlainString() + " does not fit into " + declared + "; declare it as STRING");
    }
    return data;
  }

  /** As Doris prints it: hours may be more than a day's, and negative. */
  private static String time(Duration value) {
    Duration size = value.abs();
    int micros = size.toNanosPart() / 1_000;
    String seconds =
        String.format("%02d:%02d:%02d", size.toHours(), size.toMinutesPart(), size.toSecondsPart());
    return (value.isNegative() ? "-" : "")
        + seconds
        + (micros == 0 ? "" : String.format(".%06d", micros));
  }

  private static ValueConverter array(ValueConverter element) {
    return value ->
        new GenericArrayData(
            ((List<?>) value).stream().map(part -> orNull(element, part)).toArray());
  }

  private static ValueConverter map(ValueConverter key, ValueConverter element) {
    return value -> {
      Map<@Nullable Object, @Nullable Object> converted = new LinkedHashMap<>();
      ((Map<?, ?>) value).forEach((k, v) -> converted.put(orNull(key, k), orNull(element, v)));
      return new GenericMapData(converted);
    };
  }

  private static ValueConverter struct(DorisType type, LogicalType declared) {
    int size = type.children().size();
    ValueConverter[] parts = new ValueConverter[size];
    for (int i = 0; i < size; i++) {
      parts[i] = nullable(type, declared, i);
    }
    return value -> {
      GenericRowData row = new GenericRowData(size);
      for (int i = 0; i < size; i++) {
        row.setField(i, orNull(parts[i], ((Row) value).getObject(i)));
      }
      return row;
    };
  }
}
