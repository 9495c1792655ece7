package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The scalar functions and operators, by what a query of them answers. */
class FunctionCallsTest {
  private final EngineFixture fixture = new EngineFixture();

  private List<Object> answer(String expressions) {
    return fixture.rows("SELECT " + expressions).get(0);
  }

  private void createNested() {
    fixture.run(
        "CREATE TABLE n (k INT, j JSON, a ARRAY<INT>, m MAP<STRING, INT>,"
            + " s STRUCT<x:INT, t:STRUCT<y:STRING>>, b BITMAP NOT NULL) UNIQUE KEY(k)"
            + " DISTRIBUTED BY HASH(k) BUCKETS 1");
    fixture.run(
        "INSERT INTO n VALUES (1, '{\"a\": {\"b c\": [1, 2.5, \"x\"]}, \"n\": null}',"
            + " [3, 1, NULL, 3], {'p': 1}, named_struct('x', 5, 't', named_struct('y', 'z')),"
            + " bitmap_from_string('1,2,3'))");
  }

  @Test
  void bitsAreShiftedAndCombined() {
    assertThat(
            answer("1024 >> 2, 1 << 4, 6 & 3, 6 | 1, 6 ^ 3, ~5, bit_shift_right(8, 2), 1 & NULL"))
        .isEqualTo(Arrays.asList(256L, 16L, 2L, 7L, 5L, -6L, 2L, null));
    assertThat(answer("1 + 1 << 2, 5 & 4 = 4, cast('[[1]]' AS ARRAY<ARRAY<INT>>)"))
        .isEqualTo(List.of(8L, true, List.of(List.of(1))));
  }

  @Test
  void jsonIsLookedInto() {
    createNested();
    assertThat(
            fixture
                .rows(
                    "SELECT json_extract(j, '$.a'), json_extract_string(j, '$.a.\"b c\"[2]'),"
                        + " json_extract_int(j, '$.a.b c[0]'), json_extract_double(j, '$.a.b"
                        + " c[1]'), json_extract_isnull(j, '$.n'), jsonb_extract_int(j, '$.zz')"
                        + " FROM n")
                .get(0))
        .isEqualTo(Arrays.asList("{\"b c\":[1,2.5,\"x\"]}", "x", 1, 2.5, true, null));
    assertThat(answer("get_json_string('{\"a\": \"b\"}', '$.a'), json_valid('{'), json_valid('1')"))
        .isEqualTo(List.of("b", 0, 1));
    assertThatThrownBy(() -> answer("json_extract('{}', '$.a[')"))
        .hasMessageContaining("Invalid Json Path");
  }

  @Test
  void fieldsOfStructsAreColumnsOfColumns() {
    createNested();
    assertThat(fixture.rows("SELECT s.x, n.s.x, s.t.y FROM n WHERE s.x = 5"))
        .containsExactly(List.of(5, 5, "z"));
    assertThat(fixture.refusal("SELECT s.q FROM n")).hasMessageContaining("struct_element");
    assertThat(fixture.refusal("SELECT k.x FROM n")).hasMessageContaining("Unknown column 'k.x'");
  }

  @Test
  void collectionsAreJoinedSortedAndAsked() {
    createNested();
    assertThat(
            fixture
                .rows(
                    "SELECT array_join(a, ','), array_join(a, ',', '-'), array_sort(a),"
                        + " array_distinct(a), array_max(a), array_min(a), array_position(a, 1),"
                        + " map_contains_key(m, 'p'), map_contains_key(m, 'q') FROM n")
                .get(0))
        .isEqualTo(
            List.of(
                "3,1,3",
                "3,1,-,3",
                Arrays.asList(null, 1, 3, 3),
                Arrays.asList(3, 1, null),
                3,
                1,
                2L,
                true,
                false));
    fixture.run("INSERT INTO n (k, b) VALUES (2, bitmap_empty())");
    assertThat(fixture.rows("SELECT collect_list(k), collect_set(k % 1) FROM n").get(0))
        .isEqualTo(List.of(List.of(1, 2), List.of(0L)));
  }

  @Test
  void bitmapsAreCombined() {
    createNested();
    assertThat(
            fixture
                .rows(
                    "SELECT bitmap_and_count(b, bitmap_from_string('2,3,4')),"
                        + " bitmap_or_count(b, to_bitmap(9)), bitmap_xor_count(b, to_bitmap(1)),"
                        + " bitmap_to_string(bitmap_not(b, to_bitmap(1))),"
                        + " bitmap_has_any(b, to_bitmap(7)), bitmap_and_count(b, NULL),"
                        + " bitmap_count(NULL), hll_cardinality(NULL) FROM n")
                .get(0))
        .isEqualTo(List.of(2L, 4L, 2L, "2,3", false, 0L, 0L, 0L));
  }

  @Test
  void numbersAreRounded() {
    assertThat(answer("round(1234.567, 1), truncate(1234.567, 1), round(-2.5), round(15, -1)"))
        .isEqualTo(
            List.of(new BigDecimal("1234.6"), new BigDecimal("1234.5"), new BigDecimal("-3"), 20L));
    assertThat(answer("pow(2, 10), sqrt(16), sign(-5), sqrt(-1)"))
        .isEqualTo(Arrays.asList(1024.0, 4.0, (byte) -1, null));
  }

  @Test
  void textsAreCutPaddedAndDigested() {
    assertThat(
            answer(
                "left('abc', 2), right('abc', 2), lpad('a', 3, 'xy'), rpad('abc', 2, 'x'),"
                    + " instr('abc', 'c'), locate('b', 'abc'), starts_with('abc', 'ab'),"
                    + " split_part('a,b', ',', -1), concat_ws('-', 'a', NULL, 'b')"))
        .isEqualTo(List.of("ab", "bc", "xya", "ab", 3, 2, true, "b", "a-b"));
    assertThat(answer("hex('abc'), hex(255), unhex('616263'), md5('abc'), to_base64('abc')"))
        .isEqualTo(List.of("616263", "FF", "abc", "900150983cd24fb0d6963f7d28e17f72", "YWJj"));
    assertThat(answer("crc32('abc'), sha1('abc'), from_base64('YWJj'), isnull(NULL)"))
        .isEqualTo(List.of(891568578L, "a9993e364706816aba3e25717850c26c9cd0d89d", "abc", true));
  }

  @Test
  void datesHaveWeekdaysAndQuarters() {
    assertThat(
            answer(
                    "dayofweek('2026-11-29'), weekday('2026-11-29'), dayofyear('2026-02-01'),"
                        + " quarter('2026-11-29')")
                .stream()
                .map(Object::toString))
        .containsExactly("1", "6", "32", "4");
  }
}
