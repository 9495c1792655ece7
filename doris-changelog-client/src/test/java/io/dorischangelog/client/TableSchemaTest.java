package io.dorischangelog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableSchemaTest {

  private static final Column ID = Column.key("id", DorisType.parse("bigint"));
  private static final Column NAME = Column.of("user_name", DorisType.parse("varchar(20)"));
  private static final TableSchema SCHEMA = TableSchema.of(Semantics.FULL, ID, NAME);

  @Test
  void columnsAreFoundByNameAndByIndex() {
    assertThat(SCHEMA.column("user_name")).isEqualTo(SCHEMA.column(1)).isEqualTo(NAME);
    assertThat(SCHEMA.indexOf("id")).isZero();
    assertThat(SCHEMA.keys()).containsExactly(ID);
    assertThat(SCHEMA.contains("ID")).isFalse();
    assertThat(SCHEMA.size()).isEqualTo(2);
  }

  @Test
  void anUnknownNameIsAnsweredWithTheNamesThatAreThere() {
    assertThatThrownBy(() -> SCHEMA.column("usr_name"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'usr_name'")
        .hasMessageEndingWith("the columns are: user_name, id");
  }

  @Test
  void ofManyColumnsTheNearestAreNamedFirst() {
    Column[] many = new Column[300];
    for (int i = 0; i < many.length; i++) {
      many[i] = Column.of("c" + i, DorisType.parse("int"));
    }
    many[250] = Column.of("Amount", DorisType.parse("int"));
    assertThatThrownBy(() -> TableSchema.of(Semantics.FULL, many).indexOf("amount"))
        .hasMessageContaining("the nearest names are: Amount, ");
  }

  @Test
  void oneNameTwiceIsRefused() {
    assertThatThrownBy(() -> TableSchema.of(Semantics.FULL, ID, ID))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'id'");
  }

  @Test
  void equalityCountsColumnsAndSemantics() {
    assertThat(TableSchema.of(Semantics.FULL, ID, NAME))
        .isEqualTo(SCHEMA)
        .hasSameHashCodeAs(SCHEMA);
    assertThat(TableSchema.of(Semantics.UPSERT, ID, NAME)).isNotEqualTo(SCHEMA);
    assertThat(SCHEMA).hasToString("FULL [id bigint NOT NULL, user_name varchar(20)]");
  }
}
