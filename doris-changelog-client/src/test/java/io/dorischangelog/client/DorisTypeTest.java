package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.DorisType.Family;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DorisTypeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint(1) | boolean",
        "BOOLEAN | boolean",
        "tinyint(4) | tinyint",
        "TINYINT | tinyint",
        "smallint(6) | smallint",
        "int(11) | int",
        "INTEGER | int",
        "bigint(20) | bigint",
        "LARGEINT | largeint",
        "varchar(50) | varchar(50)",
        "VARCHAR(*) | varchar",
        "char(10) | char(10)",
        "text | string",
        "STRING | string",
        "DECIMAL(18,2) | decimal(18,2)",
        "decimalv3(18, 2) | decimal(18,2)",
        "DECIMALV2(27,9) | decimal(27,9)",
        "decimal(9) | decimal(9,0)",
        "DECIMAL128I | decimal",
        "DATEV2 | date",
        "datetime | datetime",
        "DATETIMEV2(6) | datetime(6)",
        "datetimev2(0) | datetime",
        "timestamptz(3) | timestamptz(3)",
        "TIMESTAMP_NS | timestamp_ns",
        "time(6) | time(6)",
        "JSONB | json",
        "ipv4 | ipv4",
        "variant<'a.b': int, properties(\"x\" = \"1\")> | variant",
        "array<int(11)> | array<int>",
        "ARRAY < DATETIMEV2(3) > | array<datetime(3)>",
        "map<string,struct<a:int>> | map<string,struct<a:int>>",
        "struct<a:int(11),b:array<map<varchar(3),decimal(5, 2)>>> |"
            + " struct<a:int,b:array<map<varchar(3),decimal(5,2)>>>",
        "STRUCT<`a b`:INT NOT NULL COMMENT 'x,>y', c:text> | struct<a b:int,c:string>",
        "null_type | null"
      })
  void typesAreReadAsServersPrintThem(String text, String expected) {
    assertThat(DorisType.parse(text)).hasToString(expected);
    assertThat(DorisType.parse(text).isSupported()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"agg_state<sum(int) null>", "GEOMETRY", "quantum(3)", "ARRAY", "MAP", "STRUCT"})
  void unknownTypesAreKeptAsUnsupported(String text) {
    DorisType type = DorisType.parse(text);
    assertThat(type.family()).isEqualTo(Family.UNSUPPORTED);
    assertThat(type).hasToString(text);
    assertThat(type.isSupported()).isFalse();
    assertThat(DorisType.array(type).isSupported()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "array<int",
        "map<int>",
        "struct<int>",
        "decimal(x)",
        "int)",
        "varchar(50",
        "array<>"
      })
  void brokenTextsAreRefused(String text) {
    assertThatThrownBy(() -> DorisType.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void theNumbersOfATypeAreKeptApart() {
    assertThat(DorisType.parse("decimal(18,2)").precision()).isEqualTo(18);
    assertThat(DorisType.parse("decimal(18,2)").scale()).isEqualTo(2);
    assertThat(DorisType.parse("decimal(18,2)").length()).isEqualTo(-1);
    assertThat(DorisType.parse("varchar(50)").length()).isEqualTo(50);
    assertThat(DorisType.parse("varchar(50)").precision()).isEqualTo(-1);
    assertThat(DorisType.parse("datetime(6)").precision()).isEqualTo(6);
    assertThat(DorisType.parse("datetime").precision()).isZero();
  }

  @Test
  void partsOfNestedTypesAreReached() {
    DorisType type = DorisType.parse("struct<a:int,b:array<text>>");
    assertThat(type.fieldNames()).containsExactly("a", "b");
    assertThat(type.children().get(1).children()).containsExactly(DorisType.of(Family.STRING));
  }

  @Test
  void equalTypesAreEqual() {
    assertThat(DorisType.parse("DECIMALV3(18, 2)"))
        .isEqualTo(DorisType.decimal(18, 2))
        .hasSameHashCodeAs(DorisType.decimal(18, 2))
        .isNotEqualTo(DorisType.decimal(18, 3));
    assertThat(DorisType.parse("map<int,text>"))
        .isEqualTo(DorisType.map(DorisType.of(Family.INT), DorisType.of(Family.STRING)));
  }

  @Test
  void theTurkishLocaleChangesNothing() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      assertThat(DorisType.parse("bigint").family()).isEqualTo(Family.BIGINT);
      assertThat(DorisType.of(Family.TINYINT)).hasToString("tinyint");
    } finally {
      Locale.setDefault(before);
    }
  }
}
