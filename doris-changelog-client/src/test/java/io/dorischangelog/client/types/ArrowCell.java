package io.dorischangelog.client.types;

import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.Row;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** A value of a vector in every documented form, read with Arrow's own accessors. */
final class ArrowCell {
  private static final int SIXTEEN_BYTES = 16;

  private ArrowCell() {}

  static Object value(FieldVector vector, int row, DorisType type) {
    if (vector.isNull(row)) {
      return null;
    }
    return switch (type.family()) {
      case ARRAY -> list((ListVector) vector, row, type.children().get(0));
      case MAP -> map((ListVector) vector, row, type.children());
      case STRUCT -> struct((StructVector) vector, row, type);
      default -> scalar(vector, row, type);
    };
  }

  private static List<Object> list(ListVector vector, int row, DorisType element) {
    List<Object> values = new ArrayList<>();
    for (int i = vector.getElementStartIndex(row); i < vector.getElementEndIndex(row); i++) {
      values.add(value(vector.getDataVector(), i, element));
    }
    return values;
  }

  private static Map<Object, Object> map(ListVector vector, int row, List<DorisType> types) {
    StructVector entries = (StructVector) vector.getDataVector();
    Map<Object, Object> values = new LinkedHashMap<>();
    for (int i = vector.getElementStartIndex(row); i < vector.getElementEndIndex(row); i++) {
      values.put(
          value((FieldVector) entries.getChildByOrdinal(0), i, types.get(0)),
          value((FieldVector) entries.getChildByOrdinal(1), i, types.get(1)));
    }
    return values;
  }

  private static Row struct(StructVector vector, int row, DorisType type) {
    Object[] values = new Object[type.children().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value((FieldVector) vector.getChildByOrdinal(i), row, type.children().get(i));
    }
    return Row.ofStruct(type, values);
  }

  private static Object scalar(FieldVector vector, int row, DorisType type) {
    Object sent = vector.getObject(row);
    return switch (type.family()) {
      case LARGEINT -> sent instanceof byte[] bytes ? lowestFirst(bytes) : big(sent);
      case DATE ->
          sent instanceof Integer days
              ? LocalDate.ofEpochDay(days)
              : LocalDate.parse(sent.toString());
      case DATETIME, TIMESTAMP_NS -> wallClock(vector, sent);
      case TIMESTAMPTZ -> instant(vector, (Long) sent);
      case TIME -> Duration.ofNanos(Math.round((Double) sent * 1_000));
      case CHAR, VARCHAR, STRING, JSON -> sent.toString();
      case IPV4 ->
          sent instanceof Integer bits
              ? address(ByteBuffer.allocate(Integer.BYTES).putInt(bits).array())
              : parsed(sent.toString());
      case IPV6 -> sixteen(parsed(sent.toString()));
      case UUID -> {
        ByteBuffer bytes = ByteBuffer.wrap((byte[]) sent);
        yield new UUID(bytes.getLong(), bytes.getLong());
      }
      default -> sent;
    };
  }

  private static BigInteger big(Object text) {
    return new BigInteger(text.toString());
  }

  private static BigInteger lowestFirst(byte[] bytes) {
    byte[] turned = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      turned[i] = bytes[bytes.length - 1 - i];
    }
    return new BigInteger(turned);
  }

  private static LocalDateTime wallClock(FieldVector vector, Object sent) {
    if (sent instanceof LocalDateTime same) {
      return same;
    }
    return sent instanceof Long ticks
        ? LocalDateTime.ofInstant(instant(vector, ticks), ZoneOffset.UTC)
        : LocalDateTime.parse(sent.toString().replace(' ', 'T'));
  }

  private static Instant instant(FieldVector vector, long ticks) {
    ChronoUnit unit =
        switch (((ArrowType.Timestamp) vector.getField().getType()).getUnit()) {
          case SECOND -> ChronoUnit.SECONDS;
          case MILLISECOND -> ChronoUnit.MILLIS;
          case MICROSECOND -> ChronoUnit.MICROS;
          case NANOSECOND -> ChronoUnit.NANOS;
        };
    return Instant.EPOCH.plus(ticks, unit);
  }

  private static InetAddress parsed(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Java takes an address with an IPv4 one inside for that one. */
  private static InetAddress sixteen(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == SIXTEEN_BYTES) {
      return address;
    }
    ByteBuffer whole = ByteBuffer.allocate(SIXTEEN_BYTES);
    whole.position(10).put((byte) -1).put((byte) -1).put(bytes);
    try {
      return Inet6Address.getByAddress(null, whole.array(), -1);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
