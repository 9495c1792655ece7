package io.dorischangelog.testserver.internal.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuesTest {
  private static final DorisType INT = DorisType.of(Kind.INT);
  private static final DorisType TEXT = DorisType.of(Kind.STRING);

  private static Object cast(Object value, DorisType type) {
    return Objects.requireNonNull(Values.cast(value, type));
  }

  private static String roundTrip(Object value, DorisType type) {
    return Objects.requireNonNull(Values.format(cast(value, type), type));
  }

  @ParameterizedTest
  @CsvSource({
    "TINYINT, -128, 127, -129, 128",
    "SMALLINT, -32768, 32767, -32769, 32768",
    "INT, -2147483648, 2147483647, -2147483649, 2147483648",
    "BIGINT, -9223372036854775808, 9223372036854775807, -9223372036854775809, 9223372036854775808",
    "LARGEINT, -170141183460469231731687303715884105728, 170141183460469231731687303715884105727,"
        + " -170141183460469231731687303715884105729, 170141183460469231731687303715884105728"
  })
  void integersKeepToTheirRange(Kind kind, String min, String max, String below, String above) {
    DorisType type = DorisType.of(kind);

    assertThat(roundTrip(min, type)).isEqualTo(min);
    assertThat(roundTrip(max, type)).isEqualTo(max);
    assertThatThrownBy(() -> cast(below, type)).hasMessageContaining("Number out of range");
    assertThatThrownBy(() -> cast(new BigInteger(above), type))
        .isInstanceOf(DorisException.class)
        .hasMessageContaining("Number out of range");
  }

  @Test
  void valuesHaveTheClassOfTheirType() {
    assertThat(cast("1", DorisType.of(Kind.BOOLEAN))).isEqualTo(true);
    assertThat(cast(1L, DorisType.of(Kind.TINYINT))).isEqualTo((byte) 1);
    assertThat(cast(1L, DorisType.of(Kind.SMALLINT))).isEqualTo((short) 1);
    assertThat(cast("12", INT)).isEqualTo(12);
    assertThat(cast(1.5, DorisType.of(Kind.FLOAT))).isEqualTo(1.5f);
    assertThat(cast("7", DorisType.of(Kind.LARGEINT))).isEqualTo(BigInteger.valueOf(7));
    assertThat(cast(3, DorisType.of(Kind.DOUBLE))).isEqualTo(3.0);
    assertThat(Values.cast(null, INT)).isNull();
  }

  @Test
  void whatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> cast("12x", INT)).hasMessage("Invalid int value: 12x");
    assertThatThrownBy(() -> cast("maybe", DorisType.of(Kind.BOOLEAN)))
        .hasMessage("Invalid boolean value: maybe");
  }

  @Test
  void decimalsAreRoundedToTheirScaleAndRefusedBeyondTheirPrecision() {
    DorisType type = DorisType.decimal(6, 2);

    assertThat(cast("1.005", type)).isEqualTo(new BigDecimal("1.01"));
    assertThat(cast("-1.005", type)).isEqualTo(new BigDecimal("-1.01"));
    assertThat(cast(5, type)).isEqualTo(new BigDecimal("5.00"));
    assertThat(cast("9999.99", type)).isEqualTo(new BigDecimal("9999.99"));
    assertThatThrownBy(() -> cast("9999.995", type)).hasMessageContaining("out of range");
    assertThatThrownBy(() -> cast("10000", type)).hasMessageContaining("out of range");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 2026-10-01 10:00:00.5, 2026-10-01 10:00:01",
    "0, 2026-10-01 10:00:00.499999, 2026-10-01 10:00:00",
    "3, 2026-10-01 10:00:00.1235, 2026-10-01 10:00:00.124",
    "6, 2026-10-01T10:00:00.1234565, 2026-10-01 10:00:00.123457",
    "6, 2026-10-01, 2026-10-01 00:00:00.000000",
    "0, 20261001100203, 2026-10-01 10:02:03",
    "0, 1969-12-31 23:59:59.5, 1970-01-01 00:00:00",
    "0, 0000-01-01 00:00:00, 0000-01-01 00:00:00"
  })
  void datetimesAreRoundedToTheirFraction(int digits, String text, String expected) {
    assertThat(roundTrip(text, DorisType.of(Kind.DATETIME, digits))).isEqualTo(expected);
  }

  @Test
  void datesKeepToTheirRange() {
    DorisType date = DorisType.of(Kind.DATE);
    DorisType datetime = DorisType.of(Kind.DATETIME, 0);

    assertThat(cast("9999-12-31", date)).isEqualTo(LocalDate.of(9999, 12, 31));
    assertThat(cast("2026-10-01 23:59:59", date)).isEqualTo(LocalDate.of(2026, 10, 1));
    assertThat(cast(20261001, date)).isEqualTo(LocalDate.of(2026, 10, 1));
    assertThatThrownBy(() -> cast("2026-02-30", date)).hasMessage("Invalid date value: 2026-02-30");
    assertThatThrownBy(() -> cast("9999-12-31 23:59:59.5", datetime))
        .hasMessageContaining("out of range");
    assertThatThrownBy(() -> cast(LocalDate.of(10000, 1, 1), date))
        .hasMessageContaining("out of range");
  }

  @Test
  void instantsTakeAZoneOrAreUtc() {
    DorisType type = DorisType.of(Kind.TIMESTAMPTZ, 3);

    assertThat(cast("2026-10-01 10:00:00+08:00", type))
        .isEqualTo(Instant.parse("2026-10-01T02:00:00Z"));
    assertThat(cast("2026-10-01 10:00:00.0006", type))
        .isEqualTo(Instant.parse("2026-10-01T10:00:00.001Z"));
    assertThat(roundTrip("2026-10-01 10:00:00Z", type)).isEqualTo("2026-10-01 10:00:00.000+00:00");
  }

  @Test
  void timesMayBeNegativeAndLong() {
    DorisType type = DorisType.of(Kind.TIME, 1);

    assertThat(cast("-838:59:59", type))
        .isEqualTo(Duration.ofHours(838).plusMinutes(59).plusSeconds(59).negated());
    assertThat(roundTrip("-01:02:03.25", type)).isEqualTo("-01:02:03.3");
  }

  @Test
  void textIsMeasuredInBytes() {
    DorisType type = DorisType.of(Kind.VARCHAR, 4);

    assertThat(cast("äö", type)).isEqualTo("äö");
    assertThatThrownBy(() -> cast("äöu", type))
        .hasMessageContaining("too long than schema")
        .hasMessageContaining("actual length: 5");
    assertThat(cast(true, type)).isEqualTo("1");
    assertThat(cast(LocalDateTime.of(2026, 1, 2, 3, 4, 5), TEXT)).isEqualTo("2026-01-02 03:04:05");
    assertThat(cast(new BigDecimal("1E+2"), TEXT)).isEqualTo("100");
  }

  @Test
  void jsonIsCheckedAndPacked() {
    DorisType json = DorisType.of(Kind.JSON);

    assertThat(cast(" {\"b\" : [1, 2.50, null], \"a\":\"x\"} ", json))
        .isEqualTo("{\"b\":[1,2.50,null],\"a\":\"x\"}");
    assertThatThrownBy(() -> cast("{a", json)).hasMessageContaining("Invalid json value");
    assertThatThrownBy(() -> cast("", json)).hasMessageContaining("Invalid json value");
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0",
    "127.255.255.255, 2147483647",
    "128.0.0.0, -2147483648",
    "255.255.255.255, -1"
  })
  void ipv4IsItsBits(String text, int bits) {
    DorisType type = DorisType.of(Kind.IPV4);

    assertThat(cast(text, type)).isEqualTo(bits);
    assertThat(Values.format(bits, type)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "::, ::",
    "::1, ::1",
    "2001:DB8:0:0:0:FF00:42:8329, 2001:db8::ff00:42:8329",
    "::ffff:192.0.2.128, ::ffff:192.0.2.128",
    "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
  })
  void ipv6IsReadWithoutLookingUpNames(String text, String printed) {
    assertThat(roundTrip(text, DorisType.of(Kind.IPV6))).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({"1.2.3", "1.2.3.256", "localhost"})
  void badAddressesAreRefused(String text) {
    assertThatThrownBy(() -> cast(text, DorisType.of(Kind.IPV4)))
        .isInstanceOf(DorisException.class);
    assertThatThrownBy(() -> cast(text + ":", DorisType.of(Kind.IPV6)))
        .isInstanceOf(DorisException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.5|1.5",
        "100000|100000",
        "1e15|1000000000000000",
        "1e16|1e+16",
        "1.25e-7|1.25e-07",
        "0|0",
        "-0.0|-0",
        "nan|nan",
        "-inf|-inf"
      })
  void floatingNumbersPrintTheShortestDigits(String text, String printed) {
    assertThat(roundTrip(text, DorisType.of(Kind.DOUBLE))).isEqualTo(printed);
  }

  @Test
  void nestedValuesComeFromTextAndFromValues() {
    DorisType numbers = DorisType.array(INT);
    DorisType map = DorisType.map(TEXT, INT);
    DorisType struct = DorisType.struct(List.of("k", "v"), List.of(INT, TEXT));

    assertThat(cast("[1, null, 3]", numbers)).isEqualTo(Arrays.asList(1, null, 3));
    assertThat(cast(List.of("1", 2L), numbers)).isEqualTo(List.of(1, 2));
    assertThat(cast("{'a':1, \"b\":null}", map)).hasToString("{a=1, b=null}");
    assertThat(cast("{}", map)).isEqualTo(Map.of());
    assertThat(cast("{1, x}", struct)).isEqualTo(List.of(1, "x"));
    assertThat(cast("{\"v\":\"x\",\"k\":1}", struct)).isEqualTo(List.of(1, "x"));
    assertThat(cast(Map.of("k", 1), struct)).isEqualTo(Arrays.asList(1, null));
    assertThat(cast("[[1],[]]", DorisType.array(numbers)))
        .isEqualTo(List.of(List.of(1), List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"[1", "[1,]", "{1:2", "[1]]", "x"})
  void brokenNestedTextIsRefused(String text) {
    assertThatThrownBy(() -> cast(text, DorisType.array(INT))).isInstanceOf(DorisException.class);
  }

  @Test
  void nestedValuesPrintLikeDoris() {
    DorisType struct = DorisType.struct(List.of("k", "v"), List.of(INT, TEXT));

    assertThat(roundTrip("[\"a\\\"b\", null]", DorisType.array(TEXT)))
        .isEqualTo("[\"a\\\"b\", null]");
    assertThat(roundTrip("{\"a\":1,\"b\":2}", DorisType.map(TEXT, INT)))
        .isEqualTo("{\"a\":1, \"b\":2}");
    assertThat(roundTrip("{1, x}", struct)).isEqualTo("{\"k\":1, \"v\":\"x\"}");
    assertThat(roundTrip("[2026-01-02]", DorisType.array(DorisType.of(Kind.DATE))))
        .isEqualTo("[\"2026-01-02\"]");
  }

  @Test
  void bitmapsHoldUnsignedNumbers() {
    DorisType bitmap = DorisType.of(Kind.BITMAP);

    assertThat(cast("2,1,2", bitmap)).hasToString("[1, 2]");
    assertThat(cast("18446744073709551615", bitmap)).hasToString("[-1]");
    assertThat(Values.format(cast("1", bitmap), bitmap)).isNull();
    assertThatThrownBy(() -> cast("-1", bitmap)).hasMessageContaining("out of range");
  }

  @Test
  void valuesCompareByTheirMeaning() {
    assertThat(Values.compare("a", "B", TEXT)).isPositive();
    assertThat(Values.compare("\uD83D\uDE00", "\uFFFD", TEXT)).isPositive();
    assertThat(Values.compare(-1, 1, DorisType.of(Kind.IPV4))).isPositive();
    assertThat(Values.compare(Double.NaN, 1e308, DorisType.of(Kind.DOUBLE))).isPositive();
    assertThat(Values.compare(0.0, -0.0, DorisType.of(Kind.DOUBLE))).isZero();
    assertThat(Values.compare(List.of(1, 2), List.of(1), DorisType.array(INT))).isPositive();
    assertThatThrownBy(() -> Values.compare("1", "2", DorisType.of(Kind.JSON)))
        .isInstanceOf(DorisException.class);
  }

  @Test
  void equalityReachesIntoNestedValues() {
    DorisType bytes = DorisType.array(DorisType.of(Kind.VARBINARY));

    assertThat(Values.equal(List.of(new byte[] {1}), List.of(new byte[] {1}), bytes)).isTrue();
    assertThat(Values.equal(List.of(new byte[] {1}), List.of(new byte[] {2}), bytes)).isFalse();
    assertThat(Values.equal(null, null, bytes)).isTrue();
    assertThat(Values.equal(null, List.of(), bytes)).isFalse();
  }
}
