package io.dorischangelog.testserver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dorischangelog.testserver.conformance.ConformanceCase.Column;
import io.dorischangelog.testserver.conformance.ConformanceCase.Operation;
import io.dorischangelog.testserver.conformance.ConformanceCase.Read;
import io.dorischangelog.testserver.conformance.ConformanceCase.Sequence;
import io.dorischangelog.testserver.conformance.ConformanceCase.Table;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CaseReaderTest {

  @Test
  void aTableIsReadWithItsSequenceAndDefaults() throws IOException {
    Table table =
        CaseReader.read(
                """
                {"name":"c","table":{"name":"t","model":"UNIQUE_MOW","keys":["k"],
                 "columns":[["k","INT",false],["v","ARRAY<INT>",true]],
                 "needHistoricalValue":true,"sequenceColumn":{"hidden":true,"type":"int"},
                 "defaults":{"v":7},"partitions":["p: k < 1"],"changelog":false},
                 "transactions":[],"reads":[]}
                """)
            .table()
            .orElseThrow();
    assertThat(table.unique()).isTrue();
    assertThat(table.columns())
        .containsExactly(new Column("k", "INT", false), new Column("v", "ARRAY<INT>", true));
    assertThat(table.ttlSeconds()).isEqualTo(86_400);
    assertThat(table.sequence()).contains(new Sequence(true, "int"));
    assertThat(table.defaults().get("v").asInt()).isEqualTo(7);
    assertThat(table.changelog()).isFalse();
  }

  @Test
  void aCaseWithoutATableHasNone() throws IOException {
    assertThat(CaseReader.read("{\"name\":\"c\",\"table\":null,\"transactions\":[],\"reads\":[]}"))
        .satisfies(read -> assertThat(read.table()).isEmpty());
  }

  @Test
  void aReadHasWhatTheFormatNames() throws IOException {
    Read read =
        CaseReader.read(
                """
                {"reads":[{"via":"incr","incrementType":"DETAIL","from":"after txn 1","to":null,
                 "columns":["a","before.b"],"orderedBy":"tso, lsn","order":"exact",
                 "selectOp":false,"where":"a = 1","at":"after txn 2","expectCount":3,
                 "extraParameters":{"x":"y"},"expect":[[1,null]]}]}
                """)
            .reads()
            .get(0);
    assertThat(read.from()).contains("after txn 1");
    assertThat(read.to()).isEmpty();
    assertThat(read.orderedBy()).containsExactly("tso", "lsn");
    assertThat(read.exactOrder()).isTrue();
    assertThat(read.selectOp()).isFalse();
    assertThat(read.extraParameters()).isEqualTo(Map.of("x", "y"));
    assertThat(read.expectCount()).contains(3L);
    assertThat(read.expect().orElseThrow()).hasSize(1);
  }

  @Test
  void generatedRowsCountThroughTheirRange() throws IOException {
    Operation operation = operation("{\"id\":\"8..10\",\"n\":\"id * 2 + 1\",\"s\":\"'v' || id\"}");
    assertThat(operation.columns()).containsExactly("id", "n", "s");
    assertThat(operation.rows().stream().map(JsonNode::toString))
        .containsExactly("[8,17,\"v8\"]", "[9,19,\"v9\"]", "[10,21,\"v10\"]");
  }

  @Test
  void generatedConstantsStayWhatTheyAre() throws IOException {
    Operation operation = operation("{\"id\":\"1..1\",\"n\":5,\"s\":\"plain text\",\"z\":null}");
    assertThat(operation.rows()).singleElement().hasToString("[1,5,\"plain text\",null]");
  }

  @Test
  void expressionsHavePrecedenceAndBrackets() throws IOException {
    Operation operation =
        operation("{\"id\":\"7..7\",\"a\":\"id % 4 * 2\",\"b\":\"(id - 1) / 4\",\"c\":\"-id\"}");
    assertThat(operation.rows()).singleElement().hasToString("[7,6,1,-7]");
  }

  @Test
  void aSecondRangeIsNotGuessedAt() {
    assertThatThrownBy(() -> operation("{\"a\":\"1..2\",\"b\":\"1..2\"}"))
        .isInstanceOf(CannotExpress.class)
        .hasMessageContaining("more than one range");
  }

  private static Operation operation(String generate) throws IOException {
    String step = "{\"kind\":\"INSERT\",\"generate\":" + generate + "}";
    List<List<Operation>> steps =
        CaseReader.read("{\"transactions\":[[" + step + "]]}").transactions();
    return steps.get(0).get(0);
  }
}
