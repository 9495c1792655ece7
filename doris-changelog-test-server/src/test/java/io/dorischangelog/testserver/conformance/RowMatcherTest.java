package io.dorischangelog.testserver.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dorischangelog.testserver.ChangelogNames;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowMatcherTest {

  @Test
  void numbersAreComparedByValue() throws Exception {
    assertThat(same("1", "1")).isTrue();
    assertThat(same("1", (byte) 1)).isTrue();
    assertThat(same("1", new BigDecimal("1.00"))).isTrue();
    assertThat(same("1", true)).isTrue();
    assertThat(same("1", 2)).isFalse();
    assertThat(same("1", "one")).isFalse();
  }

  @Test
  void textsAreComparedByLetter() throws Exception {
    assertThat(same("\"100.00\"", new BigDecimal("100.00"))).isTrue();
    assertThat(same("\"100.00\"", new BigDecimal("100.0"))).isFalse();
    assertThat(same("\"a\"", "A")).isFalse();
  }

  @Test
  void timestampsMayEndInZeros() throws Exception {
    assertThat(same("\"2026-01-01 00:00:00\"", "2026-01-01 00:00:00.000000")).isTrue();
    assertThat(same("\"2026-01-01 00:00:00.100\"", "2026-01-01T00:00:00.1")).isTrue();
    assertThat(same("\"2026-01-01 00:00:00.100\"", "2026-01-01 00:00:00.01")).isFalse();
    assertThat(same("\"2026-01-01 00:00:10\"", "2026-01-01 00:00:1")).isFalse();
  }

  @Test
  void nullIsOnlyNull() throws Exception {
    assertThat(same("null", null)).isTrue();
    assertThat(same("null", "null")).isFalse();
    assertThat(same("0", null)).isFalse();
  }

  @Test
  void nestedValuesAreComparedInDepth() throws Exception {
    assertThat(same("[1,null,{\"a\":[\"b\"]}]", "[1, null, {\"a\":[\"b\"]}]")).isTrue();
    assertThat(same("[1]", "[1, 2]")).isFalse();
    assertThat(same("{\"a\":1}", json("{\"a\":1.0}"))).isTrue();
    assertThat(same("{\"a\":1}", json("{\"b\":1}"))).isFalse();
    assertThat(same("[null]", json("[0]"))).isFalse();
  }

  @Test
  void bitmapsAreComparedByMembersAndSketchesByNumber() throws Exception {
    assertThat(same("{\"bitmap\":[1,2]}", "1,2")).isTrue();
    assertThat(same("{\"bitmap\":[1,2]}", "1,2,3")).isFalse();
    assertThat(same("{\"hll\":[\"x\",\"y\"]}", 2)).isTrue();
  }

  @Test
  void orderCountsOnlyWhereItIsPartOfTheFact() throws Exception {
    List<JsonNode> expected = List.of(json("[1]"), json("[2]"), json("[1]"));
    List<List<Object>> other = List.of(List.of(2), List.of(1), List.of(1));
    assertThat(RowMatcher.sameOrder(expected, other)).isFalse();
    assertThat(RowMatcher.anyOrder(expected, other)).isTrue();
    assertThat(RowMatcher.anyOrder(expected, List.of(List.of(2), List.of(2), List.of(1))))
        .isFalse();
    assertThat(RowMatcher.anyOrder(expected, List.of(List.of(2), List.of(1)))).isFalse();
  }

  @Test
  void errorTextsMatchInBothSpellings() {
    Spelling spelling = new Spelling(ChangelogNames.CHANGELOG, false);
    String recorded = "Row binlog offset has expired according to binlog.ttl_seconds";
    assertThat(
            spelling.says(
                "errCode = 2, detailMessage = Changelog offset has expired according to"
                    + " changelog.ttl_seconds",
                recorded))
        .isTrue();
    assertThat(spelling.says("Changelog offset is fine", recorded)).isFalse();
    assertThat(spelling.says("no", "can't disable binlog when format is [Row]")).isTrue();
    assertThat(new Spelling(ChangelogNames.BINLOG, true).says("row binlog", "Row binlog"))
        .isFalse();
  }

  private static boolean same(String expected, Object actual) throws JsonProcessingException {
    return RowMatcher.sameOrder(
        List.of(json("[" + expected + "]")), List.of(Arrays.asList(actual)));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }
}
