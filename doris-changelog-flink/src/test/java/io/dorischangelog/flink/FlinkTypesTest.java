package io.dorischangelog.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.dorischangelog.client.DorisType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As what each type of Doris can be declared, and as what not. */
class FlinkTypesTest {
  private static final String OTHERS =
      "BOOLEAN; TINYINT; SMALLINT; INT; BIGINT; FLOAT; DOUBLE; DECIMAL(38, 0); DECIMAL(10, 2);"
          + " DATE; TIMESTAMP(6); TIMESTAMP_LTZ(6); STRING; BYTES; ARRAY<INT>; MAP<STRING, INT>;"
          + " ROW<a INT>; TIME(0); CHAR(3)";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boolean | BOOLEAN",
        "tinyint | TINYINT",
        "smallint | SMALLINT",
        "int | INT",
        "bigint | BIGINT",
        "largeint | STRING; DECIMAL(38, 0)",
        "float | FLOAT",
        "double | DOUBLE",
        "decimal(10,2) | DECIMAL(10, 2); DECIMAL(38, 2)",
        "decimal(76,2) | STRING",
        "date | DATE",
        "datetime | TIMESTAMP(0); TIMESTAMP(6)",
        "datetime(6) | TIMESTAMP(6); TIMESTAMP(9)",
        "timestamptz(3) | TIMESTAMP_LTZ(3); TIMESTAMP_LTZ(6)",
        "time(3) | STRING",
        "char(3) | STRING; VARCHAR(3)",
        "varchar(20) | STRING; VARCHAR(20)",
        "string | STRING",
        "json | STRING",
        "variant | STRING",
        "ipv4 | STRING",
        "ipv6 | STRING",
        "varbinary(20) | BYTES; VARBINARY(20)",
        "bitmap | BYTES",
        "hll | BYTES",
        "quantile_state | BYTES",
        "array<int> | ARRAY<INT>",
        "map<string,int> | MAP<STRING, INT>",
        "struct<a:int> | ROW<a INT>",
        "array<struct<a:datetime(3)>> | ARRAY<ROW<a TIMESTAMP(3)>>"
      })
  void aTypeIsDeclaredSoThatEveryValueFits(String doris, String declared) {
    DorisType type = DorisType.parse(doris);
    List<LogicalType> fitting = types(declared).toList();
    assertThat(fitting).allSatisfy(fit -> assertThat(FlinkTypes.refusal(type, fit)).isEmpty());
    assertThat(FlinkTypes.refusal(type, FlinkTypes.of(type))).isEmpty();
    assertThat(types(OTHERS).filter(other -> !fitting.contains(other)))
        .filteredOn(other -> FlinkTypes.refusal(type, other).isEmpty())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "decimal(10,2) | DECIMAL(9, 2); DECIMAL(10, 3); DECIMAL(10, 1)",
        "decimal(76,2) | DECIMAL(38, 2)",
        "largeint | DECIMAL(37, 0); DECIMAL(38, 1); BIGINT",
        "datetime(6) | TIMESTAMP(5); TIMESTAMP(0); TIMESTAMP_LTZ(6)",
        "timestamptz(3) | TIMESTAMP_LTZ(2); TIMESTAMP(3)",
        "varchar(20) | VARCHAR(19); CHAR(20)",
        "string | VARCHAR(65533)",
        "varbinary(20) | VARBINARY(19)",
        "array<int> | ARRAY<BIGINT>; ARRAY<STRING>",
        "map<string,int> | MAP<INT, INT>; MAP<STRING, BIGINT>",
        "struct<a:int,b:int> | ROW<b INT, a INT>; ROW<a INT>; ROW<a INT, b BIGINT>"
      })
  void whatWouldCutOrChangeValuesIsRefusedWithTheTypeToDeclare(String doris, String declared) {
    DorisType type = DorisType.parse(doris);
    assertThat(types(declared))
        .allSatisfy(
            unfit ->
                assertThat(FlinkTypes.refusal(type, unfit))
                    .hasValueSatisfying(
                        why ->
                            assertThat(why)
                                .contains("is " + type)
                                .contains("declare it as " + FlinkTypes.of(type))
                                .contains("not " + unfit.asSummaryString())));
  }

  private static Stream<LogicalType> types(String texts) {
    return Arrays.stream(texts.split(";", -1))
        .map(text -> LogicalTypeParser.parse(text.trim(), FlinkTypesTest.class.getClassLoader()));
  }
}
