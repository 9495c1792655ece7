package io.dorischangelog.testserver.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import io.dorischangelog.testserver.internal.type.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodecTest {

  /** A type and a text of it. */
  record Sample(DorisType type, Object value) {}

  static List<Sample> samples() {
    DorisType text = DorisType.of(Kind.STRING);
    DorisType integer = DorisType.of(Kind.INT);
    return List.of(
        new Sample(DorisType.of(Kind.BOOLEAN), "true"),
        new Sample(DorisType.of(Kind.TINYINT), "-128"),
        new Sample(DorisType.of(Kind.SMALLINT), "32767"),
        new Sample(integer, "-2147483648"),
        new Sample(DorisType.of(Kind.BIGINT), "9223372036854775807"),
        new Sample(DorisType.of(Kind.BIGINT), "-9223372036854775808"),
        new Sample(DorisType.of(Kind.LARGEINT), "-170141183460469231731687303715884105728"),
        new Sample(DorisType.of(Kind.FLOAT), "-1.5"),
        new Sample(DorisType.of(Kind.DOUBLE), "1e300"),
        new Sample(DorisType.decimal(38, 10), "-1234567890123456789012345678.0123456789"),
        new Sample(DorisType.of(Kind.DATE), "0000-01-01"),
        new Sample(DorisType.of(Kind.DATETIME, 6), "9999-12-31 23:59:59.999999"),
        new Sample(DorisType.of(Kind.DATETIME, 6), "0000-01-01 00:00:00.000001"),
        new Sample(DorisType.of(Kind.TIMESTAMPTZ, 3), "1969-12-31 23:59:59.123+08:00"),
        new Sample(DorisType.of(Kind.TIMESTAMP_NS), "1677-09-21 00:12:43.145224192"),
        new Sample(DorisType.of(Kind.TIMESTAMP_NS), "2262-04-11 23:47:16.854775807"),
        new Sample(DorisType.of(Kind.UUID), "ffffffff-ffff-ffff-8000-000000000000"),
        new Sample(DorisType.of(Kind.TIME, 6), "-838:59:59.999999"),
        new Sample(DorisType.of(Kind.CHAR, 20), "äöü"),
        new Sample(text, ""),
        new Sample(DorisType.of(Kind.JSON), "{\"a\":[1,null]}"),
        new Sample(DorisType.of(Kind.IPV4), "255.255.255.255"),
        new Sample(DorisType.of(Kind.IPV6), "2001:db8::1"),
        new Sample(DorisType.of(Kind.VARBINARY), "bytes"),
        new Sample(DorisType.of(Kind.BITMAP), "1,2,18446744073709551615"),
        new Sample(DorisType.of(Kind.HLL), List.of("x", "y")),
        new Sample(DorisType.array(text), "[\"a\", null, \"\"]"),
        new Sample(DorisType.map(text, integer), "{\"a\":1, \"\":null}"),
        new Sample(
            DorisType.struct(List.of("x", "y"), List.of(integer, DorisType.array(text))),
            "{\"x\":null,\"y\":[]}"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyTypeComesBackFromItsBytes(Sample sample) {
    Object value = Objects.requireNonNull(Values.cast(sample.value(), sample.type()));
    ByteSink out = new ByteSink();
    ValueCodec.write(out, value, sample.type());
    ByteScanner in = new ByteScanner();
    in.reset(out.toBytes());

    Object read = ValueCodec.read(in, sample.type());
    assertThat(Values.equal(read, value, sample.type())).isTrue();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void skippingAValueEndsWhereReadingIt(Sample sample) {
    ByteSink out = new ByteSink();
    Object value = Objects.requireNonNull(Values.cast(sample.value(), sample.type()));
    ValueCodec.write(out, value, sample.type());
    out.put(77);
    ByteScanner in = new ByteScanner();
    in.reset(out.toBytes());

    ValueCodec.skip(in, sample.type());
    assertThat(in.get()).isEqualTo(77);
  }

  private static void assertKeysOrderLikeValues(Object left, Object right, DorisType type) {
    int keys = Integer.signum(key(left, type).compareTo(key(right, type)));
    assertThat(keys).isEqualTo(Integer.signum(Values.compare(left, right, type)));
  }

  private static RowKey key(Object value, DorisType type) {
    ByteSink out = new ByteSink();
    KeyCodec.append(out, value, type);
    KeyCodec.append(out, 0L, DorisType.of(Kind.BIGINT));
    return new RowKey(out.toBytes());
  }

  @Property(tries = 300)
  void integerKeysOrderLikeTheirValues(@ForAll long left, @ForAll long right) {
    assertKeysOrderLikeValues(left, right, DorisType.of(Kind.BIGINT));
  }

  @Property(tries = 300)
  void textKeysOrderLikeTheirValues(@ForAll String left, @ForAll String right) {
    assertKeysOrderLikeValues(left, right, DorisType.of(Kind.STRING));
  }

  @Property(tries = 300)
  void wideIntegerKeysOrderLikeTheirValues(
      @ForAll
          @BigRange(
              min = "-170141183460469231731687303715884105728",
              max = "170141183460469231731687303715884105727")
          BigInteger left,
      @ForAll
          @BigRange(
              min = "-170141183460469231731687303715884105728",
              max = "170141183460469231731687303715884105727")
          BigInteger right) {
    assertKeysOrderLikeValues(left, right, DorisType.of(Kind.LARGEINT));
    assertKeysOrderLikeValues(
        new BigDecimal(left, 4), new BigDecimal(right, 4), DorisType.decimal(38, 4));
  }

  @Property(tries = 100)
  void timeKeysOrderLikeTheirValues(@ForAll LocalDateTime left, @ForAll LocalDateTime right) {
    assertKeysOrderLikeValues(left, right, DorisType.of(Kind.DATETIME, 6));
  }

  @Property(tries = 100)
  void uuidKeysOrderLikeTheirValues(@ForAll long high, @ForAll long low, @ForAll long other) {
    assertKeysOrderLikeValues(new UUID(high, low), new UUID(low, high), DorisType.of(Kind.UUID));
    assertKeysOrderLikeValues(new UUID(high, low), new UUID(high, other), DorisType.of(Kind.UUID));
  }

  @Property(tries = 100)
  void nullSortsFirst(@ForAll long value) {
    DorisType type = DorisType.of(Kind.BIGINT);
    ByteSink out = new ByteSink();
    KeyCodec.append(out, null, type);

    assertThat(new RowKey(out.toBytes())).isLessThan(key(value, type));
  }

  @Property(tries = 50)
  void mapsKeepTheirOrder(@ForAll List<String> keys) {
    DorisType type = DorisType.map(DorisType.of(Kind.STRING), DorisType.of(Kind.INT));
    Map<String, Object> given = new LinkedHashMap<>();
    keys.forEach(key -> given.put(key, given.size()));
    ByteSink out = new ByteSink();
    ValueCodec.write(out, Objects.requireNonNull(Values.cast(given, type)), type);
    ByteScanner in = new ByteScanner();
    in.reset(out.toBytes());

    Map<?, ?> read = (Map<?, ?>) ValueCodec.read(in, type);
    assertThat(List.copyOf(read.keySet())).isEqualTo(List.copyOf(given.keySet()));
  }
}
