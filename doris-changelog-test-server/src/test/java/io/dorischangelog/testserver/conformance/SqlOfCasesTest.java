package io.dorischangelog.testserver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.conformance.ConformanceCase.Column;
import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import io.dorischangelog.testserver.conformance.ConformanceCase.Table;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The statements written for tables, operations and reads. */
final class SqlOfCasesTest {
  private static final Spelling OLD = new Spelling(ChangelogNames.BINLOG, true);
  private static final Spelling NEW = new Spelling(ChangelogNames.CHANGELOG, false);

  private final CurrentColumns columns =
      new CurrentColumns(
          List.of(
              new Column("k", "INT", true),
              new Column("b", "BITMAP", false),
              new Column("m", "MAP<STRING,INT>", true),
              new Column("s", "STRUCT<x:INT,y:ARRAY<STRING>>", true)));
  private final WriteSql write = new WriteSql("`d`.`t`", List.of("k"), columns);

  @Test
  void aTableIsCreatedInTheServersSpelling() throws IOException {
    Table table = table("\"needHistoricalValue\":true,\"ttlSeconds\":5");
    assertThat(TableSql.create(table, "`d`.`t`", OLD, Map.of()))
        .isEqualTo(
            "CREATE TABLE `d`.`t` (`k` INT NULL, `v` INT NOT NULL DEFAULT \"7\") UNIQUE KEY(`k`)"
                + " DISTRIBUTED BY HASH(`k`) BUCKETS 1 PROPERTIES (\"replication_num\" = \"1\","
                + " \"enable_unique_key_merge_on_write\" = \"true\", \"binlog.enable\" = \"true\","
                + " \"binlog.format\" = \"ROW\", \"binlog.ttl_seconds\" = \"5\","
                + " \"binlog.need_historical_value\" = \"true\")");
    assertThat(TableSql.create(table, "`d`.`t`", NEW, Map.of()))
        .contains("\"changelog.enable\" = \"true\", \"changelog.ttl_seconds\" = \"5\"")
        .doesNotContain("format");
  }

  @Test
  void partitionsInProseBecomeRangesAndLists() throws IOException {
    assertThat(partitioned("p1: k < 10", "p2: 10 <= k < 20"))
        .contains(
            " PARTITION BY RANGE(`k`) (PARTITION `p1` VALUES LESS THAN (\"10\"),"
                + " PARTITION `p2` VALUES [(\"10\"), (\"20\"))) ");
    assertThat(partitioned("a: k in (1, 2)"))
        .contains(" PARTITION BY LIST(`k`) (PARTITION `a` VALUES IN (1, 2)) ");
    assertThat(partitioned("AUTO PARTITION BY RANGE date_trunc(d,'day')"))
        .contains(" AUTO PARTITION BY RANGE (date_trunc(d,'day')) () ");
    assertThatThrownBy(() -> partitioned("odd and even"))
        .isInstanceOf(CannotExpress.class)
        .hasMessageContaining("odd and even");
  }

  @Test
  void partitionsMayBeDefinitionsOfSql() throws IOException {
    String two = " PARTITION BY RANGE(`k`) (PARTITION `p1` VALUES [(\"1\"), (\"5\"))) ";
    assertThat(partitioned("p1: [1, 5)")).contains(two);
    assertThat(partitioned("p1: k in [1, 5)")).contains(two);
    assertThat(partitioned("PARTITION p1 VALUES LESS THAN (5)", "p2 VALUES LESS THAN MAXVALUE"))
        .contains(
            " PARTITION BY RANGE(`k`) (PARTITION `p1` VALUES LESS THAN (5),"
                + " PARTITION `p2` VALUES LESS THAN MAXVALUE) ");
    assertThat(partitioned("p1 VALUES IN (1, 2)")).contains("BY LIST(`k`) (PARTITION `p1` VALUES");
  }

  @Test
  void rowsAreWrittenByTheTypeOfTheirColumn() throws IOException {
    assertThat(
            statement(
                "INSERT", "[[1,{\"bitmap\":[3,4]},{\"a\":1},{\"x\":2,\"y\":[\"it's\",null]}]]"))
        .isEqualTo(
            "INSERT INTO `d`.`t` VALUES (1, bitmap_from_string('3,4'), {'a':1},"
                + " named_struct('x', 2, 'y', ['it\\'s', NULL]))");
  }

  @Test
  void hiddenColumnsAreNamedOutright() throws IOException {
    assertThat(statement("INSERT", "[[1,5]]", "k", "__SEQ__"))
        .isEqualTo("INSERT INTO `d`.`t` (`k`, `__DORIS_SEQUENCE_COL__`) VALUES (1, 5)");
  }

  @Test
  void aDeleteNamesItsKeys() throws IOException {
    assertThat(statement("DELETE", "[[1]]")).isEqualTo("DELETE FROM `d`.`t` WHERE `k` = 1");
    assertThat(statement("DELETE", "[[1],[2]]"))
        .isEqualTo("DELETE FROM `d`.`t` WHERE `k` IN (1, 2)");
    assertThat(statement("DELETE", "[[null]]")).endsWith("WHERE `k` IS NULL");
  }

  @Test
  void aDeleteWithMoreThanTheKeyIsAMarkedRow() throws IOException {
    assertThat(statement("DELETE", "[[1,9]]", "k", "__SEQ__"))
        .isEqualTo(
            "INSERT INTO `d`.`t` (`k`, `__DORIS_SEQUENCE_COL__`, `__DORIS_DELETE_SIGN__`)"
                + " VALUES (1, 9, 1)");
  }

  @Test
  void anUpdateSetsAllButTheKey() throws IOException {
    assertThat(statement("UPDATE", "[[1,null]]", "k", "b"))
        .isEqualTo("UPDATE `d`.`t` SET `b` = NULL WHERE `k` = 1");
  }

  @Test
  void statementsWithoutATableGetIt() throws IOException {
    assertThat(write.of(operation("\"kind\":\"UPDATE\",\"sql\":\"UPDATE SET v=1 WHERE k=2\"")))
        .extracting(WriteSql.Batch::statements)
        .isEqualTo(List.of("UPDATE `d`.`t` SET v=1 WHERE k=2"));
  }

  @Test
  void aPartialUpdateIsSwitchedOnForItsStatementOnly() throws IOException {
    WriteSql.Batch batch =
        write.of(
            operation(
                "\"kind\":\"PARTIAL_UPDATE\",\"columns\":[\"k\"],\"rows\":[[1]],"
                    + "\"newKeyBehavior\":\"ERROR\""));
    assertThat(batch.settings())
        .contains(
            "SET enable_unique_key_partial_update = true",
            "SET partial_update_new_key_behavior = 'ERROR'");
    assertThat(batch.resets()).contains("SET enable_unique_key_partial_update = false");
  }

  @Test
  void aReadOfChangesNamesItsWindowAndOrder() throws IOException {
    Read read =
        read(
            "\"via\":\"incr\",\"incrementType\":\"DETAIL\",\"columns\":[\"k\",\"count(*)\"],"
                + "\"orderedBy\":\"tso,k\",\"where\":\"op = 2\"");
    assertThat(query(OLD, read, "a", "b"))
        .isEqualTo(
            "SELECT __DORIS_BINLOG_OP__, `k`, count(*) FROM `d`.`t`@incr(\"startTimestamp\" ="
                + " \"a\", \"endTimestamp\" = \"b\", \"incrementType\" = \"DETAIL\") WHERE"
                + " __DORIS_BINLOG_OP__ = 2 ORDER BY __DORIS_BINLOG_TSO__, `k`");
    assertThat(query(NEW, read, "a", "b")).contains("__DORIS_CHANGELOG_OP__");
  }

  @Test
  void aReadOfRawRecordsNamesColumnsBeforeTheChange() throws IOException {
    Read read = read("\"via\":\"raw\",\"columns\":[\"before.b\"],\"selectOp\":false");
    assertThat(query(OLD, read, null, null))
        .isEqualTo(
            "SELECT BITMAP_TO_STRING(`__BEFORE__b__`) FROM binlog(\"db\" = \"d\", \"table\" ="
                + " \"t\")");
    assertThat(query(NEW, read, null, null)).contains(" FROM changelog(");
  }

  @Test
  void aReadOfTheTableHasNoOperation() throws IOException {
    assertThat(query(OLD, read("\"via\":\"table\",\"columns\":[\"k\",\"b\"]"), null, null))
        .isEqualTo("SELECT `k`, BITMAP_TO_STRING(`b`) FROM `d`.`t`");
  }

  @Test
  void columnsFollowTheDdl() throws IOException {
    columns.apply("ALTER TABLE `d`.`t` ADD COLUMN n DECIMAL(10,2) DEFAULT \"0\"");
    columns.apply("ALTER TABLE `d`.`t` DROP COLUMN m");
    assertThat(columns.names()).containsExactly("k", "b", "s", "n");
    assertThat(columns.type("n")).isEqualTo("DECIMAL(10,2)");
    columns.apply("ALTER TABLE `d`.`t` ADD COLUMN (x INT DEFAULT '1,2', y MAP<INT,INT> AFTER k)");
    assertThat(columns.names()).containsExactly("k", "y", "b", "s", "n", "x");
    assertThat(columns.type("y")).isEqualTo("MAP<INT,INT>");
  }

  @Test
  void expressionsMayNameTheOperationAndTheImageBefore() throws IOException {
    Read read =
        read(
            "\"via\":\"raw\",\"columns\":[\"sum(if(op = 1, 1, 0))\",\"max(before.s)\"],"
                + "\"selectOp\":false,\"where\":\"before.k = 1\"");
    assertThat(query(OLD, read, null, null))
        .startsWith("SELECT sum(if(__DORIS_BINLOG_OP__ = 1, 1, 0)), max(__BEFORE__s__) FROM")
        .endsWith(" WHERE __BEFORE__k__ = 1");
  }

  @Test
  void aReadOfTheTableIsNotSortedByWhatItDoesNotHave() throws IOException {
    Read read = read("\"via\":\"table\",\"columns\":[\"k\"],\"orderedBy\":\"tso,lsn\"");
    assertThat(query(OLD, read, null, null)).isEqualTo("SELECT `k` FROM `d`.`t`");
  }

  @Test
  void propertiesThatSayNothingNewAreLeftOut() throws IOException {
    Table table = table("\"properties\":{\"binlog.max_bytes\":\"9\",\"binlog.format\":\"row\"}");
    assertThat(TableSql.create(table, "t", NEW, Map.of()))
        .doesNotContain("max_bytes")
        .contains("\"changelog.format\" = \"row\"");
    assertThat(TableSql.create(table, "t", OLD, Map.of())).contains("max_bytes");
  }

  @Test
  void ddlWithoutATableIsCompleted() throws IOException {
    DdlPhrases phrases = new DdlPhrases(NEW, "d", Optional.of(table("\"ttlSeconds\":5")));
    assertThat(phrases.statement("ADD COLUMN c INT"))
        .isEqualTo("ALTER TABLE `d`.`t` ADD COLUMN c INT");
    assertThat(phrases.statement("SET (\"binlog.ttl_seconds\" = \"1\")"))
        .isEqualTo("ALTER TABLE `d`.`t` SET (\"changelog.ttl_seconds\" = \"1\")");
    assertThat(phrases.statement("TRUNCATE TABLE {t} PARTITION p1"))
        .isEqualTo("TRUNCATE TABLE `d`.`t` PARTITION p1");
    assertThat(phrases.statement("CREATE TABLE {t}_2 LIKE {t}"))
        .isEqualTo("CREATE TABLE `d`.`t_2` LIKE `d`.`t`");
    assertThat(phrases.statement("TRUNCATE TABLE PARTITION p1"))
        .isEqualTo("TRUNCATE TABLE `d`.`t` PARTITION p1");
    assertThat(phrases.statement("ALTER TABLE DROP PARTITION p1"))
        .isEqualTo("ALTER TABLE `d`.`t` DROP PARTITION p1");
    assertThat(phrases.statement("CREATE TABLE with \"binlog.ttl_seconds\" = \"-2\""))
        .startsWith("CREATE TABLE `d`.`created_1`")
        .contains("\"changelog.ttl_seconds\" = \"-2\"")
        .doesNotContain("\"5\"");
    assertThat(phrases.statement("CREATE TABLE with ttl = 0, 'binlog.ttl_seconds'='-1'"))
        .contains("\"ttl\" = \"0\"", "\"changelog.ttl_seconds\" = \"-1\"");
    assertThat(phrases.statement("ALTER DATABASE SET PROPERTIES (\"binlog.ttl_seconds\" = \"1\")"))
        .isEqualTo("ALTER DATABASE `d` SET PROPERTIES (\"changelog.ttl_seconds\" = \"1\")");
    assertThat(phrases.statement("DROP TABLE {db}.x")).isEqualTo("DROP TABLE `d`.x");
    assertThat(phrases.statement("INSERT INTO x VALUES (1)")).isEqualTo("INSERT INTO x VALUES (1)");
  }

  @Test
  void ddlInProseIsReadByPhrases() {
    DdlPhrases phrases = new DdlPhrases(OLD, "d", Optional.empty());
    assertThat(phrases.statement("UNIQUE KEY without merge-on-write, log enabled"))
        .contains("UNIQUE KEY(`k`)", "\"enable_unique_key_merge_on_write\" = \"false\"")
        .contains("\"binlog.enable\" = \"true\"");
    assertThat(phrases.statement("UNIQUE KEY MoW with ORDER BY cluster keys, log enabled"))
        .contains("UNIQUE KEY(`k`) ORDER BY(`v`)", "\"true\"");
    assertThat(phrases.statement("DUPLICATE KEY with need_historical_value=true"))
        .contains("DUPLICATE KEY(`k`)", "\"binlog.need_historical_value\" = \"true\"");
    assertThat(phrases.statement("AGGREGATE KEY, log enabled")).contains("`v` INT SUM NULL");
    assertThat(phrases.statement("VARIANT column, log enabled")).contains("`w` VARIANT NULL");
    assertThat(phrases.statement("UNIQUE KEY MoW, MAP column, ttl_seconds=0, log enabled"))
        .contains("`w` MAP<STRING,INT> NULL", "\"binlog.ttl_seconds\" = \"0\"", "UNIQUE KEY(`k`)");
    assertThat(phrases.statement("AUTO_INCREMENT column, log enabled"))
        .contains("`k` BIGINT NOT NULL AUTO_INCREMENT");
    assertThatThrownBy(() -> phrases.statement("a table of dreams"))
        .isInstanceOf(CannotExpress.class)
        .hasMessageContaining("a table of dreams");
  }

  private static Table table(String more) throws IOException {
    return CaseReader.read(
            "{\"table\":{\"name\":\"t\",\"model\":\"UNIQUE_MOW\",\"keys\":[\"k\"],\"columns\":"
                + "[[\"k\",\"INT\",true],[\"v\",\"INT\",false]],\"defaults\":{\"v\":7},"
                + more
                + "}}")
        .table()
        .orElseThrow();
  }

  private static String partitioned(String... partitions) throws IOException {
    String list = "\"" + String.join("\",\"", partitions) + "\"";
    return TableSql.create(table("\"partitions\":[" + list + "]"), "t", OLD, Map.of());
  }

  private String statement(String kind, String rows, String... named) throws IOException {
    String list = named.length == 0 ? "" : "\"" + String.join("\",\"", named) + "\"";
    String json = "\"kind\":\"" + kind + "\",\"rows\":" + rows + ",\"columns\":[" + list + "]";
    return write.of(operation(json)).statements().get(0);
  }

  private static ConformanceCase.Operation operation(String fields) throws IOException {
    return CaseReader.read("{\"transactions\":[[{" + fields + "}]]}").transactions().get(0).get(0);
  }

  private static Read read(String fields) throws IOException {
    return CaseReader.read("{\"reads\":[{" + fields + "}]}").reads().get(0);
  }

  private String query(Spelling spelling, Read read, String from, String to) {
    return new ReadSql(spelling, "d", "t", columns)
        .query(read, Optional.ofNullable(from), Optional.ofNullable(to));
  }
}
