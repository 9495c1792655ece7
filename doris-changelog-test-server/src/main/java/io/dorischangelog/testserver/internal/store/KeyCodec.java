package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builds {@link RowKey}s: NULL first, numbers by value, text by its UTF-8 bytes. */
final class KeyCodec {
  private static final int NULL = 0;
  private static final int VALUE = 1;

  private KeyCodec() {}

  static void append(ByteSink out, @Nullable Object value, DorisType type) {
    if (value == null) {
      out.put(NULL);
      return;
    }
    out.put(VALUE);
    switch (type.kind()) {
      case BOOLEAN -> out.put((Boolean) value ? 1 : 0);
      case TINYINT, SMALLINT, INT, BIGINT -> appendLong(out, ((Number) value).longValue());
      case IPV4 -> out.putFixed((Integer) value, Integer.BYTES);
      case LARGEINT, IPV6 -> appendInteger(out, (BigInteger) value);
      case DECIMAL -> appendInteger(out, ((BigDecimal) value).unscaledValue());
      case DATE -> appendLong(out, ((LocalDate) value).toEpochDay());
      case DATETIME -> appendLong(out, ValueCodec.micros((LocalDateTime) value));
      case TIMESTAMP_NS -> appendLong(out, Values.nanoseconds((LocalDateTime) value));
      case TIMESTAMPTZ -> appendLong(out, ValueCodec.micros((Instant) value));
      case TIME -> appendLong(out, ((Duration) value).toNanos());
      case CHAR, VARCHAR, STRING -> appendBytes(out, text(value));
      case UUID -> {
        out.putFixed(((UUID) value).getMostSignificantBits(), Long.BYTES);
        out.putFixed(((UUID) value).getLeastSignificantBits(), Long.BYTES);
      }
      case VARBINARY -> appendBytes(out, (byte[]) value);
      default -> throw new IllegalArgumentException(type.sql() + " cannot be part of a key");
    }
  }

  private static byte[] text(Object value) {
    return ((String) value).getBytes(StandardCharsets.UTF_8);
  }

  private static void appendLong(ByteSink out, long value) {
    out.putFixed(value ^ Long.MIN_VALUE, Long.BYTES);
  }

  /** The length comes first, turned round for negative numbers, so that bytes compare as values. */
  private static void appendInteger(ByteSink out, BigInteger value) {
    byte[] bytes = value.toByteArray();
    out.put(value.signum() < 0 ? 0x80 - bytes.length : 0x80 + bytes.length);
    out.putRaw(bytes);
  }

  /** A zero byte inside is marked, so that the end sorts below every continuation. */
  private static void appendBytes(ByteSink out, byte[] bytes) {
    for (byte next : bytes) {
      out.put(next);
      if (next == 0) {
        out.put(0xff);
      }
    }
    out.put(0);
    out.put(0);
  }
}
