package io.dorischangelog.testserver.internal.store;

import static io.dorischangelog.testserver.internal.store.StoreFixture.log;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CreateTableTest {
  private final StoreFixture store = new StoreFixture();
  private final StoreFixture old = new StoreFixture(ChangelogNames.BINLOG);

  private static Map<String, String> oldLog(String... more) {
    Map<String, String> properties = new HashMap<>();
    properties.put("binlog.enable", "true");
    properties.put("binlog.format", "ROW");
    for (int i = 0; i < more.length; i += 2) {
      properties.put(more[i], more[i + 1]);
    }
    return properties;
  }

  private static TableKeys aggregate() {
    return new TableKeys(KeyModel.AGGREGATE, List.of("id"), List.of());
  }

  @Test
  void modelsThatCannotHaveTheLogAreRefused() {
    Map<String, String> mergeOnRead = log(true, "enable_unique_key_merge_on_write", "false");

    assertThatThrownBy(() -> store.create("t", TableKeys.unique("id"), mergeOnRead, "id", "a"))
        .hasMessage("Only duplicate and mow table model support changelog");
    assertThatThrownBy(() -> old.create("t", aggregate(), oldLog(), "id", "a"))
        .hasMessage("Only duplicate and mow table model support binlog<Row>");
    assertThatThrownBy(() -> store.create("t", TableKeys.duplicate("id"), log(true), "id", "a"))
        .hasMessage("Duplicate table model don't support record historical value");
    assertThatThrownBy(
            () ->
                old.create(
                    "t",
                    new TableKeys(KeyModel.UNIQUE, List.of("id"), List.of("a")),
                    oldLog(),
                    "id",
                    "a"))
        .hasMessage("Unique merge-on-write tables with cluster keys do not support binlog<Row>");
  }

  @Test
  void columnsThatCannotBeLoggedAreRefused() {
    ColumnDefinition variant = ColumnDefinition.of("v", DorisType.of(DorisType.Kind.VARIANT));
    ColumnDefinition counter =
        new ColumnDefinition("n", StoreFixture.BIGINT, false, null, "", true);

    assertThatThrownBy(() -> old.create("t", TableKeys.unique("id"), oldLog(), "id", variant))
        .hasMessage("variant column can't be created on table with binlog<Row>");
    assertThatThrownBy(() -> old.create("t", TableKeys.unique("id"), oldLog(), "id", counter))
        .hasMessage("auto-inc column can't be created on table with binlog<Row>");
    assertThatThrownBy(() -> store.create("t", TableKeys.unique("id"), log(true), "id", variant))
        .hasMessage("variant column can't be created on table with changelog");
  }

  @Test
  void theTtlMustBePositive() {
    for (String ttl : List.of("-2", "0", "-1")) {
      assertThatThrownBy(
              () ->
                  old.create(
                      "t", TableKeys.duplicate("id"), oldLog("binlog.ttl_seconds", ttl), "id"))
          .hasMessage("ROW binlog.ttl_seconds must be greater than 0");
    }
  }

  @Test
  void defaultsAreShownInTheWordsOfTheGeneration() {
    Table table = store.unique("t");
    Table oldTable = old.create("t", TableKeys.unique("id"), oldLog(), "id", "a");

    assertThat(table.properties())
        .containsEntry("changelog.enable", "true")
        .containsEntry("changelog.ttl_seconds", "86400")
        .containsEntry("changelog.need_historical_value", "true")
        .containsEntry("enable_unique_key_merge_on_write", "true");
    assertThat(oldTable.properties())
        .containsEntry("binlog.enable", "true")
        .containsEntry("binlog.format", "ROW")
        .containsEntry("binlog.ttl_seconds", "86400")
        .containsEntry("binlog.max_bytes", "9223372036854775807")
        .containsEntry("binlog.need_historical_value", "false");
  }

  @Test
  void beforeTheRenameTheFormatDecides() {
    Table table =
        old.create("t", TableKeys.unique("id"), Map.of("binlog.enable", "true"), "id", "a");

    assertThat(table.changelogEnabled()).isFalse();
    assertThatThrownBy(
            () ->
                old.create("u", TableKeys.unique("id"), oldLog("binlog.format", "row"), "id", "a"))
        .hasMessage("Invalid binlog format value: row");
    assertThatThrownBy(() -> store.create("u", TableKeys.unique("id"), oldLog(), "id", "a"))
        .hasMessageContaining("changelog.enable=true");
  }

  @Test
  void newTablesInheritFromTheirDatabase() {
    store.catalog.setDatabaseProperties("db", Map.of("changelog.ttl_seconds", "1"));
    Table inheriting = store.unique("t");
    Table own =
        store.create(
            "u", TableKeys.unique("id"), log(true, "changelog.ttl_seconds", "86400"), "id");

    assertThat(inheriting.ttlSeconds()).isEqualTo(1);
    assertThat(own.ttlSeconds()).isEqualTo(86_400);
    assertThatThrownBy(
            () -> store.catalog.setDatabaseProperties("db", Map.of("changelog.ttl_seconds", "0")))
        .hasMessageContaining("must be greater than 0");
  }

  @Test
  void theLogCannotBeSwitchedLater() {
    Table with = store.unique("t");
    Table without = store.create("u", TableKeys.unique("id"), Map.of(), "id", "a");
    Table oldWith = old.create("t", TableKeys.unique("id"), oldLog(), "id", "a");

    assertThatThrownBy(() -> with.setProperties(Map.of("changelog.enable", "false")))
        .hasMessageContaining("not support change");
    assertThatThrownBy(() -> without.setProperties(Map.of("changelog.enable", "true")))
        .hasMessageContaining("not support change");
    assertThatThrownBy(() -> with.setProperties(Map.of("changelog.need_historical_value", "false")))
        .hasMessage("not support change changelog.need_historical_value from true to false");
    assertThatThrownBy(() -> oldWith.setProperties(Map.of("binlog.enable", "false")))
        .hasMessage("can't disable binlog when format is [Row]");
  }

  @Test
  void keysMustLeadTheColumnsAndBeComparable() {
    ColumnDefinition ratio = ColumnDefinition.of("r", DorisType.of(DorisType.Kind.DOUBLE));

    assertThatThrownBy(() -> store.create("t", TableKeys.unique("a"), log(true), "id", "a"))
        .hasMessageContaining("ordered prefix");
    assertThatThrownBy(() -> store.create("t", TableKeys.unique("r"), log(true), ratio))
        .hasMessageContaining("Float or double");
    assertThatThrownBy(() -> store.create("t", TableKeys.unique("id"), log(true), "id", "ID"))
        .hasMessageContaining("Duplicate column name");
  }

  @Test
  void sequenceColumnsAreChecked() {
    assertThatThrownBy(
            () ->
                store.create(
                    "t",
                    TableKeys.unique("id"),
                    log(true, "function_column.sequence_col", "nope"),
                    "id"))
        .hasMessage("The specified sequence column[nope] not exists");
    assertThatThrownBy(
            () ->
                store.create(
                    "t",
                    TableKeys.unique("id"),
                    log(true, "function_column.sequence_type", "varchar"),
                    "id"))
        .hasMessage("Sequence type only support integer types and date types");
  }

  @Test
  void readsOfChangesNeedTheLogAndHistory() {
    Table bare = old.create("t", TableKeys.duplicate("id"), Map.of(), "id");
    Table noHistory = old.create("u", TableKeys.unique("id"), oldLog(), "id", "a");

    assertThatThrownBy(() -> old.changes(bare, IncrementType.DETAIL))
        .hasMessage("INCR query requires ROW binlog enabled on base table.");
    assertThatThrownBy(() -> old.changes(noHistory, IncrementType.MIN_DELTA))
        .hasMessage(
            "MIN_DELTA INCR query requires base table to enable"
                + " binlog.need_historical_value=true");
  }

  @Test
  void duplicateTablesWithTheLogRefuseDeletes() {
    Table table = old.create("t", TableKeys.duplicate("id"), oldLog(), "id");

    assertThatThrownBy(() -> old.commit(table, new Write.DeleteWhere(values -> true)))
        .hasMessage("DELETE with predicates is not supported when binlog<row> is enabled");
  }
}
