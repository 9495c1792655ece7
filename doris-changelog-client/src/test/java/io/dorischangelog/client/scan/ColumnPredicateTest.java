package io.dorischangelog.client.scan;

import static io.dorischangelog.client.scan.ColumnPredicate.Operator.EQUAL;
import static io.dorischangelog.client.scan.ColumnPredicate.Operator.GREATER;
import static io.dorischangelog.client.scan.ColumnPredicate.Operator.LESS_OR_EQUAL;
import static io.dorischangelog.client.scan.ColumnPredicate.Operator.NOT_EQUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.internal.filter.RowFilter;
import io.dorischangelog.client.scan.ColumnPredicate.Comparison;
import io.dorischangelog.client.scan.ColumnPredicate.In;
import io.dorischangelog.client.scan.ColumnPredicate.IsNull;
import io.dorischangelog.client.scan.ColumnPredicate.Junction;
import io.dorischangelog.client.scan.ColumnPredicate.Not;
import io.dorischangelog.client.scan.ColumnPredicate.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How conditions with typed constants are written, and where they are exact. */
class ColumnPredicateTest {
  private static final LocalDateTime MICROS = LocalDateTime.parse("2026-10-09T10:00:00.123450");

  private static ColumnPredicate equal(Object value) {
    return new Comparison("c", EQUAL, value);
  }

  static Stream<Arguments> constants() {
    return Stream.of(
        Arguments.of(true, "TRUE"),
        Arguments.of((byte) -5, "-5"),
        Arguments.of(Long.MIN_VALUE, "-9223372036854775808"),
        Arguments.of(BigInteger.TWO.pow(100), "1267650600228229401496703205376"),
        Arguments.of(new BigDecimal("1.50"), "1.5"),
        Arguments.of(new BigDecimal("1E+3"), "1000."),
        Arguments.of(new BigDecimal("0.00"), "0."),
        Arguments.of("it's", "'it''s'"),
        Arguments.of("\\", "'\\\\'"),
        Arguments.of("\\'", "'\\\\'''"),
        Arguments.of("", "''"),
        Arguments.of(LocalDate.of(7, 1, 2), "DATE '0007-01-02'"),
        Arguments.of(LocalDateTime.parse("2026-10-09T10:00:00"), "TIMESTAMP '2026-10-09 10:00:00'"),
        Arguments.of(MICROS, "TIMESTAMP '2026-10-09 10:00:00.12345'"));
  }

  @ParameterizedTest
  @MethodSource("constants")
  void aConstantIsWrittenExactlyAndUnderstoodAsAFilter(Object value, String text) {
    String filter = equal(value).toFilter();
    assertThat(filter).isEqualTo("`c` = " + text);
    assertThat(RowFilter.parse(filter).bind(List.of("c")).columns()).containsExactly("c");
  }

  static Stream<Object> impossible() {
    return Stream.of(
        1.5,
        1.5f,
        Instant.EPOCH,
        'c',
        List.of(),
        LocalDate.of(10000, 1, 1),
        LocalDate.of(0, 1, 1),
        LocalDateTime.parse("2026-10-09T10:00:00.000000001"),
        new BigDecimal("1E+1000"));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void aConstantThatCannotBeMeantExactlyIsRefused(Object value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> equal(value))
        .withMessageContaining(value.getClass().getSimpleName());
    assertThatIllegalArgumentException().isThrownBy(() -> new In("c", List.of(value)));
    assertThat(ColumnPredicate.compare("c", EQUAL, value)).isEmpty();
  }

  @Test
  void emptyListsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new In("c", List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> ColumnPredicate.and(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> ColumnPredicate.or(List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"' OR 1 = 1", "'; DROP TABLE t; --", "\\' OR 1 = 1 -- ", "`", "/*", "\r#", "\""})
  void noTextOrNameCanLeaveItsQuotes(String text) {
    String filter = new Comparison(text, EQUAL, text).toFilter();
    RowFilter.Bound bound = RowFilter.parse(filter).bind(List.of(text));
    assertThat(bound.columns()).containsExactly(text);
    assertThat(bound.sql()).isEqualTo("(" + filter + ")");
  }

  @Test
  void partsAreJoinedInBrackets() {
    ColumnPredicate small = new Comparison("id", LESS_OR_EQUAL, 3);
    ColumnPredicate named = new IsNull("name", false);
    ColumnPredicate unnamed = new IsNull("name", true);
    assertThat(
            ColumnPredicate.and(List.of(new Not(small), ColumnPredicate.or(List.of(named, small))))
                .toFilter())
        .isEqualTo("(NOT (`id` <= 3)) AND ((`name` IS NOT NULL) OR (`id` <= 3))");
    assertThat(ColumnPredicate.and(List.of(unnamed))).isEqualTo(unnamed);
    assertThat(ColumnPredicate.and(List.of(ColumnPredicate.and(List.of(small, named)), unnamed)))
        .isEqualTo(new Junction(true, List.of(small, named, unnamed)));
  }

  @Test
  void severalValuesOfOneColumnBecomeAList() {
    ColumnPredicate pair = ColumnPredicate.or(List.of(equal(1), equal(2)));
    assertThat(ColumnPredicate.or(List.of(pair, equal(3))))
        .isEqualTo(new In("c", List.of(1, 2, 3)));
    ColumnPredicate other = new Comparison("d", EQUAL, 1);
    ColumnPredicate different = new Comparison("c", NOT_EQUAL, 9);
    assertThat(ColumnPredicate.or(List.of(different, equal(1), other, equal(2))).toFilter())
        .isEqualTo("(`c` IN (1, 2)) OR (`d` = 1) OR (`c` <> 9)");
  }

  private static boolean isExact(String type, Operator operator, Object value) {
    return new Comparison("c", operator, value)
        .isExactFor(List.of(Column.of("c", DorisType.parse(type))));
  }

  static Stream<Arguments> exact() {
    return Stream.of(
        Arguments.of("boolean", EQUAL, true),
        Arguments.of("tinyint", GREATER, 1000L),
        Arguments.of("largeint", GREATER, BigInteger.TWO.pow(127).subtract(BigInteger.ONE)),
        Arguments.of("decimal(38,20)", GREATER, new BigDecimal("-5.00")),
        Arguments.of("decimal(5,2)", EQUAL, new BigDecimal("999.99")),
        Arguments.of("decimal(38,18)", EQUAL, Long.MAX_VALUE),
        Arguments.of("date", GREATER, LocalDate.of(1, 1, 1)),
        Arguments.of("datetime", GREATER, LocalDateTime.parse("2026-10-09T10:00:00")),
        Arguments.of("datetime(5)", EQUAL, MICROS),
        Arguments.of("varchar(3)", GREATER, "longer than the column "),
        Arguments.of("string", NOT_EQUAL, "ä😀'"),
        Arguments.of("char(3)", EQUAL, "ab"));
  }

  @ParameterizedTest
  @MethodSource("exact")
  void typesThatDorisComparesAsJavaDoes(String type, Operator operator, Object value) {
    assertThat(isExact(type, operator, value)).isTrue();
  }

  static Stream<Arguments> doubtful() {
    return Stream.of(
        Arguments.of("boolean", GREATER, false),
        Arguments.of("boolean", EQUAL, 1),
        Arguments.of("int", GREATER, new BigDecimal("1.5")),
        Arguments.of("int", EQUAL, "1"),
        Arguments.of("largeint", EQUAL, BigInteger.TWO.pow(127)),
        Arguments.of("decimal(5,2)", EQUAL, new BigDecimal("1.001")),
        Arguments.of("decimal(5,2)", EQUAL, new BigDecimal("1000")),
        Arguments.of("decimal(38,20)", EQUAL, 5),
        Arguments.of("decimal(76,2)", EQUAL, new BigDecimal("5")),
        Arguments.of("float", EQUAL, 1),
        Arguments.of("double", EQUAL, new BigDecimal("1.5")),
        Arguments.of("date", EQUAL, "2026-10-09"),
        Arguments.of("date", EQUAL, MICROS),
        Arguments.of("datetime(4)", GREATER, MICROS),
        Arguments.of("datetime", EQUAL, LocalDate.of(2026, 10, 9)),
        Arguments.of("timestamptz", EQUAL, MICROS),
        Arguments.of("varchar(9)", EQUAL, "a\\b"),
        Arguments.of("varchar(9)", EQUAL, "a\0"),
        Arguments.of("varchar(9)", EQUAL, "\uD83D"),
        Arguments.of("char(3)", GREATER, "ab"),
        Arguments.of("json", EQUAL, "{}"),
        Arguments.of("ipv4", EQUAL, "127.0.0.1"));
  }

  @ParameterizedTest
  @MethodSource("doubtful")
  void whereThereIsDoubtNothingIsPromised(String type, Operator operator, Object value) {
    assertThat(isExact(type, operator, value)).isFalse();
  }

  @Test
  void aConditionIsExactIfAllOfItIs() {
    List<Column> columns =
        List.of(
            Column.of("c", DorisType.parse("int")),
            Column.of("f", DorisType.parse("double")),
            Column.of("b", DorisType.parse("bitmap")));
    ColumnPredicate real = new IsNull("f", true);
    ColumnPredicate objects = new IsNull("b", false);
    assertThat(real.isExactFor(columns)).isTrue();
    assertThat(objects.isExactFor(columns)).isFalse();
    assertThat(ColumnPredicate.and(List.of(equal(1), real)).isExactFor(columns)).isTrue();
    assertThat(ColumnPredicate.or(List.of(equal(1), objects)).isExactFor(columns)).isFalse();
    assertThat(new Not(objects).isExactFor(columns)).isFalse();
    assertThat(equal(1).isExactFor(List.of())).isFalse();
    assertThat(new Comparison("C", EQUAL, 1).isExactFor(columns)).isFalse();
    assertThat(new In("c", List.of(1, "x")).isExactFor(columns)).isFalse();
    assertThat(new In("c", Collections.nCopies(1_001, 1)).isExactFor(columns)).isFalse();
  }
}
