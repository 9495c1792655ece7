package io.dorischangelog.testserver.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SessionTest {
  private final EngineFixture fixture = new EngineFixture().withTable();

  @Test
  void variablesAreSetInAllForms() {
    for (String set :
        List.of(
            "SET query_timeout = 5",
            "SET SESSION query_timeout = 5",
            "SET @@query_timeout = 5",
            "SET @@session.query_timeout := 5",
            "SET `query_timeout` = '5'")) {
      fixture.run("UNSET VARIABLE query_timeout");
      fixture.run(set);
      assertThat(fixture.value("SELECT @@query_timeout")).isEqualTo(5L);
    }
    fixture.run("SET GLOBAL batch_size = 100, time_zone = 'UTC'");
    assertThat(fixture.value("SELECT @@global.batch_size")).isEqualTo(100L);
    fixture.run("SET @mine = 'x'");
    assertThat(fixture.value("SELECT @mine")).isEqualTo("x");
  }

  @Test
  void theStatementsOfDriversAreUnderstood() {
    for (String sql :
        List.of(
            "SET NAMES utf8mb4",
            "SET character_set_results = NULL",
            "SET autocommit=1",
            "SET sql_mode='STRICT_TRANS_TABLES'",
            "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "/* ping */ SELECT 1",
            "SELECT @@session.transaction_read_only;",
            "/* mysql-connector-j */SELECT  @@session.auto_increment_increment AS"
                + " auto_increment_increment, @@character_set_client AS character_set_client,"
                + " @@license AS license, @@max_allowed_packet AS max_allowed_packet,"
                + " @@system_time_zone AS s, @@time_zone AS t, @@wait_timeout AS w")) {
      assertThat(fixture.run(sql)).isNotNull();
    }
  }

  @Test
  void wrongVariablesAndValuesAreRefused() {
    DorisException unknown = fixture.refusal("SET batch_sise = 1");
    assertThat(unknown.code()).isEqualTo(1193);
    assertThat(unknown).hasMessageContaining("'batch_sise'").hasMessageContaining("batch_size");
    assertThat(fixture.refusal("SELECT @@nope").code()).isEqualTo(1193);
    assertThat(fixture.refusal("SET time_zone = 'Mars/North'").code()).isEqualTo(1298);
    assertThat(fixture.refusal("SET time_zone = '+15:00'").code()).isEqualTo(1298);
    assertThat(fixture.refusal("SET show_hidden_columns = 'maybe'").code()).isEqualTo(1231);
    assertThat(fixture.refusal("SET query_timeout = 'x'").code()).isEqualTo(1232);
  }

  @Test
  void timeZonesAreKeptInOneSpelling() {
    fixture.run("SET time_zone = '+8:00'");
    assertThat(fixture.value("SELECT @@time_zone")).isEqualTo("+08:00");
    fixture.run("SET time_zone = 'CST'");
    assertThat(fixture.value("SELECT FROM_UNIXTIME(0)")).isEqualTo("1970-01-01 08:00:00");
  }

  @Test
  void usersSeeAndDoWhatTheyWereGranted() {
    fixture.run("CREATE USER 'reader'@'%' IDENTIFIED BY 'secret'");
    fixture.run("CREATE USER IF NOT EXISTS reader");
    assertThat(fixture.accounts.authenticate("reader", "secret")).isTrue();
    Session reader = fixture.sessionOf("reader");
    assertThat(fixture.refusal(reader, "SELECT * FROM t"))
        .hasMessageContaining("Permission denied: user ['reader'@'%'] does not have privilege for");
    assertThat(fixture.refusal(reader, "USE db").code()).isEqualTo(1044);
    assertThat(fixture.rows(reader, "SHOW DATABASES"))
        .containsExactly(List.of("information_schema"));

    fixture.run("GRANT SELECT_PRIV ON db.t TO 'reader'@'%'");
    assertThat(fixture.rows(reader, "SELECT * FROM t@incr()")).isEmpty();
    assertThat(fixture.refusal(reader, "INSERT INTO t VALUES (1, 'a', 1)").code()).isEqualTo(1142);
    assertThat(fixture.refusal(reader, "SHOW FRONTENDS").code()).isEqualTo(1227);
    assertThat(fixture.refusal(reader, "CREATE TABLE x (k INT)").code()).isEqualTo(1142);
    assertThat(fixture.refusal(reader, "CREATE USER y").code()).isEqualTo(1227);
    assertThat(fixture.refusal(reader, "SET GLOBAL batch_size = 1").code()).isEqualTo(1227);
    assertThat(fixture.rows(reader, "SHOW GRANTS").get(0).get(7))
        .isEqualTo("internal.db.t: Select_priv");

    fixture.run("REVOKE SELECT_PRIV ON db.t FROM reader");
    fixture.refusal(reader, "SELECT * FROM t");
    fixture.run("ALTER USER reader IDENTIFIED BY 'other'");
    assertThat(fixture.accounts.authenticate("reader", "other")).isTrue();
    fixture.run("DROP USER reader");
    assertThat(fixture.refusal("DROP USER reader")).hasMessageContaining("reader");
  }

  @Test
  void secretsDoNotShowInTheTree() {
    assertThat(
            io.dorischangelog.testserver.internal.sql.SqlParser.parse(
                    "CREATE USER u IDENTIFIED BY 'secret'")
                .toString())
        .doesNotContain("secret");
  }
}
