package io.dorischangelog.client.internal.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.wire.WireBatch;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // null is one of the values
class ArrowChangeCursorTest {

  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final ArrowType DECIMAL = new ArrowType.Decimal(18, 2, 128);

  @Test
  void everyGetterReadsItsTypes() {
    try (WireBatch wire =
        new WireBatch()
            .column("i", INT32, 7)
            .column("l", WireBatch.INT64, 1L << 40)
            .column("b", ArrowType.Bool.INSTANCE, true)
            .column("f", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE), 0.5f)
            .column("s", WireBatch.UTF8, "grün")
            .column("n", DECIMAL, new BigDecimal("-12.50"))
            .column("d", new ArrowType.Date(DateUnit.DAY), -1)
            .column("t", new ArrowType.Timestamp(TimeUnit.MILLISECOND, null), -1L)
            .log(List.of(5L), List.of(6L), List.of(1L))) {
      TableSchema schema =
          WireBatch.schema(
              "i",
              "int",
              "l",
              "bigint",
              "b",
              "boolean",
              "f",
              "float",
              "s",
              "text",
              "n",
              "decimal(18,2)",
              "d",
              "date",
              "t",
              "datetime(3)");
      ChangeCursor row = wire.changes(schema).cursor();
      assertThat(row.next()).isTrue();
      assertThat(row.getInt(0)).isEqualTo(7);
      assertThat(row.getLong(0)).isEqualTo(7);
      assertThat(row.getLong(1)).isEqualTo(1L << 40);
      assertThat(row.getBoolean(2)).isTrue();
      assertThat(row.getFloat(3)).isEqualTo(0.5f);
      assertThat(row.getDouble(3)).isEqualTo(0.5);
      assertThat(row.getString(4)).isEqualTo("grün");
      assertThat(row.byteLength(4)).isEqualTo(5);
      byte[] target = new byte[8];
      assertThat(row.copyBytes(4, target, 2)).isEqualTo(5);
      assertThat(new String(target, 2, 5, StandardCharsets.UTF_8)).isEqualTo("grün");
      assertThat(row.getUnscaledLong(5)).isEqualTo(-1250);
      assertThat(row.getBigDecimal(5)).isEqualTo(new BigDecimal("-12.50"));
      assertThat(row.getEpochDay(6)).isEqualTo(-1);
      assertThat(row.getLocalDate(6)).isEqualTo(LocalDate.of(1969, 12, 31));
      assertThat(row.getEpochMicros(7)).isEqualTo(-1_000);
      assertThat(row.getLocalDateTime(7)).isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.999"));
      assertThat(row.getObject(0)).isEqualTo(7);
      assertThat(row.tso()).isEqualTo(5);
      assertThat(row.lsn()).isEqualTo(6);
      assertThat(row.kind().sign()).isEqualTo("-D");
      assertThat(row.position().tso()).isEqualTo(5);
      assertThat(row.change().row().getInt("i")).isEqualTo(7);
    }
  }

  @Test
  void aPrimitiveGetterOnNullIsRefusedAndAnObjectGetterGivesNull() {
    try (WireBatch wire =
        new WireBatch()
            .column("i", INT32, (Object) null)
            .column("s", WireBatch.UTF8, (Object) null)) {
      ChangeCursor row = wire.snapshot(WireBatch.schema("i", "int", "s", "text")).cursor();
      row.next();
      assertThat(row.isNull(0)).isTrue();
      assertThatThrownBy(() -> row.getInt(0))
          .isInstanceOfSatisfying(
              UnreadableValueException.class, e -> assertThat(e.column()).isEqualTo("i"))
          .hasMessageContaining("NULL");
      assertThatThrownBy(() -> row.getLong(0)).isInstanceOf(UnreadableValueException.class);
      assertThatThrownBy(() -> row.byteLength(1)).isInstanceOf(UnreadableValueException.class);
      assertThat(row.getString(1)).isNull();
      assertThat(row.getObject(0)).isNull();
    }
  }

  @Test
  void aGetterOfAnotherTypeIsRefused() {
    assertRefused("int", INT32, 1, row -> row.getString(0));
    assertRefused("int", INT32, 1, row -> row.getDouble(0));
    assertRefused("int", INT32, 1, row -> row.byteLength(0));
    assertRefused("bigint", WireBatch.INT64, 1L, row -> row.getInt(0));
    assertRefused("string", WireBatch.UTF8, "1", row -> row.getLong(0));
    assertRefused("string", WireBatch.UTF8, "1", row -> row.getEpochDay(0));
    assertRefused("largeint", WireBatch.UTF8, "1", row -> row.getString(0));
    assertRefused(
        "decimal(38,2)",
        new ArrowType.Decimal(38, 2, 128),
        new BigDecimal("1.00"),
        row -> row.getUnscaledLong(0));
  }

  @Test
  void timesOfEveryUnitAreMicroseconds() {
    assertThat(micros("datetime", TimeUnit.SECOND, null, -1L)).isEqualTo(-1_000_000);
    assertThat(micros("datetime(6)", TimeUnit.MICROSECOND, null, -7L)).isEqualTo(-7);
    assertThat(micros("timestamp_ns", TimeUnit.NANOSECOND, null, -7_000L)).isEqualTo(-7);
    assertThat(micros("datetime", TimeUnit.SECOND, "+08:00", 0L)).isEqualTo(28_800_000_000L);
    assertThat(micros("datetime", TimeUnit.SECOND, "America/New_York", 1_793_511_000L))
        .isEqualTo(1_793_496_600_000_000L);
    assertThat(micros("timestamptz", TimeUnit.SECOND, "+08:00", 1L)).isEqualTo(1_000_000);
    assertThatThrownBy(() -> micros("timestamp_ns", TimeUnit.NANOSECOND, null, 1L))
        .isInstanceOf(UnreadableValueException.class);
    assertThatThrownBy(() -> micros("datetime", TimeUnit.SECOND, null, Long.MAX_VALUE))
        .isInstanceOf(UnreadableValueException.class);
  }

  @Test
  void datesSentAsTextHaveTheirPrimitiveFormsToo() {
    try (WireBatch wire =
        new WireBatch()
            .column("d", WireBatch.UTF8, "1969-12-31")
            .column("t", WireBatch.UTF8, "1969-12-31 23:59:59.999999")) {
      ChangeCursor row = wire.snapshot(WireBatch.schema("d", "date", "t", "datetime(6)")).cursor();
      row.next();
      assertThat(row.getEpochDay(0)).isEqualTo(-1);
      assertThat(row.getEpochMicros(1)).isEqualTo(-1);
    }
  }

  @Test
  void bytesThatDoNotFitAreNotCopied() {
    try (WireBatch wire = new WireBatch().column("s", WireBatch.UTF8, "abc")) {
      ChangeCursor row = wire.snapshot(WireBatch.schema("s", "text")).cursor();
      row.next();
      assertThatThrownBy(() -> row.copyBytes(0, new byte[3], 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> row.copyBytes(0, new byte[3], -1))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  private static long micros(String type, TimeUnit unit, String zone, long value) {
    try (WireBatch wire = new WireBatch().column("t", new ArrowType.Timestamp(unit, zone), value)) {
      ChangeCursor row = wire.snapshot(WireBatch.schema("t", type)).cursor();
      row.next();
      return row.getEpochMicros(0);
    }
  }

  private static void assertRefused(
      String type, ArrowType wireType, Object value, Consumer<ChangeCursor> getter) {
    try (WireBatch wire = new WireBatch().column("c", wireType, value)) {
      ChangeCursor row = wire.snapshot(WireBatch.schema("c", type)).cursor();
      row.next();
      assertThatThrownBy(() -> getter.accept(row))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("`c`")
          .hasMessageContaining(type);
    }
  }
}
