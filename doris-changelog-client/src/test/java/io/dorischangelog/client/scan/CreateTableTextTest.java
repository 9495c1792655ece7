package io.dorischangelog.client.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CreateTableTextTest {

  @Test
  void modelAndPropertiesAreRead() {
    CreateTableText text =
        CreateTableText.parse(
            """
            CREATE TABLE `t` (
              `id` int NULL
            ) ENGINE=OLAP
            UNIQUE KEY(`id`)
            DISTRIBUTED BY HASH(`id`) BUCKETS 1
            PROPERTIES (
            "replication_allocation" = "tag.location.default: 1",
            "changelog.enable" = "true",
            "changelog.ttl_seconds" = "3600"
            );\
            """);
    assertThat(text.model()).isEqualTo("UNIQUE");
    assertThat(text.featureWord()).contains("changelog");
    assertThat(text.property("changelog.ttl_seconds")).contains("3600");
  }

  @Test
  void aCommentThatSpeaksOfAnotherModelDeceivesNobody() {
    CreateTableText text =
        CreateTableText.parse(
            "CREATE TABLE `UNIQUE KEY(` (`id` int COMMENT 'UNIQUE KEY(\\'x\\') PROPERTIES')"
                + " DUPLICATE KEY(`id`) COMMENT \"PROPERTIES UNIQUE KEY(\" PROPERTIES"
                + " (\"a\" = \"b\")");
    assertThat(text.model()).isEqualTo("DUPLICATE");
    assertThat(text.property("a")).contains("b");
  }

  @Test
  void beforeTheRenameTheRowFormatCountsToo() {
    String old = "x PROPERTIES (\"binlog.enable\" = \"true\", \"binlog.format\" = \"%s\")";
    assertThat(CreateTableText.parse(old.formatted("ROW")).featureWord()).contains("binlog");
    assertThat(CreateTableText.parse(old.formatted("STATEMENT")).featureWord()).isEmpty();
  }

  @Test
  void withoutTheFeatureThereIsNoWord() {
    assertThat(CreateTableText.parse("CREATE TABLE t (a int)").featureWord()).isEmpty();
    assertThat(
            CreateTableText.parse("x PROPERTIES (\"changelog.enable\" = \"false\")").featureWord())
        .isEmpty();
  }
}
