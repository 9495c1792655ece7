package io.dorischangelog.client.types;

import io.dorischangelog.client.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A component for each column of the {@link TypeTable}, of the class that its values have. */
@SuppressWarnings("ArrayRecordComponent") // bytes are arrays
record AllTypes(
    int id,
    Boolean flag,
    Byte tiny,
    Short small,
    Integer whole,
    Long big,
    BigInteger large,
    Float single,
    Double twice,
    BigDecimal dec9,
    BigDecimal dec18,
    BigDecimal dec38,
    BigDecimal dec76,
    BigDecimal dec27,
    LocalDate day,
    LocalDateTime second,
    LocalDateTime millis,
    LocalDateTime micros,
    LocalDateTime nanos,
    Instant instant,
    Instant exact,
    Duration clock,
    String padded,
    String varied,
    String text,
    String json,
    Inet4Address ip4,
    Inet6Address ip6,
    UUID uuid,
    byte[] binary,
    byte[] bits,
    byte[] sketch,
    byte[] quantile,
    List<Integer> list,
    List<List<String>> lists,
    Map<String, BigDecimal> mapped,
    Row struct,
    List<Row> stamped,
    Map<Integer, Map<String, Row>> deep) {

  /** A component by the name of its column. */
  Object get(String column) {
    try {
      return Arrays.stream(AllTypes.class.getRecordComponents())
          .filter(component -> component.getName().equals(column))
          .findFirst()
          .orElseThrow()
          .getAccessor()
          .invoke(this);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
