package io.dorischangelog.client.internal.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.error.SchemaChangedException;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.error.UnsupportedTypeException;
import io.dorischangelog.client.wire.WireBatch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullUnmarked // null is one of the values
class ValuesOfAllTypesTest {

  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final ArrowType SINGLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  private static final ArrowType BINARY = ArrowType.Binary.INSTANCE;

  @Test
  void booleans() {
    assertThat(read("boolean", ArrowType.Bool.INSTANCE, true, false, null))
        .containsExactly(true, false, null);
    assertThat(read("tinyint(1)", integer(8), 1, 0, null)).containsExactly(true, false, null);
    assertThatThrownBy(() -> read("boolean", integer(8), 2))
        .isInstanceOf(UnreadableValueException.class);
  }

  @Test
  void integersOfEveryWidth() {
    assertThat(read("tinyint", integer(8), -128, 127, 0, null))
        .containsExactly((byte) -128, (byte) 127, (byte) 0, null);
    assertThat(read("smallint", integer(16), -32768, 32767, 0, null))
        .containsExactly((short) -32768, (short) 32767, (short) 0, null);
    assertThat(read("int", integer(32), Integer.MIN_VALUE, Integer.MAX_VALUE, 0, null))
        .containsExactly(Integer.MIN_VALUE, Integer.MAX_VALUE, 0, null);
    assertThat(read("bigint", integer(64), Long.MIN_VALUE, Long.MAX_VALUE, 0, null))
        .containsExactly(Long.MIN_VALUE, Long.MAX_VALUE, 0L, null);
    assertThat(read("smallint", new ArrowType.Int(8, false), 255, 0))
        .containsExactly((short) 255, (short) 0);
    assertThat(read("int", new ArrowType.Int(16, false), 65535)).containsExactly(65535);
    assertThat(read("bigint", new ArrowType.Int(32, false), -1)).containsExactly(4294967295L);
  }

  @Test
  void largeIntsInTheFormsOfOtherNumbers() {
    assertThat(read("largeint", integer(64), -1L)).containsExactly(BigInteger.valueOf(-1));
    assertThat(read("largeint", new ArrowType.Decimal(38, 0, 128), new BigDecimal("9".repeat(38))))
        .containsExactly(new BigInteger("9".repeat(38)));
  }

  @Test
  void floatingPointWithItsOddValues() {
    assertThat(
            read("float", SINGLE, Float.MIN_VALUE, -0.0f, Float.NaN, Float.NEGATIVE_INFINITY, null))
        .containsExactly(Float.MIN_VALUE, -0.0f, Float.NaN, Float.NEGATIVE_INFINITY, null);
    assertThat(read("double", DOUBLE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, null))
        .containsExactly(Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, null);
    assertThat(read("double", SINGLE, 0.5f)).containsExactly(0.5);
  }

  @Test
  void decimalsKeepTheirScale() {
    assertThat(
            read(
                "decimal(18,2)",
                new ArrowType.Decimal(18, 2, 128),
                new BigDecimal("9999999999999999.99"),
                new BigDecimal("-0.01"),
                new BigDecimal("0.00"),
                null))
        .containsExactly(
            new BigDecimal("9999999999999999.99"),
            new BigDecimal("-0.01"),
            new BigDecimal("0.00"),
            null);
    BigDecimal widest128 = new BigDecimal("-" + "9".repeat(30) + "." + "9".repeat(8));
    assertThat(read("decimal(38,8)", new ArrowType.Decimal(38, 8, 128), widest128))
        .containsExactly(widest128);
    BigDecimal widest256 = new BigDecimal("-" + "9".repeat(56) + "." + "9".repeat(20));
    assertThat(
            read(
                "decimal(76,20)",
                new ArrowType.Decimal(76, 20, 256),
                widest256,
                new BigDecimal("1.00000000000000000000"),
                null))
        .containsExactly(widest256, new BigDecimal("1.00000000000000000000"), null);
    assertThat(
            read(
                "decimalv2(27,9)",
                new ArrowType.Decimal(27, 9, 128),
                new BigDecimal("1.500000000")))
        .containsExactly(new BigDecimal("1.500000000"));
  }

  @Test
  void datesAndTimesSentAsText() {
    assertThat(read("date", WireBatch.UTF8, "2026-11-30", null))
        .containsExactly(LocalDate.of(2026, 11, 30), null);
    assertThat(
            read("datetime", WireBatch.UTF8, "2026-11-30 01:02:03", "1999-12-31 23:59:59.5", null))
        .containsExactly(
            LocalDateTime.of(2026, 11, 30, 1, 2, 3),
            LocalDateTime.of(1999, 12, 31, 23, 59, 59, 500_000_000),
            null);
  }

  @ParameterizedTest
  @CsvSource({
    "date,2026-02-30",
    "date,30.11.2026",
    "datetime,2026-11-30",
    "datetime,2026-11-30T01:02:03",
    "datetime,2026-11-30 25:00:00"
  })
  void textsThatAreNoDatesAreRefused(String type, String text) {
    assertThatThrownBy(() -> read(type, WireBatch.UTF8, text))
        .isInstanceOf(UnreadableValueException.class)
        .hasMessageContaining(text);
  }

  @Test
  void timestampsInNanoseconds() {
    ArrowType nanos = new ArrowType.Timestamp(TimeUnit.NANOSECOND, null);
    assertThat(read("timestamp_ns", nanos, -1L, 1L, null))
        .containsExactly(
            LocalDateTime.parse("1969-12-31T23:59:59.999999999"),
            LocalDateTime.parse("1970-01-01T00:00:00.000000001"),
            null);
  }

  @Test
  void instantsWithAndWithoutZone() {
    for (String zone : new String[] {"UTC", "Asia/Shanghai", null}) {
      assertThat(
              read(
                  "timestamptz(6)", new ArrowType.Timestamp(TimeUnit.MICROSECOND, zone), -1L, null))
          .containsExactly(Instant.parse("1969-12-31T23:59:59.999999Z"), null);
    }
  }

  @Test
  void aTimestampThatIsNoTimeIsRefused() {
    assertThatThrownBy(
            () -> read("datetime", new ArrowType.Timestamp(TimeUnit.SECOND, null), Long.MAX_VALUE))
        .isInstanceOf(UnreadableValueException.class)
        .hasMessageContaining("9223372036854775807");
  }

  @Test
  void timesAreMicroseconds() {
    assertThat(read("time(6)", DOUBLE, 3_723_000_001.0, -1.0, 0.0, null))
        .containsExactly(
            Duration.ofSeconds(3_723).plusNanos(1_000),
            Duration.ofNanos(-1_000),
            Duration.ZERO,
            null);
    assertThatThrownBy(() -> read("time", DOUBLE, Double.NaN))
        .isInstanceOf(UnreadableValueException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"char(10)", "varchar(10)", "string", "json", "variant"})
  void textsAreWhatWasSent(String type) {
    String odd = "  grüße 😀 \u0000\uFFFD ";
    assertThat(read(type, WireBatch.UTF8, "", "abc", odd, "x".repeat(1_000), null))
        .containsExactly("", "abc", odd, "x".repeat(1_000), null);
    assertThat(read(type, ArrowType.LargeUtf8.INSTANCE, "abc", odd, null))
        .containsExactly("abc", odd, null);
  }

  @Test
  void bytesThatAreNoTextAreRefusedNotReplaced() {
    for (byte[] bad :
        List.of(
            new byte[] {'a', (byte) 0xFF},
            new byte[] {(byte) 0xC3},
            new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80})) {
      assertThatThrownBy(() -> read("varchar(10)", WireBatch.UTF8, "ok", bad))
          .isInstanceOfSatisfying(
              UnreadableValueException.class, e -> assertThat(e.row()).isEqualTo(1))
          .hasMessageContaining("UTF-8");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"varbinary(10)", "bitmap", "hll", "quantile_state"})
  void bytesAreWhatWasSent(String type) {
    List<Object> values = read(type, BINARY, new byte[0], new byte[] {0, -1, 127}, null);
    assertThat((byte[]) values.get(0)).isEmpty();
    assertThat((byte[]) values.get(1)).containsExactly(0, -1, 127);
    assertThat(values.get(2)).isNull();
  }

  @Test
  void uuidsAsBytesAndAsText() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    byte[] bytes = new BigInteger("0112233445566778899aabbccddeeff", 16).toByteArray();
    byte[] sixteen = new byte[16];
    System.arraycopy(bytes, 0, sixteen, 16 - bytes.length, bytes.length);
    assertThat(read("uuid", new ArrowType.FixedSizeBinary(16), sixteen, null))
        .containsExactly(uuid, null);
    assertThat(read("uuid", WireBatch.UTF8, uuid.toString())).containsExactly(uuid);
  }

  @ParameterizedTest
  @ValueSource(strings = {"int", "text", "array<int>", "time", "null_type"})
  void aColumnOfNothingButNullsMayComeWithoutType(String type) {
    assertThat(read(type, ArrowType.Null.INSTANCE, null, null)).containsExactly(null, null);
  }

  @Test
  void aTypeThatDoesNotBelongToTheDeclaredOneIsASchemaChange() {
    for (Object[] pair :
        new Object[][] {
          {"int", integer(64)},
          {"tinyint", new ArrowType.Int(8, false)},
          {"bigint", WireBatch.UTF8},
          {"varchar(5)", integer(32)},
          {"float", DOUBLE},
          {"decimal(9,2)", DOUBLE},
          {"date", new ArrowType.Timestamp(TimeUnit.SECOND, null)},
          {"date", new ArrowType.Date(DateUnit.MILLISECOND)},
          {"datetime", new ArrowType.Date(DateUnit.DAY)},
          {"text", BINARY},
          {"bitmap", WireBatch.UTF8},
          {"largeint", new ArrowType.FixedSizeBinary(8)},
          {"boolean", WireBatch.UTF8},
          {"array<int>", WireBatch.UTF8},
          {"null_type", WireBatch.UTF8}
        }) {
      assertThatThrownBy(() -> read((String) pair[0], (ArrowType) pair[1]))
          .as("%s as %s", pair)
          .isInstanceOf(SchemaChangedException.class)
          .hasMessageContaining("[c]");
    }
  }

  @Test
  void unknownTypesAreNamedAtTheSchema() {
    assertThatThrownBy(() -> read("geometry", WireBatch.UTF8))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("`c`")
        .hasMessageContaining("geometry");
    assertThatThrownBy(() -> read("int", new ArrowType.Interval(IntervalUnit.YEAR_MONTH)))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("Interval");
  }

  @Test
  void aStructWithOtherFieldsIsASchemaChange() {
    Field struct =
        WireBatch.field("c", ArrowType.Struct.INSTANCE, WireBatch.field("y", integer(32)));
    try (WireBatch batch = new WireBatch().column(struct)) {
      assertThatThrownBy(() -> batch.values("c", "struct<x:int>"))
          .isInstanceOf(SchemaChangedException.class);
    }
  }

  @Test
  void aBufferThatIsTooShortIsRefusedBeforeItIsRead() {
    try (WireBatch batch = new WireBatch().column("c", integer(32), 1, 2, 3)) {
      batch.root().getVector("c").getDataBuffer().capacity(8);
      assertThatThrownBy(() -> batch.values("c", "int"))
          .isInstanceOf(UnreadableValueException.class)
          .hasMessageContaining("8 bytes where 12");
    }
    try (WireBatch batch = new WireBatch().column("c", WireBatch.UTF8, "abc")) {
      batch.root().getVector("c").getOffsetBuffer().setInt(4, 1 << 20);
      assertThatThrownBy(() -> batch.values("c", "text"))
          .isInstanceOf(UnreadableValueException.class)
          .hasMessageContaining("1048576");
    }
  }

  private static ArrowType integer(int bits) {
    return new ArrowType.Int(bits, true);
  }

  private static List<Object> read(String type, ArrowType wire, Object... values) {
    try (WireBatch batch = new WireBatch().column("c", wire, values)) {
      return batch.values("c", type);
    }
  }
}
