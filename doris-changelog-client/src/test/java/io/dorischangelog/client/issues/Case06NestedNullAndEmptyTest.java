package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.Row;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.client.wire.WireBatch;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

/** Null, empty and null-inside are three things on every level. */
class Case06NestedNullAndEmptyTest {

  private static final ArrowType INT16 = new ArrowType.Int(16, true);
  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final ArrowType LIST = ArrowType.List.INSTANCE;
  private static final ArrowType MAP = new ArrowType.Map(false);
  private static final ArrowType STRUCT = ArrowType.Struct.INSTANCE;

  private static final Field A =
      WireBatch.field("a", LIST, new Field("item", FieldType.notNullable(INT16), List.of()));
  private static final Field M = map("m", WireBatch.field("value", INT32));
  private static final Field S =
      WireBatch.field(
          "s",
          STRUCT,
          WireBatch.field("x", INT32),
          WireBatch.field("y", LIST, WireBatch.field("item", WireBatch.UTF8)));
  private static final Field AM =
      WireBatch.field(
          "am",
          LIST,
          map(
              "item",
              WireBatch.field(
                  "value", STRUCT, WireBatch.field("k", new ArrowType.Decimal(10, 2, 128)))));
  private static final Field N = WireBatch.field("n", ArrowType.Null.INSTANCE);

  private static final TableSchema SCHEMA =
      WireBatch.schema(
          "a", "array<smallint>",
          "m", "map<varchar(10),int>",
          "s", "struct<x:int,y:array<text>>",
          "am", "array<map<text,struct<k:decimal(10,2)>>>",
          "n", "null_type");

  @Test
  void everyLevelTellsNullFromEmptyFromNullInside() {
    try (WireBatch batch = fourRows(List.of())) {
      assertFourRows(batch.rows(SCHEMA));
    }
  }

  @Test
  void rowsOfASliceAreTheSame() {
    List<Map<String, Object>> before =
        List.of(
            row(List.of(9, 9), ordered("z", 1), ordered("x", 3), List.of()),
            row(null, null, null, null));
    try (WireBatch batch = fourRows(before);
        VectorSchemaRoot slice = batch.slice(2, 4)) {
      assertFourRows(WireBatch.rows(batch.snapshot(SCHEMA, slice)));
    }
  }

  @Test
  void vectorsWithoutNullsAreRead() {
    try (WireBatch batch =
        new WireBatch()
            .column(A, List.of(1), List.of(2, 3))
            .column(M, ordered("k", 1), ordered("l", 2))) {
      assertThat(batch.rows(WireBatch.schema("a", "array<smallint>", "m", "map<text,int>")))
          .map(Row::toString)
          .containsExactly("{a=[1], m={k=1}}", "{a=[2, 3], m={l=2}}");
    }
  }

  @Test
  void aBatchOfNoRowsIsReadBetweenOthers() {
    for (int rows : new int[] {4, 0, 1}) {
      try (WireBatch batch = new WireBatch().column(S, Collections.nCopies(rows, null).toArray())) {
        assertThat(batch.values("s", "struct<x:int,y:array<text>>"))
            .isEqualTo(Collections.nCopies(rows, null));
      }
    }
  }

  @Test
  void aNullParentHidesAChildThatSaysItIsSet() {
    try (WireBatch batch = new WireBatch().column(S, (Object) null)) {
      StructVector struct = (StructVector) batch.root().getVector("s");
      ((IntVector) struct.getChild("x")).set(0, 77);
      assertThat(batch.values("s", "struct<x:int,y:array<text>>")).containsExactly((Object) null);
    }
  }

  @Test
  void aKeyThatIsThereTwiceIsReportedNotDropped() {
    try (WireBatch batch = new WireBatch().column(M, ordered("k", 1, "l", 2))) {
      MapVector map = (MapVector) batch.root().getVector("m");
      StructVector entries = (StructVector) map.getDataVector();
      ((VarCharVector) entries.getChildrenFromFields().get(0)).set(1, new byte[] {'k'});
      assertThatThrownBy(() -> batch.values("m", "map<text,int>"))
          .isInstanceOf(UnreadableValueException.class)
          .hasMessageContaining("`m`")
          .hasMessageContaining("twice");
    }
  }

  @Test
  void aBadValueDeepInsideNamesItsPathAndItsRow() {
    Field lists = WireBatch.field("l", LIST, WireBatch.field("item", WireBatch.UTF8));
    try (WireBatch batch =
        new WireBatch().column(lists, List.of("1", "2", "3"), List.of("4"), List.of("5", "x"))) {
      assertThatThrownBy(() -> batch.values("l", "array<largeint>"))
          .isInstanceOfSatisfying(
              UnreadableValueException.class,
              e -> {
                assertThat(e.column()).isEqualTo("l[]");
                assertThat(e.row()).isEqualTo(2);
              });
    }
  }

  @Test
  void offsetsThatPointOutsideAreRefused() {
    try (WireBatch batch = new WireBatch().column(A, List.of(1), List.of(2, 3))) {
      batch.root().getVector("a").getOffsetBuffer().setInt(8, 1_000_000);
      assertThatThrownBy(() -> batch.values("a", "array<smallint>"))
          .isInstanceOf(UnreadableValueException.class)
          .hasMessageContaining("1000000");
    }
  }

  @Test
  void valuesOutliveTheirBatch() {
    List<Row> rows;
    try (WireBatch batch = fourRows(List.of());
        ArrowChangeBatch changes = batch.snapshot(SCHEMA)) {
      rows = WireBatch.rows(changes);
    }
    assertFourRows(rows);
  }

  @Test
  void aServerThatCannotSendOneCellIsAnErrorAndNoEnd() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      table.run("INSERT INTO t VALUES (1, 'Ann', 18), (2, 'Bob', 19)");
      table.passSecond();
      table
          .server()
          .faults()
          .onFetch()
          .matching("ORDER BY")
          .always()
          .failAfterBatches(1, FlightStatusCode.INTERNAL, "cannot write null map key");
      try (ChangelogReader reader =
          table
              .reader()
              .batchSize(1)
              .scanMode(ScanMode.fromTimestamp(start).until(table.clock().instant()))
              .offsetStore(new MemoryOffsetStore(), "reader")
              .build()) {
        Position before = reader.committed().orElseThrow();
        assertThatExceptionOfType(ChangelogException.class)
            .isThrownBy(() -> StudentTable.drain(reader))
            .withMessageContaining("cannot write null map key");
        assertThat(reader.committed()).contains(before);
      }
    }
  }

  private static void assertFourRows(List<Row> rows) {
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0)).hasToString("{a=null, m=null, s=null, am=null, n=null}");
    assertThat(rows.get(1)).hasToString("{a=[], m={}, s={x=null, y=null}, am=[], n=null}");
    assertThat(rows.get(2))
        .hasToString("{a=[null, 1, null], m={a=null, =0}, s={x=7, y=[]}, am=[null, {}], n=null}");
    assertThat(rows.get(3))
        .hasToString(
            "{a=[-32768, 32767], m={k=-2147483648}, s={x=0, y=[, null, z]},"
                + " am=[{p={k=null}}, {q={k=-0.01}}], n=null}");
    assertThat(rows.get(3).getList("a").get(0)).isEqualTo(Short.MIN_VALUE);
    Map<?, ?> last = (Map<?, ?>) rows.get(3).getList("am").get(1);
    assertThat(((Row) last.get("q")).getBigDecimal("k")).isEqualTo(new BigDecimal("-0.01"));
  }

  private static WireBatch fourRows(List<Map<String, Object>> before) {
    List<Map<String, Object>> rows = new java.util.ArrayList<>(before);
    rows.add(row(null, null, null, null));
    rows.add(row(List.of(), Map.of(), ordered("x", null, "y", null), List.of()));
    rows.add(
        row(
            Arrays.asList(null, 1, null),
            ordered("a", null, "", 0),
            ordered("x", 7, "y", List.of()),
            Arrays.asList(null, Map.of())));
    rows.add(
        row(
            List.of(-32768, 32767),
            ordered("k", Integer.MIN_VALUE),
            ordered("x", 0, "y", Arrays.asList("", null, "z")),
            List.of(
                ordered("p", ordered("k", null)),
                ordered("q", ordered("k", new BigDecimal("-0.01"))))));
    WireBatch batch = new WireBatch();
    for (Field field : List.of(A, M, S, AM, N)) {
      batch.column(field, rows.stream().map(row -> row.get(field.getName())).toArray());
    }
    return batch;
  }

  private static Map<String, Object> row(Object a, Object m, Object s, Object am) {
    return ordered("a", a, "m", m, "s", s, "am", am);
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private static Field map(String name, Field value) {
    Field key = new Field("key", FieldType.notNullable(WireBatch.UTF8), List.of());
    Field entries = new Field("entries", FieldType.notNullable(STRUCT), List.of(key, value));
    return new Field(name, FieldType.nullable(MAP), List.of(entries));
  }
}
