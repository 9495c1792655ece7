package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Compact bytes of one value that is not null. */
final class ValueCodec {
  private static final long MICROS = 1_000_000L;
  private static final long NANOS = 1_000_000_000L;

  private ValueCodec() {}

  static void write(ByteSink out, Object value, DorisType type) {
    switch (type.kind()) {
      case BOOLEAN -> out.put((Boolean) value ? 1 : 0);
      case TINYINT, SMALLINT, INT, BIGINT, IPV4 -> out.putSigned(((Number) value).longValue());
      case LARGEINT, IPV6 -> out.putInteger((BigInteger) value);
      case FLOAT -> out.putFixed(Float.floatToRawIntBits((Float) value), Float.BYTES);
      case DOUBLE -> out.putFixed(Double.doubleToRawLongBits((Double) value), Double.BYTES);
      case DECIMAL -> out.putInteger(((BigDecimal) value).unscaledValue());
      case DATE -> out.putSigned(((LocalDate) value).toEpochDay());
      case DATETIME -> out.putSigned(micros((LocalDateTime) value));
      case TIMESTAMP_NS -> out.putSigned(Values.nanoseconds((LocalDateTime) value));
      case TIMESTAMPTZ -> out.putSigned(micros((Instant) value));
      case TIME -> out.putSigned(((Duration) value).toNanos() / 1000);
      case CHAR, VARCHAR, STRING, JSON, VARIANT -> out.putText((String) value);
      case UUID -> writeUuid(out, (UUID) value);
      case VARBINARY, QUANTILE_STATE -> out.putBlock((byte[]) value);
      default -> writeNested(out, value, type);
    }
  }

  static Object read(ByteScanner in, DorisType type) {
    return switch (type.kind()) {
      case BOOLEAN -> in.get() != 0;
      case TINYINT -> (byte) in.getSigned();
      case SMALLINT -> (short) in.getSigned();
      case INT, IPV4 -> (int) in.getSigned();
      case BIGINT -> in.getSigned();
      case LARGEINT, IPV6 -> in.getInteger();
      case FLOAT -> Float.intBitsToFloat((int) in.getFixed(Float.BYTES));
      case DOUBLE -> Double.longBitsToDouble(in.getFixed(Double.BYTES));
      case DECIMAL -> new BigDecimal(in.getInteger(), type.scale());
      case DATE -> LocalDate.ofEpochDay(in.getSigned());
      case DATETIME -> dateTime(in.getSigned());
      case TIMESTAMP_NS -> nanosecond(in.getSigned());
      case TIMESTAMPTZ -> dateTime(in.getSigned()).toInstant(ZoneOffset.UTC);
      case TIME -> Duration.ofNanos(in.getSigned() * 1000);
      case CHAR, VARCHAR, STRING, JSON, VARIANT -> in.getText();
      case UUID -> new UUID(in.getFixed(Long.BYTES), in.getFixed(Long.BYTES));
      case VARBINARY, QUANTILE_STATE -> in.getBlock();
      default -> readNested(in, type);
    };
  }

  /** Passes over a value without building it. */
  static void skip(ByteScanner in, DorisType type) {
    switch (type.kind()) {
      case TINYINT, SMALLINT, INT, BIGINT, IPV4, DATE, DATETIME, TIMESTAMP_NS, TIMESTAMPTZ, TIME ->
          in.getVarint();
      case LARGEINT, IPV6, DECIMAL, CHAR, VARCHAR, STRING, JSON, VARIANT, VARBINARY ->
          in.skip(in.getCount());
      default -> read(in, type);
    }
  }

  static long micros(LocalDateTime value) {
    return value.toEpochSecond(ZoneOffset.UTC) * MICROS + value.get(ChronoField.MICRO_OF_SECOND);
  }

  static long micros(Instant value) {
    return value.getEpochSecond() * MICROS + value.getNano() / 1000;
  }

  private static LocalDateTime nanosecond(long nanos) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(nanos, NANOS), (int) Math.floorMod(nanos, NANOS), ZoneOffset.UTC);
  }

  private static void writeUuid(ByteSink out, UUID value) {
    out.putFixed(value.getMostSignificantBits(), Long.BYTES);
    out.putFixed(value.getLeastSignificantBits(), Long.BYTES);
  }

  private static LocalDateTime dateTime(long micros) {
    int nanos = (int) Math.floorMod(micros, MICROS) * 1000;
    return LocalDateTime.ofEpochSecond(Math.floorDiv(micros, MICROS), nanos, ZoneOffset.UTC);
  }

  private static void writeNested(ByteSink out, Object value, DorisType type) {
    switch (type.kind()) {
      case BITMAP -> writeBitmap(out, (NavigableSet<?>) value);
      case HLL -> {
        out.putVarint(((Set<?>) value).size());
        ((Set<?>) value).forEach(member -> out.putText((String) member));
      }
      case ARRAY -> {
        out.putVarint(((List<?>) value).size());
        ((List<?>) value).forEach(element -> writeNullable(out, element, type.children().get(0)));
      }
      case MAP -> {
        out.putVarint(((Map<?, ?>) value).size());
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          writeNullable(out, entry.getKey(), type.children().get(0));
          writeNullable(out, entry.getValue(), type.children().get(1));
        }
      }
      case STRUCT -> {
        for (int i = 0; i < type.children().size(); i++) {
          writeNullable(out, ((List<?>) value).get(i), type.children().get(i));
        }
      }
      default -> throw new IllegalArgumentException("no stored form for " + type.sql());
    }
  }

  private static void writeBitmap(ByteSink out, NavigableSet<?> bits) {
    out.putVarint(bits.size());
    bits.forEach(bit -> out.putVarint((Long) bit));
  }

  static void writeNullable(ByteSink out, @Nullable Object value, DorisType type) {
    out.put(value == null ? 0 : 1);
    if (value != null) {
      write(out, value, type);
    }
  }

  private static @Nullable Object readNullable(ByteScanner in, DorisType type) {
    return in.get() == 0 ? null : read(in, type);
  }

  private static Object readNested(ByteScanner in, DorisType type) {
    return switch (type.kind()) {
      case BITMAP -> readBitmap(in);
      case HLL -> readTexts(in);
      case ARRAY -> readList(in, Collections.nCopies(in.getCount(), type.children().get(0)));
      case MAP -> readMap(in, type);
      case STRUCT -> readList(in, type.children());
      default -> throw new IllegalArgumentException("no stored form for " + type.sql());
    };
  }

  private static NavigableSet<Long> readBitmap(ByteScanner in) {
    NavigableSet<Long> bits = new TreeSet<>(Long::compareUnsigned);
    for (int i = in.getCount(); i > 0; i--) {
      bits.add(in.getVarint());
    }
    return Collections.unmodifiableNavigableSet(bits);
  }

  private static Set<String> readTexts(ByteScanner in) {
    Set<String> texts = new LinkedHashSet<>();
    for (int i = in.getCount(); i > 0; i--) {
      texts.add(in.getText());
    }
    return Collections.unmodifiableSet(texts);
  }

  private static List<@Nullable Object> readList(ByteScanner in, List<DorisType> types) {
    List<@Nullable Object> values = new ArrayList<>(types.size());
    types.forEach(type -> values.add(readNullable(in, type)));
    return Collections.unmodifiableList(values);
  }

  private static Map<@Nullable Object, @Nullable Object> readMap(ByteScanner in, DorisType type) {
    Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
    for (int i = in.getCount(); i > 0; i--) {
      Object key = readNullable(in, type.children().get(0));
      entries.put(key, readNullable(in, type.children().get(1)));
    }
    return Collections.unmodifiableMap(entries);
  }
}
