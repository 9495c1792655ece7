package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.error.UnreadableValueException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // null is one of the values
class RowTest {

  @Test
  void aRowReadsLikeItsNamesAndValues() {
    TableSchema schema = schema("id", "int", "name", "text", "bits", "varbinary");
    assertThat(Row.of(schema, 1, "Alice", new byte[] {1, -1}))
        .hasToString("{id=1, name=Alice, bits=0x01ff}");
    assertThat(Row.of(schema, 1, null, null)).hasToString("{id=1, name=null, bits=null}");
  }

  @Test
  void rowsAreEqualByTheirValues() {
    TableSchema schema = schema("id", "int", "bits", "varbinary");
    Row row = Row.of(schema, 1, new byte[] {7});
    assertThat(row)
        .isEqualTo(Row.of(schema, 1, new byte[] {7}))
        .hasSameHashCodeAs(Row.of(schema, 1, new byte[] {7}));
    assertThat(row).isNotEqualTo(Row.of(schema, 1, new byte[] {8}));
    assertThat(row).isNotEqualTo(Row.of(schema, 2, new byte[] {7}));
  }

  @Test
  void integersWiden() {
    Row row = one("tinyint", (byte) -5);
    assertThat(row.getByte("c")).isEqualTo((byte) -5);
    assertThat(row.getShort("c")).isEqualTo((short) -5);
    assertThat(row.getInt(0)).isEqualTo(-5);
    assertThat(row.getLong("c")).isEqualTo(-5);
    assertThat(row.getFloat("c")).isEqualTo(-5f);
    assertThat(row.getDouble("c")).isEqualTo(-5d);
    assertThat(row.getBigInteger("c")).isEqualTo(BigInteger.valueOf(-5));
    assertThat(row.getBigDecimal("c")).isEqualTo(BigDecimal.valueOf(-5));
  }

  @Test
  void aNumberThatFitsNarrowsAndOneThatDoesNotIsRefused() {
    assertThat(one("bigint", 2147483647L).getInt("c")).isEqualTo(Integer.MAX_VALUE);
    assertThat(one("largeint", new BigInteger("-9223372036854775808")).getLong("c"))
        .isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> one("bigint", 2147483648L).getInt("c"))
        .isInstanceOfSatisfying(
            UnreadableValueException.class,
            e -> {
              assertThat(e.column()).isEqualTo("c");
              assertThat(e.type()).isEqualTo("bigint");
              assertThat(e).hasMessageContaining("2147483648").hasMessageContaining("int");
            });
    assertThatThrownBy(() -> one("int", 128).getByte("c"))
        .isInstanceOf(UnreadableValueException.class);
    assertThatThrownBy(() -> one("int", -32769).getShort("c"))
        .isInstanceOf(UnreadableValueException.class);
    assertThatThrownBy(() -> one("largeint", BigInteger.ONE.shiftLeft(63)).getLong("c"))
        .isInstanceOf(UnreadableValueException.class);
  }

  @Test
  void aFractionIsNeverCut() {
    assertThat(one("decimal(9,2)", new BigDecimal("12.00")).getInt("c")).isEqualTo(12);
    assertThat(one("decimal(9,2)", new BigDecimal("0.00")).getBigInteger("c")).isZero();
    assertThatThrownBy(() -> one("decimal(9,2)", new BigDecimal("12.01")).getLong("c"))
        .hasMessageContaining("fraction");
    assertThatThrownBy(() -> one("double", 3.0).getInt("c"))
        .isInstanceOf(UnreadableValueException.class);
  }

  @Test
  void floatingPointIsExactOrRefused() {
    assertThat(one("float", 0.1f).getDouble("c")).isEqualTo(0.1f);
    assertThat(one("double", 0.5).getFloat("c")).isEqualTo(0.5f);
    assertThat(one("double", Double.NaN).getFloat("c")).isNaN();
    assertThat(one("double", Double.NEGATIVE_INFINITY).getFloat("c"))
        .isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(one("bigint", 1L << 53).getDouble("c")).isEqualTo(0x1p53);
    assertThat(one("decimal(9,2)", new BigDecimal("0.50")).getDouble("c")).isEqualTo(0.5);
    assertThatThrownBy(() -> one("double", 0.1).getFloat("c")).hasMessageContaining("rounded");
    assertThatThrownBy(() -> one("bigint", (1L << 53) + 1).getDouble("c"))
        .hasMessageContaining("rounded");
    assertThatThrownBy(() -> one("decimal(9,2)", new BigDecimal("0.10")).getDouble("c"))
        .hasMessageContaining("rounded");
    assertThatThrownBy(() -> one("double", 0.5).getBigDecimal("c"))
        .isInstanceOf(UnreadableValueException.class);
  }

  @Test
  void otherTypesAreReadAsThemselves() throws Exception {
    Row struct = Row.ofStruct(DorisType.parse("struct<x:int>"), 3);
    InetAddress address = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    TableSchema schema =
        schema(
            "b",
            "boolean",
            "s",
            "text",
            "d",
            "date",
            "t",
            "datetime",
            "z",
            "timestamptz",
            "u",
            "time",
            "i",
            "ipv4",
            "a",
            "array<int>",
            "m",
            "map<int,text>",
            "r",
            "struct<x:int>");
    LocalDate date = LocalDate.of(2026, 11, 30);
    LocalDateTime time = date.atTime(1, 2);
    Row row =
        Row.of(
            schema,
            true,
            "x",
            date,
            time,
            Instant.EPOCH,
            Duration.ofHours(-1),
            address,
            Arrays.asList(1, null),
            Map.of(1, "a"),
            struct);
    assertThat(row.getBoolean("b")).isTrue();
    assertThat(row.getString("s")).isEqualTo("x");
    assertThat(row.getLocalDate("d")).isEqualTo(date);
    assertThat(row.getLocalDateTime("d")).isEqualTo(date.atStartOfDay());
    assertThat(row.getLocalDateTime("t")).isEqualTo(time);
    assertThat(row.getInstant("z")).isEqualTo(Instant.EPOCH);
    assertThat(row.getDuration("u")).isEqualTo(Duration.ofHours(-1));
    assertThat(row.getInetAddress("i")).isEqualTo(address);
    assertThat(row.getList("a")).isEqualTo(Arrays.asList(1, null));
    assertThat(row.getMap("m")).isEqualTo(Map.of(1, "a"));
    assertThat(row.getRow("r")).isEqualTo(struct);
    assertThat(row.getRow("r").getInt("x")).isEqualTo(3);
    assertThat(row.get("s", String.class)).isEqualTo("x");
    assertThat(row.get("b", boolean.class)).isTrue();
    assertThat(row.get("d", Object.class)).isEqualTo(date);
    assertThat(row.getObject(0)).isEqualTo(true);
  }

  @Test
  void aTextIsNoNumberAndATimeNoInstant() {
    assertThatThrownBy(() -> one("text", "1").getInt("c"))
        .isInstanceOf(UnreadableValueException.class)
        .hasMessageContaining("string")
        .hasMessageContaining("String");
    assertThatThrownBy(() -> one("int", 1).getString("c"))
        .isInstanceOf(UnreadableValueException.class);
    assertThatThrownBy(() -> one("datetime", LocalDateTime.of(2026, 1, 1, 0, 0)).getInstant("c"))
        .isInstanceOf(UnreadableValueException.class);
    assertThatThrownBy(() -> one("int", 1).get("c", Thread.class))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nullIsNullForObjectsAndRefusedForPrimitives() {
    Row row = one("int", new Object[] {null});
    assertThat(row.isNull("c")).isTrue();
    assertThat(row.getObject("c")).isNull();
    assertThat(row.getBigDecimal("c")).isNull();
    assertThat(row.get("c", Integer.class)).isNull();
    assertThatThrownBy(() -> row.getInt("c"))
        .isInstanceOf(UnreadableValueException.class)
        .hasMessageContaining("NULL");
    assertThatThrownBy(() -> row.get("c", int.class)).isInstanceOf(UnreadableValueException.class);
  }

  @Test
  void bytesOfARowCannotBeChangedFromOutside() {
    Row row = one("varbinary", new byte[] {1});
    row.getBytes("c")[0] = 9;
    ((byte[]) row.getObject("c"))[0] = 9;
    row.get("c", byte[].class)[0] = 9;
    assertThat(row.getBytes("c")).containsExactly(1);
  }

  @Test
  void aRowOfTheWrongShapeIsRefused() {
    TableSchema schema = schema("id", "int");
    assertThatThrownBy(() -> Row.of(schema, 1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Row.of(schema, 1L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("`id`")
        .hasMessageContaining("Integer")
        .hasMessageContaining("Long");
    assertThatThrownBy(() -> Row.of(schema, 1).getInt("Id"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("id");
    assertThatThrownBy(() -> Row.ofStruct(DorisType.parse("int"), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void longValuesAreCutInMessagesOnly() {
    String digits = "9".repeat(300);
    assertThatThrownBy(() -> one("largeint", new BigInteger(digits)).getInt("c"))
        .hasMessageContaining("9".repeat(100) + "...");
  }

  private static Row one(String type, Object... value) {
    return Row.of(schema("c", type), value);
  }

  private static TableSchema schema(String... namesAndTypes) {
    Column[] columns = new Column[namesAndTypes.length / 2];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = Column.of(namesAndTypes[2 * i], DorisType.parse(namesAndTypes[2 * i + 1]));
    }
    return TableSchema.of(Semantics.FULL, columns);
  }
}
