package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static io.dorischangelog.testserver.internal.store.StoreFixture.row;
import static io.dorischangelog.testserver.internal.store.StoreFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogTest {
  private final StoreFixture store = new StoreFixture();
  private final Catalog catalog = store.catalog;

  @Test
  void databasesComeAndGo() {
    assertThat(catalog.createDatabase("other", false, Map.of("k", "v"))).isTrue();
    assertThat(catalog.createDatabase("other", true, Map.of())).isFalse();
    assertThat(catalog.databases()).containsExactly("db", "other");
    assertThat(catalog.databaseProperties("other")).containsEntry("k", "v");
    assertThatThrownBy(() -> catalog.createDatabase("other", false, Map.of()))
        .isInstanceOfSatisfying(DorisException.class, e -> assertThat(e.code()).isEqualTo(1007));

    catalog.dropDatabase("other", false);
    catalog.dropDatabase("other", true);
    assertThat(catalog.hasDatabase("other")).isFalse();
    assertThatThrownBy(() -> catalog.dropDatabase("other", false))
        .hasMessageContaining("database doesn't exist");
  }

  @Test
  void namesAreCaseSensitive() {
    store.unique("t");

    assertThat(catalog.find("db", "t")).isPresent();
    assertThat(catalog.find("db", "T")).isEmpty();
    assertThat(catalog.find("DB", "t")).isEmpty();
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> catalog.table("db", "t"))
        .isInstanceOfSatisfying(DorisException.class, e -> assertThat(e.code()).isEqualTo(1146))
        .hasMessage("Table [t] does not exist in database [db].");
    assertThatThrownBy(() -> catalog.table("no", "t"))
        .isInstanceOfSatisfying(DorisException.class, e -> assertThat(e.code()).isEqualTo(1049))
        .hasMessage("Unknown database 'no'");
  }

  @Test
  void aRenamedTableKeepsItsIdentity() {
    Table table = store.unique("t");
    store.insert(table, row(1L, 1, 1));
    catalog.renameTable("db", "t", "u");

    assertThat(catalog.table("db", "u")).isSameAs(table);
    assertThat(table.name()).isEqualTo("u");
    assertThat(catalog.find("db", "t")).isEmpty();
  }

  @Test
  void replacingATableBringsTheRecordsOfTheOther() {
    Table first = store.unique("t");
    Table second = store.unique("u");
    store.insert(first, row(1L, 1, 1));
    store.insert(second, row(2L, 2, 2));
    catalog.replaceTable("db", "t", "u", true);

    assertThat(catalog.table("db", "t").id()).isEqualTo(second.id());
    assertThat(store.changes(catalog.table("db", "t"), IncrementType.DETAIL))
        .containsExactly("0:2,2,2");
    assertThat(rows(catalog.table("db", "u"))).containsExactly("1,1,1");

    catalog.replaceTable("db", "t", "u", false);
    assertThat(catalog.tables("db")).extracting(Table::name).containsExactly("t");
  }

  @Test
  void aTableLikeAnotherCopiesDefinitionAndPropertiesButNoRows() {
    Table source =
        store.create(
            "t", TableKeys.unique("id"), log(true, "changelog.ttl_seconds", "77"), "id", "a");
    source.addColumns(List.of(ColumnDefinition.of("c", StoreFixture.INT)), null);
    source.setProperties(Map.of("changelog.ttl_seconds", "78"));
    store.insert(source, row(1L, 1, 1));
    catalog.createTableLike("db", "copy", false, source);
    Table copy = catalog.table("db", "copy");

    assertThat(copy.ttlSeconds()).isEqualTo(78);
    assertThat(copy.schema().columns()).extracting(Column::name).containsExactly("id", "a", "c");
    assertThat(rows(copy)).isEmpty();
    assertThat(copy.id()).isNotEqualTo(source.id());
    assertThat(catalog.createTableLike("db", "copy", true, source)).isFalse();
  }

  @Test
  void existingTablesAreNotReplacedByCreate() {
    store.unique("t");

    assertThatThrownBy(() -> store.unique("t")).hasMessage("Table 't' already exists");
    catalog.dropTable("db", "t", false);
    catalog.dropTable("db", "t", true);
    assertThatThrownBy(() -> catalog.dropTable("db", "t", false))
        .hasMessageContaining("does not exist");
  }

  @Test
  void creationTimeComesFromTheClock() {
    assertThat(store.unique("t").createdAt()).isEqualTo(store.time.instant());
  }
}
