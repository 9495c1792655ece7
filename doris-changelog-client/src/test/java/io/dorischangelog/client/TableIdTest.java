package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableIdTest {

  @Test
  void twoPlainNamesAreSplitAtTheDot() {
    assertThat(TableId.parse("test.student_changelog_source"))
        .isEqualTo(new TableId("test", "student_changelog_source"));
  }

  @Test
  void backQuotedNamesMayHoldDotsAndBackQuotes() {
    TableId table = TableId.parse("`my.db`.`it``s`");

    assertThat(table).isEqualTo(new TableId("my.db", "it`s"));
    assertThat(table.quoted()).isEqualTo("`my.db`.`it``s`");
    assertThat(table).hasToString("`my.db`.`it``s`");
  }

  @Test
  void anyUnicodeIsAName() {
    assertThat(TableId.parse("仓库.заказы 🛒").quoted()).isEqualTo("`仓库`.`заказы 🛒`");
  }

  @Test
  void caseMakesAnotherTable() {
    assertThat(TableId.parse("Shop.orders")).isNotEqualTo(TableId.parse("shop.orders"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "orders", ".", "a.", ".b", "a.b.c", "`a.b", "`a`b.c", "a. b", "``.b", "a.b`"})
  void whatIsNotTwoNamesIsRefusedWithTheText(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableId.parse(text))
        .withMessageContaining("name");
  }

  @Test
  void halfASurrogatePairIsNoName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TableId("a", "x\ud83d"))
        .withMessageContaining("surrogate");
  }
}
