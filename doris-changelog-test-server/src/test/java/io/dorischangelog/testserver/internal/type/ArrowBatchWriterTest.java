package io.dorischangelog.testserver.internal.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.WireForm;
import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ArrowBatchWriterTest extends SentCells {
  private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

  @Test
  void booleansTravelAsBits() {
    assertThat(sent(DorisType.of(Kind.BOOLEAN), true, null, false))
        .containsExactly(true, null, false);
  }

  @Test
  void integersKeepTheirWidth() {
    assertThat(sent(DorisType.of(Kind.TINYINT), Byte.MIN_VALUE, null, Byte.MAX_VALUE))
        .containsExactly(Byte.MIN_VALUE, null, Byte.MAX_VALUE);
    assertThat(sent(DorisType.of(Kind.SMALLINT), Short.MIN_VALUE, null, Short.MAX_VALUE))
        .containsExactly(Short.MIN_VALUE, null, Short.MAX_VALUE);
    assertThat(sent(DorisType.of(Kind.INT), Integer.MIN_VALUE, null, Integer.MAX_VALUE))
        .containsExactly(Integer.MIN_VALUE, null, Integer.MAX_VALUE);
    assertThat(sent(DorisType.of(Kind.BIGINT), Long.MIN_VALUE, null, Long.MAX_VALUE))
        .containsExactly(Long.MIN_VALUE, null, Long.MAX_VALUE);
  }

  @Test
  void largeIntegersTravelAsMarkedText() {
    BigInteger smallest = BigInteger.TWO.pow(127).negate();
    assertThat(sent(DorisType.of(Kind.LARGEINT), smallest, null, BigInteger.ONE))
        .containsExactly("-170141183460469231731687303715884105728", null, "1");
    assertThat(field(DorisType.of(Kind.LARGEINT), UTC).getMetadata())
        .containsExactly(Map.entry("doris_type", "LARGEINT"));
  }

  @Test
  void floatsKeepSpecialValues() {
    assertThat(sent(DorisType.of(Kind.FLOAT), Float.NaN, null, -0.0f, Float.MIN_VALUE))
        .containsExactly(Float.NaN, null, -0.0f, Float.MIN_VALUE);
    assertThat(sent(DorisType.of(Kind.DOUBLE), Double.NEGATIVE_INFINITY, null, Double.MAX_VALUE))
        .containsExactly(Double.NEGATIVE_INFINITY, null, Double.MAX_VALUE);
  }

  @Test
  void decimalsAreOf128BitsUpTo38DigitsAndOf256BitsAbove() {
    BigDecimal widest = new BigDecimal("-" + "9".repeat(38));
    assertThat(sent(DorisType.decimal(38, 0), widest, null)).containsExactly(widest, null);
    assertThat(field(DorisType.decimal(38, 0), UTC).getType())
        .isEqualTo(new ArrowType.Decimal(38, 0, 128));

    BigDecimal wider = new BigDecimal("9".repeat(66) + "." + "9".repeat(10));
    assertThat(sent(DorisType.decimal(76, 10), wider, null, wider.negate()))
        .containsExactly(wider, null, wider.negate());
    assertThat(field(DorisType.decimal(76, 10), UTC).getType())
        .isEqualTo(new ArrowType.Decimal(76, 10, 256));
  }

  @Test
  void datesTravelAsDays() {
    assertThat(
            sent(DorisType.of(Kind.DATE), LocalDate.of(1, 1, 1), null, LocalDate.of(9999, 12, 31)))
        .containsExactly((int) LocalDate.of(1, 1, 1).toEpochDay(), null, 2932896);
  }

  @Test
  void datetimesAreWallClocksInTheUnitOfTheirFraction() {
    LocalDateTime time = LocalDateTime.parse("2026-11-30T01:02:03.123456");
    assertThat(ticks(DorisType.of(Kind.DATETIME, 0), UTC, time)).isEqualTo(1796000523L);
    assertThat(ticks(DorisType.of(Kind.DATETIME, 3), UTC, time)).isEqualTo(1796000523123L);
    assertThat(ticks(DorisType.of(Kind.DATETIME, 6), UTC, time)).isEqualTo(1796000523123456L);
    assertThat(field(DorisType.of(Kind.DATETIME, 4), ArrowLayout.current(SHANGHAI)).getType())
        .isEqualTo(new ArrowType.Timestamp(TimeUnit.MICROSECOND, null));
  }

  @Test
  void datetimesBeforeTheEpochRoundDown() {
    LocalDateTime first = LocalDateTime.parse("0001-01-01T00:00:00.000001");
    assertThat(ticks(DorisType.of(Kind.DATETIME, 6), UTC, first))
        .isEqualTo(-62135596800000000L + 1);
  }

  @Test
  void nanosecondsHaveAUnitOfTheirOwn() {
    DorisType type = DorisType.of(Kind.TIMESTAMP_NS);
    LocalDateTime before = LocalDateTime.parse("1969-12-31T23:59:59.999999999");
    assertThat(ticks(type, UTC, before)).isEqualTo(-1L);
    assertThat(field(type, UTC).getType())
        .isEqualTo(new ArrowType.Timestamp(TimeUnit.NANOSECOND, null));
  }

  @Test
  void uuidsAreSixteenBytesWithAName() {
    DorisType type = DorisType.of(Kind.UUID);
    assertThat(sent(type, UUID.fromString("00010203-0405-0607-0809-0a0b0c0d0e0f")))
        .containsExactly(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
    assertThat(field(type, UTC).getMetadata())
        .containsEntry("ARROW:extension:name", "arrow.uuid")
        .containsEntry("doris_type", "UUID");
  }

  @Test
  void instantsCarryTheSessionZone() {
    DorisType type = DorisType.of(Kind.TIMESTAMPTZ, 3);
    assertThat(ticks(type, UTC, Instant.ofEpochMilli(-1))).isEqualTo(-1L);
    assertThat(field(type, UTC).getType())
        .isEqualTo(new ArrowType.Timestamp(TimeUnit.MILLISECOND, "UTC"));
  }

  @Test
  void timesTravelAsMicroseconds() {
    Duration least = Duration.ofHours(-838).minusMinutes(59).minusSeconds(59);
    assertThat(sent(DorisType.of(Kind.TIME, 6), Duration.ofNanos(1_000), null, least))
        .containsExactly(1.0, null, -3020399e6);
  }

  @Test
  void textsOfAnyKindTravelAsUtf8() {
    for (Kind kind : List.of(Kind.CHAR, Kind.VARCHAR, Kind.STRING, Kind.JSON)) {
      assertThat(sent(DorisType.of(kind), "", null, "数据\uD83D\uDE00\0"))
          .containsExactly("", null, "数据\uD83D\uDE00\0");
    }
    assertThat(field(DorisType.of(Kind.JSON), UTC).getMetadata())
        .containsEntry("doris_type", "JSON");
    assertThat(field(DorisType.of(Kind.STRING), UTC).getMetadata()).isEmpty();
  }

  @Test
  void addressesTravelAsBitsAndText() {
    assertThat(sent(DorisType.of(Kind.IPV4), Integer.MIN_VALUE, null, 0x7f000001))
        .containsExactly(Integer.MIN_VALUE, null, 0x7f000001);
    assertThat(
            sent(
                DorisType.of(Kind.IPV6),
                BigInteger.ZERO,
                null,
                BigInteger.ONE,
                new BigInteger("20010db8000000000001000000000001", 16),
                new BigInteger("ffffc0a80001", 16),
                BigInteger.TWO.pow(128).subtract(BigInteger.ONE)))
        .containsExactly(
            "::",
            null,
            "::1",
            "2001:db8::1:0:0:1",
            "::ffff:192.168.0.1",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
  }

  @Test
  void objectsTravelAsBytes() {
    byte[] bytes = {0, -1};
    assertThat(sent(DorisType.of(Kind.VARBINARY), bytes, null)).containsExactly(bytes, null);
    assertThat(sent(DorisType.of(Kind.QUANTILE_STATE), bytes, null)).containsExactly(bytes, null);
    assertThat(sent(DorisType.of(Kind.BITMAP), new TreeSet<>(Set.of(7L)), null))
        .containsExactly(new byte[] {1, 7, 0, 0, 0}, null);
    assertThat(sent(DorisType.of(Kind.HLL), Set.of("b", "a"), Set.of()))
        .containsExactly(new byte[] {0x7f, 0, 0, 0, 1, 'a', 0, 0, 0, 1, 'b'}, new byte[] {0});
  }

  @Test
  void arraysKeepNullsAndEmptiness() {
    DorisType type = DorisType.array(DorisType.array(DorisType.of(Kind.INT)));
    List<Object> value = Arrays.asList(List.of(1, 2), null, List.of());
    assertThat(sent(type, value, null, List.of(), value))
        .containsExactly(value, null, List.of(), value);
    Field item = field(type, UTC).getChildren().get(0);
    assertThat(item.getName()).isEqualTo("item");
    assertThat(item.isNullable()).isTrue();
  }

  @Test
  void mapsKeepTheirOrder() {
    DorisType type = DorisType.map(DorisType.of(Kind.STRING), DorisType.decimal(4, 1));
    Map<String, @Nullable BigDecimal> value = new LinkedHashMap<>();
    value.put("z", new BigDecimal("1.5"));
    value.put("a", null);
    assertThat(sent(type, value, null, Map.of()).toString())
        .isEqualTo("[[{\"key\":\"z\",\"value\":1.5},{\"key\":\"a\"}], null, []]");
    assertThat(field(type, UTC).getChildren().get(0).getChildren())
        .extracting(Field::getName, Field::isNullable)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("key", false),
            org.assertj.core.groups.Tuple.tuple("value", true));
  }

  @Test
  void structsKeepNullFieldsAndMarkTheirChildren() {
    DorisType type =
        DorisType.struct(
            List.of("n", "big"), List.of(DorisType.of(Kind.INT), DorisType.of(Kind.LARGEINT)));
    assertThat(sent(type, Arrays.asList(1, null), null, List.of(2, BigInteger.TEN)).toString())
        .isEqualTo("[{\"n\":1}, null, {\"n\":2,\"big\":\"10\"}]");
    assertThat(field(type, UTC).getChildren().get(1).getMetadata())
        .containsEntry("doris_type", "LARGEINT");
    assertThat(
            field(type, new ArrowLayout(Set.of(WireForm.UNTYPED_FIELDS), SHANGHAI))
                .getChildren()
                .get(1)
                .getMetadata())
        .isEmpty();
  }

  @Test
  void aBareNullHasTheNullType() {
    assertThat(sent(DorisType.of(Kind.NULL), null, null)).containsExactly(null, null);
  }

  @Test
  void aVariantIsRefusedByName() {
    assertThatThrownBy(() -> field(DorisType.of(Kind.VARIANT), UTC))
        .isInstanceOf(DorisException.class)
        .hasMessageContaining("column v")
        .hasMessageContaining("cast the result to STRING");
  }

  @Test
  void nullabilityFollowsTheColumn() {
    ResultColumn column = new ResultColumn("k", DorisType.of(Kind.INT), false);
    assertThat(ArrowFields.field(column, UTC).isNullable()).isFalse();
  }

  @Test
  void rowsArriveInBatchesUntilTheSourceEnds() {
    List<ResultColumn> columns = List.of(column(DorisType.of(Kind.BIGINT)));
    RowSource rows = rows(1L, 2L, 3L, 4L, 5L);
    List<List<Object>> batches = new ArrayList<>();
    try (ArrowBatchWriter writer = ArrowBatchWriter.typed(columns, UTC, allocator)) {
      while (writer.write(rows, 2) > 0) {
        batches.add(content(writer.root()));
      }
    }
    assertThat(batches).containsExactly(List.of(1L, 2L), List.of(3L, 4L), List.of(5L));
  }

  @Test
  void aSourceThatFillsVectorsIsAskedToDoSo() {
    RowSource filling =
        new RowSource() {
          @Override
          public @Nullable Object @Nullable [] next() {
            throw new IllegalStateException("not row by row");
          }

          @Override
          public int fill(VectorSchemaRoot root, int maxRows) {
            ((BigIntVector) root.getVector(0)).setSafe(0, 42L);
            return 1;
          }
        };
    List<ResultColumn> columns = List.of(column(DorisType.of(Kind.BIGINT)));
    try (ArrowBatchWriter writer = ArrowBatchWriter.typed(columns, UTC, allocator)) {
      assertThat(writer.write(filling, 10)).isEqualTo(1);
      assertThat(content(writer.root())).containsExactly(42L);
    }
  }

  @Test
  void aFrontEndSendsEverythingAsNullableText() {
    List<ResultColumn> columns = List.of(new ResultColumn("Port", DorisType.of(Kind.INT), false));
    RowSource rows = rows(8030, null, "\\N");
    try (ArrowBatchWriter writer =
        ArrowBatchWriter.text(columns, column -> Object::toString, allocator)) {
      assertThat(writer.write(rows, 10)).isEqualTo(3);
      assertThat(content(writer.root())).containsExactly("8030", null, null);
      Field field = writer.root().getSchema().findField("Port");
      assertThat(field.isNullable()).isTrue();
      assertThat(field.getType()).isEqualTo(ArrowType.Utf8.INSTANCE);
    }
  }
}
