package io.dorischangelog.client.internal.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.wire.WireBatch;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantReaderTest {

  /** Version 1, no keys. */
  private static final String NO_KEYS = "010000";

  /** Version 1, the keys {@code a} and {@code b"}. */
  private static final String TWO_KEYS = "0102000103" + "61" + "6222";

  private static final Field VARIANT =
      new Field(
          "c",
          new FieldType(true, ArrowType.Struct.INSTANCE, null, Map.of("doris_type", "VARIANT")),
          List.of(
              new Field("metadata", FieldType.notNullable(ArrowType.Binary.INSTANCE), List.of()),
              new Field("value", FieldType.notNullable(ArrowType.Binary.INSTANCE), List.of())));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "00 | null",
        "04 | true",
        "08 | false",
        "0cff | -1",
        "10 0080 | -32768",
        "14 ffffff7f | 2147483647",
        "18 0000000000000080 | -9223372036854775808",
        "1c 000000000000f03f | 1.0",
        "1c 000000000000f87f | \"NaN\"",
        "20 02 7bffffff | -1.33",
        "24 00 0100000000000000 | 1",
        "28 03 e8030000000000000000000000000000 | 1.000",
        "2c ffffffff | \"1969-12-31\"",
        "30 ffffffffffffffff | \"1969-12-31T23:59:59.999999Z\"",
        "34 0000000000000000 | \"1970-01-01T00:00\"",
        "38 0000003f | 0.5",
        "3c 02000000 00ff | \"AP8=\"",
        "40 03000000 61220a | \"a\\\"\\u000a\"",
        "44 40420f0000000000 | \"00:00:01\"",
        "4c ffffffffffffffff | \"1969-12-31T23:59:59.999999999\"",
        "50 00112233445566778899aabbccddeeff | \"00112233-4455-6677-8899-aabbccddeeff\"",
        "09 6869 | \"hi\"",
        "01 | \"\"",
        "03 02 00 01 03 00 0c05 | [null,5]",
        "03 00 00 | []",
        "02 02 00 01 00 02 03 0c07 04 | {\"a\":7,\"b\\\"\":true}",
        "02 01 00 00 05 03 01 00 01 08 | {\"a\":[false]}"
      })
  void valuesBecomeJson(String hex, String json) {
    assertThat(read(hex)).isEqualTo(json);
  }

  @Test
  void sqlNullAndJsonNullAreTwoThings() {
    Map<String, Object> jsonNull = variant(NO_KEYS, "00");
    try (WireBatch batch = new WireBatch().column(VARIANT, jsonNull, null)) {
      assertThat(batch.values("c", "variant")).isEqualTo(Arrays.asList("null", null));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "60",
        "0d61",
        "40 ff000000 61",
        "02 01 09 00 01 00",
        "03 ff 00",
        "18 00",
        "07 ffffffff",
        "17 ffffff7f",
        "44 ffffffffffffff7f"
      })
  void damagedValuesAreRefused(String hex) {
    assertThatThrownBy(() -> read(hex))
        .isInstanceOf(UnreadableValueException.class)
        .hasMessageContaining("`c`");
  }

  @Test
  void anUnknownVersionIsRefused() {
    try (WireBatch batch = new WireBatch().column(VARIANT, variant("020000", "00"))) {
      assertThatThrownBy(() -> batch.values("c", "variant"))
          .isInstanceOf(UnreadableValueException.class)
          .hasMessageContaining("version 2");
    }
  }

  private static Object read(String hex) {
    try (WireBatch batch = new WireBatch().column(VARIANT, variant(TWO_KEYS, hex))) {
      return batch.values("c", "variant").get(0);
    }
  }

  private static Map<String, Object> variant(String dictionary, String value) {
    Map<String, Object> halves = new LinkedHashMap<>();
    halves.put("metadata", HexFormat.of().parseHex(dictionary));
    halves.put("value", HexFormat.of().parseHex(value.replace(" ", "")));
    return halves;
  }
}
