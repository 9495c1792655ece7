package io.dorischangelog.client.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a filter may say, and how it is written into SQL. */
class RowFilterTest {
  private static final List<String> COLUMNS = List.of("id", "Name", "od`d", "limit", "größe");
  private static final Pattern SHAPE =
      Pattern.compile("`((?:[^`]|``)*)`|'((?:[^']|'')*)'|([\\p{L}_]\\w*)|(\\S)");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "id = 1 | (`id` = 1)",
        "ID >= 1 and name like 'A%' | (`id` >= 1 AND `Name` LIKE 'A%')",
        "id in (1,2) or not (id is null) | (`id` IN ( 1 , 2 ) OR NOT ( `id` IS NULL ))",
        "upper(name) = \"O'Neil\" | (UPPER( `Name` ) = 'O''Neil')",
        "name = 'it''s' | (`Name` = 'it''s')",
        "`od``d` <> -1.5e3 | (`od``d` <> - 1.5e3)",
        "`limit` < 3 | (`limit` < 3)",
        "größe between .5 and 2. | (`größe` BETWEEN .5 AND 2.)",
        "name = 'a;b -- c /* d */' | (`Name` = 'a;b -- c /* d */')",
        "date '2026-01-01' < name | (DATE '2026-01-01' < `Name`)",
        "case when id % 2 = 0 then true else false end | (CASE WHEN `id` % 2 = 0 THEN TRUE ELSE"
            + " FALSE END)",
        "name like 'a\\%b' | (`Name` LIKE 'a\\%b')",
        "name = '\\\\' | (`Name` = '\\\\')",
      })
  void anUnderstoodFilterIsWrittenAnew(String filter, String sql) {
    assertThat(RowFilter.parse(filter).bind(COLUMNS).sql()).isEqualTo(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "id = 1; DROP TABLE t",
        "id = 1 -- and more",
        "id = 1 # more",
        "id = /* hint */ 1",
        "id = 'open",
        "`id = 1",
        "(id = 1",
        "id = 1)",
        "1 = 1) OR (1 = 1",
        "id = @x",
        "id = @@version",
        "id = ?",
        "id = :x",
        "id = $1",
        "t.id = 1",
        "id = 1.2.3",
        "id = 1abc",
        "name = 'a\\' OR 1 = 1 '",
        "name = 'a\\",
        "id = 1 && id = 2",
        "id = 1 || id = 2",
        "id[1] = 1",
        "id = 1\u0000",
      })
  void whatIsNoConditionIsRefused(String filter) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowFilter.parse(filter))
        .withMessageStartingWith("filter = '" + filter + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id IN (SELECT id FROM other)",
        "EXISTS (SELECT 1)",
        "id = 1 UNION ALL SELECT 2",
        "id = 1 limit 5",
      })
  void queriesInsideAreRefused(String filter) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowFilter.parse(filter))
        .withMessageContaining("queries inside a filter are not possible");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rand() < 0.5", "id = sleep(5)", "`now`() > name", "NOW ( ) > name", "uuid()='a'"})
  void otherFunctionsAreRefusedByName(String filter) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowFilter.parse(filter))
        .withMessageContaining("calls the function '")
        .withMessageContaining("coalesce");
  }

  @Test
  void unknownColumnsAreNamedTogetherWithThoseThatExist() {
    RowFilter filter = RowFilter.parse("nam = 'a' AND id = 1 AND current_date > agee");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> filter.bind(COLUMNS))
        .withMessageContaining("[agee, current_date, nam]")
        .withMessageContaining("Name");
  }

  @Test
  void theColumnsItLooksAtAreKnown() {
    RowFilter.Bound bound = RowFilter.parse("id = 1 AND upper(NAME) = 'id'").bind(COLUMNS);
    assertThat(bound.columns()).containsExactlyInAnyOrder("id", "Name");
    assertThat(bound.columnsOutside(Set.of("id"))).containsExactly("Name");
  }

  /**
   * Whatever is accepted holds, outside of strings, only known columns in back-quotes, known
   * functions before a bracket, and known words.
   */
  @Property(tries = 3000)
  void neverLetsAnUnknownColumnOrFunctionThrough(@ForAll("pieces") List<String> pieces) {
    String text = String.join("", pieces);
    RowFilter.Bound bound;
    try {
      bound = RowFilter.parse(text).bind(COLUMNS);
    } catch (IllegalArgumentException refused) {
      return;
    }
    Matcher token = SHAPE.matcher(bound.sql());
    int depth = 0;
    for (int at = 0; token.find(at); at = token.end()) {
      assertThat(bound.sql().substring(at, token.start())).isBlank();
      if (token.group(1) != null) {
        assertThat(COLUMNS).contains(token.group(1).replace("``", "`"));
      } else if (token.group(3) != null) {
        requireKnownWord(bound.sql(), token);
      } else if (token.group(4) != null) {
        assertThat("=<>!+-*/%(),.0123456789").contains(token.group(4));
        depth += token.group(4).equals("(") ? 1 : token.group(4).equals(")") ? -1 : 0;
        assertThat(depth > 0 || token.end() == bound.sql().length()).isTrue();
      }
    }
    assertThat(depth).isZero();
    assertThat(bound.sql().replaceAll("'(?:[^']|'')*'|`(?:[^`]|``)*`", ""))
        .doesNotContain("--", "/*", "#", ";", "@");
  }

  private static void requireKnownWord(String sql, Matcher token) {
    boolean called = token.end() < sql.length() && sql.charAt(token.end()) == '(';
    String word = token.group(3);
    if (called) {
      assertThat(FilterWords.FUNCTIONS).contains(word.toLowerCase(Locale.ROOT));
    } else {
      boolean exponent = word.matches("[eE]\\d*");
      assertThat(
              exponent
                  || FilterWords.KEYWORDS.contains(word)
                  || FilterWords.LITERAL_TYPES.contains(word))
          .isTrue();
    }
  }

  @Provide
  Arbitrary<List<String>> pieces() {
    return Arbitraries.frequencyOf(
            Tuple.of(
                5,
                Arbitraries.of(
                    "id",
                    " ",
                    "name",
                    "`od``d`",
                    "=",
                    "1",
                    "'a'",
                    "(",
                    ")",
                    " and ",
                    " or ",
                    "upper(",
                    "rand(",
                    "secret",
                    "`secret`",
                    "'",
                    "\"",
                    "`",
                    "\\",
                    "--",
                    "/*",
                    "*/",
                    ";",
                    "#",
                    "@",
                    ",",
                    ".",
                    "1e5",
                    "date ",
                    " in ",
                    " not ",
                    "-",
                    "<",
                    "select ",
                    "now",
                    "limit ")),
            Tuple.of(1, Arbitraries.strings().ofMaxLength(3)))
        .list()
        .ofMaxSize(14);
  }
}
