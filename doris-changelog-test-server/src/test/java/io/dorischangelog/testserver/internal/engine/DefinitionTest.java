package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefinitionTest {
  private static final String TAIL = " DISTRIBUTED BY HASH(k) BUCKETS 1";

  private final EngineFixture fixture = new EngineFixture();

  @Test
  void databasesComeAndGo() {
    fixture.run("CREATE DATABASE IF NOT EXISTS db");
    fixture.run("CREATE DATABASE ops");
    assertThat(fixture.rows("SHOW DATABASES"))
        .containsExactly(List.of("db"), List.of("information_schema"), List.of("ops"));
    assertThat(fixture.refusal("CREATE DATABASE ops")).hasMessageContaining("ops");
    fixture.run("DROP DATABASE ops");
    fixture.run("DROP DATABASE IF EXISTS ops");
    fixture.refusal("DROP DATABASE ops");
    assertThat(fixture.rows("SHOW DATABASES LIKE 'o%'")).isEmpty();
  }

  @Test
  void theTablesOfTheManualCanBeCreated() {
    fixture.withTable();
    fixture.run(
        """
        CREATE TABLE db.flink_source_offsets (
            consumer_id VARCHAR(256) NOT NULL,
            offset_timestamp DATETIME NOT NULL,
            update_time DATETIMEV2(3) NOT NULL
        )
        UNIQUE KEY(consumer_id)
        DISTRIBUTED BY HASH(consumer_id) BUCKETS 1
        PROPERTIES (
            "replication_num" = "1"
        );
        """);
    assertThat(fixture.rows("DESC flink_source_offsets"))
        .extracting(row -> row.subList(0, 4))
        .containsExactly(
            List.of("consumer_id", "varchar(256)", "No", "true"),
            List.of("offset_timestamp", "datetime", "No", "false"),
            List.of("update_time", "datetime(3)", "No", "false"));
  }

  @Test
  void showCreateTablePrintsWhatWouldCreateItAgain() {
    fixture.run(
        "CREATE TABLE `ünï` (k INT NOT NULL COMMENT 'the key', v DECIMAL(10,2) DEFAULT '1.5',"
            + " at DATETIME DEFAULT CURRENT_TIMESTAMP, a ARRAY<INT>) UNIQUE KEY(k) COMMENT 'c'"
            + TAIL
            + " PROPERTIES (\"changelog.enable\" = \"true\", \"changelog.ttl_seconds\" = \"60\")");
    String text = (String) fixture.rows("SHOW CREATE TABLE `ünï`").get(0).get(1);
    assertThat(text)
        .startsWith(
            """
            CREATE TABLE `ünï` (
              `k` int NOT NULL COMMENT "the key",
              `v` decimal(10,2) NULL DEFAULT "1.5",
              `at` datetime NULL DEFAULT CURRENT_TIMESTAMP,
              `a` array<int> NULL
            ) ENGINE=OLAP
            UNIQUE KEY(`k`)
            COMMENT 'c'
            DISTRIBUTED BY HASH(`k`) BUCKETS 1
            PROPERTIES (
            """)
        .contains("\"changelog.enable\" = \"true\"", "\"changelog.ttl_seconds\" = \"60\"");
    fixture.run("DROP TABLE `ünï`");
    fixture.run(text);
    String again = (String) fixture.rows("SHOW CREATE TABLE `ünï`").get(0).get(1);
    assertThat(lines(again)).containsExactlyInAnyOrderElementsOf(lines(text));
  }

  /** Lines without the commas at their ends: properties may come in another order. */
  private static List<String> lines(String text) {
    return text.lines().map(line -> line.replaceAll(",$", "")).toList();
  }

  @Test
  void theOldSpellingHasItsOwnProperties() {
    EngineFixture old = EngineFixture.old();
    old.run(
        "CREATE TABLE t (k INT) UNIQUE KEY(k)"
            + TAIL
            + " PROPERTIES (\"binlog.enable\" = \"true\", \"binlog.format\" = \"ROW\")");
    assertThat((String) old.rows("SHOW CREATE TABLE t").get(0).get(1))
        .contains("\"binlog.enable\" = \"true\"", "\"binlog.format\" = \"ROW\"");
    assertThat(old.labels("SELECT __DORIS_BINLOG_OP__ FROM t@incr('incrementType'='DETAIL')"))
        .containsExactly("__DORIS_BINLOG_OP__");
  }

  @Test
  void creationIsRefusedInTheWordsOfTheServer() {
    EngineFixture old = EngineFixture.old();
    String log = " PROPERTIES (\"binlog.enable\" = \"true\", \"binlog.format\" = \"ROW\"";
    assertThat(old.refusal("CREATE TABLE a (k INT, v INT SUM) AGGREGATE KEY(k)" + TAIL + log + ")"))
        .hasMessageContaining("Only duplicate and mow table model support binlog<Row>");
    assertThat(old.refusal("CREATE TABLE a (k INT, v VARIANT) UNIQUE KEY(k)" + TAIL + log + ")"))
        .hasMessageContaining("variant column can't be created on table with binlog<Row>");
    assertThat(
            old.refusal(
                "CREATE TABLE a (k BIGINT NOT NULL AUTO_INCREMENT) UNIQUE KEY(k)"
                    + TAIL
                    + log
                    + ")"))
        .hasMessageContaining("auto-inc column can't be created on table with binlog<Row>");
    assertThat(
            old.refusal(
                "CREATE TABLE a (k INT) DUPLICATE KEY(k)"
                    + TAIL
                    + log
                    + ", \"binlog.need_historical_value\" = \"true\")"))
        .hasMessageContaining("Duplicate table model don't support record historical value");
    assertThat(
            old.refusal(
                "CREATE TABLE a (k INT) UNIQUE KEY(k)"
                    + TAIL
                    + log
                    + ", \"binlog.ttl_seconds\" = \"0\")"))
        .hasMessageContaining("ROW binlog.ttl_seconds must be greater than 0");
  }

  @Test
  void columnsAreAddedAndDropped() {
    fixture.withTable();
    fixture.run("INSERT INTO t VALUES (1, 'a', 1)");
    fixture.run("ALTER TABLE t ADD COLUMN city VARCHAR(20) DEFAULT 'x' AFTER name");
    assertThat(fixture.rows("SELECT * FROM t")).containsExactly(List.of(1, "a", "x", 1));
    fixture.run("ALTER TABLE t DROP COLUMN age");
    assertThat(fixture.labels("SELECT * FROM t")).containsExactly("id", "name", "city");
    assertThat(fixture.refusal("ALTER TABLE t MODIFY COLUMN name VARCHAR(90)"))
        .hasMessageContaining("Not allowed to perform current operation on Table With");
    assertThat(fixture.refusal("ALTER TABLE t RENAME COLUMN name other"))
        .hasMessageContaining("Not allowed to perform current operation on Table With");
  }

  @Test
  void partitionsTakeTheirRowsWithThem() {
    fixture.run(
        "CREATE TABLE p (k INT, v INT) UNIQUE KEY(k) PARTITION BY RANGE(k)"
            + " (PARTITION p1 VALUES LESS THAN (\"10\"), PARTITION p2 VALUES [(\"10\"), (\"20\")))"
            + TAIL
            + " PROPERTIES (\"changelog.enable\" = \"true\")");
    fixture.run("INSERT INTO p VALUES (1, 1), (11, 11)");
    assertThat(fixture.rows("SELECT k FROM p PARTITION (p2)")).containsExactly(List.of(11));
    assertThat(fixture.rows("SELECT k FROM p@incr('incrementType'='DETAIL') PARTITION p1"))
        .containsExactly(List.of(1));
    fixture.run("TRUNCATE TABLE p PARTITION (p1)");
    assertThat(fixture.rows("SELECT k FROM p")).containsExactly(List.of(11));
    fixture.run("ALTER TABLE p ADD PARTITION p3 VALUES LESS THAN (\"30\")");
    fixture.run("ALTER TABLE p DROP PARTITION p2");
    fixture.run("ALTER TABLE p RENAME PARTITION p3 p4");
    assertThat(fixture.rows("SHOW PARTITIONS FROM p"))
        .extracting(row -> row.get(1))
        .containsExactly("p1", "p4");
    assertThat(fixture.refusal("INSERT INTO p VALUES (15, 1)")).hasMessageContaining("partition");
    fixture.run("ALTER TABLE p ADD TEMPORARY PARTITION tp VALUES LESS THAN (\"10\")");
    fixture.run("ALTER TABLE p REPLACE PARTITION (p1) WITH TEMPORARY PARTITION (tp)");
    assertThat((String) fixture.rows("SHOW CREATE TABLE p").get(0).get(1))
        .contains("PARTITION BY RANGE(`k`)");
  }

  @Test
  void listAndAutomaticPartitions() {
    fixture.run(
        "CREATE TABLE l (k INT NOT NULL, c VARCHAR(9) NOT NULL) DUPLICATE KEY(k) PARTITION BY"
            + " LIST(c) (PARTITION a VALUES IN (\"x\", \"y\"), PARTITION b VALUES IN ((\"z\")))"
            + TAIL);
    fixture.run("INSERT INTO l VALUES (1, 'x'), (2, 'z')");
    assertThat(fixture.rows("SELECT k FROM l PARTITION (b)")).containsExactly(List.of(2));
    fixture.run(
        "CREATE TABLE ap (d DATE NOT NULL, k INT) DUPLICATE KEY(d, k)"
            + " AUTO PARTITION BY RANGE (date_trunc(d, 'day')) ()"
            + TAIL);
    fixture.run("INSERT INTO ap VALUES ('2026-08-10', 1), ('2026-08-11', 2)");
    assertThat(fixture.rows("SHOW PARTITIONS FROM ap")).hasSize(2);
    assertThat(fixture.rows("SELECT k FROM ap WHERE d = '2026-08-11'")).containsExactly(List.of(2));
    assertThat(fixture.value("SELECT MIN(d) FROM ap")).isEqualTo(LocalDate.of(2026, 8, 10));
  }

  @Test
  void tabletsCanBeReadOneByOne() {
    fixture.run("CREATE TABLE b (k INT) DUPLICATE KEY(k) DISTRIBUTED BY HASH(k) BUCKETS 2");
    fixture.run("INSERT INTO b VALUES (1), (2), (3), (4), (5), (6), (7), (8)");
    long seen = 0;
    for (List<Object> tablet : fixture.rows("SHOW TABLETS FROM b")) {
      seen += fixture.rows("SELECT k FROM `db`.`b`  TABLET(" + tablet.get(0) + ") ").size();
    }
    assertThat(seen).isEqualTo(8);
  }

  @Test
  void tablesAreRenamedCopiedAndReplaced() {
    fixture.withTable();
    fixture.run("CREATE TABLE t2 LIKE t");
    fixture.run("INSERT INTO t2 VALUES (2, 'b', 2)");
    fixture.run("ALTER TABLE t REPLACE WITH TABLE t2 PROPERTIES ('swap' = 'true')");
    assertThat(fixture.rows("SELECT id FROM t")).containsExactly(List.of(2));
    fixture.run("ALTER TABLE t RENAME t3");
    assertThat(fixture.rows("SHOW TABLES")).containsExactly(List.of("t2"), List.of("t3"));
    fixture.run("TRUNCATE TABLE t3");
    assertThat(fixture.rows("SELECT id FROM t3")).isEmpty();
    fixture.run("DROP TABLE t3");
    fixture.run("DROP TABLE IF EXISTS t3");
    fixture.refusal("DROP TABLE t3");
  }

  @Test
  void viewsAnswerAsTheirQuery() {
    fixture.withTable();
    fixture.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', NULL)");
    fixture.run("CREATE VIEW v (a, b) AS SELECT id, name FROM t WHERE age IS NULL");
    assertThat(fixture.rows("SELECT b, a FROM v")).containsExactly(Arrays.asList("b", 2));
    assertThat(fixture.rows("SHOW FULL TABLES"))
        .extracting(row -> row.get(1))
        .containsExactly("BASE TABLE", "VIEW");
    fixture.run("ALTER VIEW v (n) AS WITH x AS (SELECT age FROM t) SELECT count(*) FROM x");
    assertThat(fixture.rows("SELECT n FROM v")).containsExactly(List.of(2L));
    fixture.refusal("ALTER VIEW w AS SELECT 1");
    fixture.run("DROP VIEW v");
    fixture.refusal("SELECT * FROM v");
  }

  @Test
  void whatIsNotThereIsRefusedClearly() {
    assertThat(fixture.refusal("CREATE RESOURCE x")).hasMessageContaining("not supported");
    assertThat(fixture.refusal("SELEKT 1"))
        .hasMessageContaining("mismatched input 'SELEKT'")
        .hasMessageContaining("(line 1, pos 0)");
  }
}
