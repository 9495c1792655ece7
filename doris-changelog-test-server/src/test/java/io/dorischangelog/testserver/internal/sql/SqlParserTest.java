package io.dorischangelog.testserver.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.testserver.internal.engine.DorisException;
import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SqlParserTest {

  private static Query.Select select(String sql) {
    return (Query.Select) SqlParser.parse(sql);
  }

  private static Expr expression(String text) {
    return ((Query.Item.Value) select("SELECT " + text).items().get(0)).expression();
  }

  private static Relation.Named relation(String text) {
    return (Relation.Named) select("SELECT * FROM " + text).from().orElseThrow();
  }

  /** Brackets around every operation, to see precedence. */
  private static String shape(Expr expr) {
    if (expr instanceof Expr.Binary binary) {
      String operator = binary.operator().symbol();
      return "(" + shape(binary.left()) + operator + shape(binary.right()) + ")";
    } else if (expr instanceof Expr.Unary unary) {
      return unary.operator() + "(" + shape(unary.operand()) + ")";
    } else if (expr instanceof Expr.Literal literal) {
      return String.valueOf(literal.value());
    } else if (expr instanceof Expr.Column column) {
      return column.name();
    }
    return expr.getClass().getSimpleName();
  }

  @Test
  void operatorsBindAsInDoris() {
    assertThat(shape(expression("a OR b AND NOT c = 1 + 2 * 3")))
        .isEqualTo("(aOR(bANDNOT((c=(1+(2*3))))))");
    assertThat(shape(expression("1 - 2 - 3"))).isEqualTo("((1-2)-3)");
    assertThat(shape(expression("-a * b"))).isEqualTo("(NEGATE(a)*b)");
    assertThat(shape(expression("(1 + 2) * 3"))).isEqualTo("((1+2)*3)");
    assertThat(shape(expression("a <=> b"))).isEqualTo("(a<=>b)");
  }

  @Test
  void numbersHaveTheTypeThatFits() {
    assertThat(expression("127"))
        .isEqualTo(new Expr.Literal((byte) 127, DorisType.of(Kind.TINYINT)));
    assertThat(expression("-128"))
        .isEqualTo(new Expr.Literal((byte) -128, DorisType.of(Kind.TINYINT)));
    assertThat(expression("-9223372036854775808"))
        .isEqualTo(new Expr.Literal(Long.MIN_VALUE, DorisType.of(Kind.BIGINT)));
    assertThat(expression("9223372036854775808"))
        .extracting(literal -> ((Expr.Literal) literal).type().kind())
        .isEqualTo(Kind.LARGEINT);
    assertThat(expression("1e3")).isEqualTo(new Expr.Literal(1000.0, DorisType.of(Kind.DOUBLE)));
    assertThat(((Expr.Literal) expression("0.05")).type()).isEqualTo(DorisType.decimal(2, 2));
  }

  @Test
  void textsMayUseEitherQuoteAndEscapes() {
    assertThat(shape(expression("'it''s \\'x\\' \"y\"'"))).isEqualTo("it's 'x' \"y\"");
    assertThat(shape(expression("\"say \"\"hi\"\" it's\""))).isEqualTo("say \"hi\" it's");
    assertThat(shape(expression("'100\\%'"))).isEqualTo("100\\%");
  }

  @Test
  void namesInBackTicksMayBeAnything() {
    assertThat(relation("`my db`.`täble``x`").name()).isEqualTo(new TableName("my db", "täble`x"));
    assertThat(relation("internal.db.t").name()).isEqualTo(new TableName("db", "t"));
    assertThat(shape(expression("`select`"))).isEqualTo("select");
  }

  @Test
  void commentsAndTheLastSemicolonDoNotMatter() {
    assertThat(SqlParser.parse("/* a; 'b */ SELECT 1 -- end\n # more\n ;"))
        .isEqualTo(SqlParser.parse("SELECT 1"));
  }

  @Test
  void scanParametersTakeBothQuotesAndKeepCase() {
    Relation.Named named =
        relation("db.t@incr(\"startTimestamp\" = 'x', 'IncrementType'=\"detail\") c");
    assertThat(named.scan())
        .contains(
            new Relation.ScanParameters(
                "incr", Map.of("startTimestamp", "x", "IncrementType", "detail")));
    assertThat(named.alias()).contains("c");
    assertThat(relation("t@INCR()").scan()).contains(new Relation.ScanParameters("incr", Map.of()));
  }

  @Test
  void partitionsTabletsAndSnapshotsFollowTheTable() {
    Relation.Named named = relation("`db`.`t` PARTITION (p1, p2) TABLET(1,2) WHERE a = 1");
    assertThat(named.partitions()).containsExactly("p1", "p2");
    assertThat(named.tablets()).containsExactly(1L, 2L);
    assertThat(relation("t FOR VERSION AS OF 5 a"))
        .isEqualTo(relation("t a FOR VERSION AS OF 5"))
        .extracting(Relation.Named::asOf)
        .isEqualTo(Optional.of(new Relation.AsOf(5L, null)));
    assertThat(relation("t FOR TIME AS OF '2026-01-01 00:00:00'").asOf())
        .contains(new Relation.AsOf(null, "2026-01-01 00:00:00"));
  }

  @Test
  void theStatementsOfTheOfficialConnectorAreUnderstood() {
    Query.Select incremental =
        select(
            "/* ApplicationName=Flink ArrowFlightSQL Query */ SELECT `id`, `name`,"
                + " __DORIS_BINLOG_TSO__, __DORIS_BINLOG_LSN__, __DORIS_BINLOG_OP__"
                + " FROM `db`.`tbl`@incr('startTimestamp' = 'a', 'endTimestamp' = 'b',"
                + " 'incrementType' = 'DETAIL') ORDER BY __DORIS_BINLOG_TSO__,"
                + " __DORIS_BINLOG_LSN__, __DORIS_BINLOG_OP__");
    assertThat(incremental.items()).hasSize(5);
    assertThat(incremental.order()).hasSize(3);
    assertThat(select("SELECT `id` FROM `db`.`tbl`  TABLET(1,2)  WHERE id > 1 LIMIT 5").limit())
        .isEqualTo(new Query.Limit(0, 5));
  }

  @Test
  void labelsAreTheTextAsWritten() {
    Query.Item.Value item = (Query.Item.Value) select("SELECT COUNT( * )  , a AS b").items().get(0);
    assertThat(item.text()).isEqualTo("COUNT( * )");
    assertThat(item.alias()).isEmpty();
  }

  @Test
  void widerQueriesKeepTheirTextAndThePlacesOfRelations() {
    Query.Wide wide =
        (Query.Wide)
            SqlParser.parse(
                "SELECT EXTRACT(YEAR FROM d) FROM a x JOIN db.b@incr('k'='v, w') ON x.id IN"
                    + " (SELECT id FROM c, (SELECT 1 FROM e) y) WHERE 1 = 1 ORDER BY 1");
    assertThat(wide.relations())
        .extracting(placed -> wide.sql().substring(placed.start(), placed.end()))
        .containsExactly("a", "db.b@incr('k'='v, w')", "c", "e");
    Query.Wide named =
        (Query.Wide) SqlParser.parse("WITH q AS (SELECT 1 FROM t) SELECT * FROM q, u");
    assertThat(named.relations())
        .extracting(placed -> named.sql().substring(placed.start(), placed.end()))
        .containsExactly("t", "u");
  }

  @Test
  void theTableOfTheManualIsRead() {
    Ddl.CreateTable create =
        (Ddl.CreateTable)
            SqlParser.parse(
                "CREATE TABLE IF NOT EXISTS test.s (id INT NOT NULL COMMENT 'k', n VARCHAR(50)"
                    + " DEFAULT 'x', at DATETIMEV2(3) DEFAULT CURRENT_TIMESTAMP(3),"
                    + " m MAP<STRING, ARRAY<STRUCT<a:INT, b:DECIMAL(9,2)>>>, INDEX i (n) USING"
                    + " INVERTED) ENGINE=OLAP UNIQUE KEY(id) COMMENT 'c'"
                    + " DISTRIBUTED BY HASH(id) BUCKETS AUTO"
                    + " PROPERTIES (\"replication_num\" = \"1\", \"changelog.enable\" = \"true\")");
    assertThat(create.table()).isEqualTo(new TableName("test", "s"));
    assertThat(create.model()).contains(Ddl.Model.UNIQUE);
    assertThat(create.keys()).containsExactly("id");
    assertThat(create.columns())
        .extracting(column -> column.type().sql())
        .containsExactly(
            "int", "varchar(50)", "datetime(3)", "map<text,array<struct<a:int,b:decimal(9,2)>>>");
    assertThat(create.columns().get(2).defaultValue())
        .contains(new Ddl.Default("CURRENT_TIMESTAMP(3)", true));
    assertThat(create.distribution()).contains(new Ddl.Distribution(List.of("id"), 0));
    assertThat(create.properties()).containsEntry("changelog.enable", "true");
  }

  @Test
  void partitionsAreReadInAllForms() {
    Ddl.CreateTable create =
        (Ddl.CreateTable)
            SqlParser.parse(
                "CREATE TABLE t (d DATE, k INT) PARTITION BY RANGE(d, k) (PARTITION a VALUES LESS"
                    + " THAN ('2026-01-01', MAXVALUE), PARTITION b VALUES [('2026-01-01', '0'),"
                    + " ('2027-01-01', '5')), PARTITION c VALUES LESS THAN MAXVALUE)");
    Ddl.Partitioning partitioning = create.partitioning().orElseThrow();
    assertThat(partitioning.keys()).hasSize(2);
    assertThat(partitioning.values())
        .extracting(Ddl.PartitionValues::name)
        .containsExactly("a", "b", "c");
    assertThat(((Ddl.PartitionValues.LessThan) partitioning.values().get(0)).upper())
        .satisfies(upper -> assertThat(upper.get(1)).isNull());
  }

  @Test
  void alterationsMayBeSeveral() {
    Ddl.AlterTable alter =
        (Ddl.AlterTable)
            SqlParser.parse(
                "ALTER TABLE t ADD COLUMN (a INT, b INT), DROP COLUMN c, SET (\"x\" = \"y\")");
    assertThat(alter.alterations()).hasSize(4);
    assertThat(alter.alterations().get(3))
        .isEqualTo(new Alteration.SetProperties(Map.of("x", "y")));
  }

  @Test
  void errorsNameLineAndPosition() {
    assertThatThrownBy(() -> SqlParser.parse("SELECT 1\nFORM t WHERE x"))
        .isInstanceOf(DorisException.class)
        .hasMessageContaining("'t'")
        .hasMessageContaining("(line 2, pos 5)")
        .hasMessageContaining("FORM t WHERE x\n-----^^^");
    for (String sql :
        List.of(
            "",
            "SELECT",
            "SELECT 'x",
            "SELECT `x",
            "SELECT 1 /* x",
            "SELECT a FROM",
            "SELECT (1",
            "SELECT a b c",
            "INSERT INTO t",
            "INSERT INTO t VALUES (1",
            "UPDATE t",
            "DELETE t",
            "CREATE TABLE t",
            "CREATE TABLE t (a)",
            "CREATE TABLE t (a NOTYPE)",
            "DROP",
            "ALTER TABLE t",
            "SET x",
            "SET x = ",
            "USE",
            "GRANT SELECT_PRIV TO u",
            "SHOW CREATE t",
            "SELECT 1; SELECT 2",
            "SELECT * FROM t@incr('a')",
            "SELECT * FROM t TABLET(x)",
            "SELECT CAST(1 AS DECIMAL(80,1))",
            "SELECT CAST(1 AS DATETIME(7))")) {
      assertThatThrownBy(() -> SqlParser.parse(sql)).as(sql).isInstanceOf(DorisException.class);
    }
  }

  @Test
  void scriptsAreSplitAtSemicolonsOutsideOfTexts() {
    assertThat(SqlScript.split("SELECT ';' ; ; -- a;b\nSET x = \"1;2\";\n SELECT `a;b`"))
        .containsExactly("SELECT ';'", "SET x = \"1;2\"", "SELECT `a;b`");
    assertThat(SqlScript.split(" ; ")).isEmpty();
  }
}
