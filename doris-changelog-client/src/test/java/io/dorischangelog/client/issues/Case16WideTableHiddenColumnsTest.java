package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType;
import io.dorischangelog.client.DorisType.Family;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.error.SchemaChangedException;
import io.dorischangelog.client.error.UnreadableValueException;
import io.dorischangelog.client.error.UnsupportedServerException;
import io.dorischangelog.client.wire.WireBatch;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;

/** Columns are found by name, hidden ones in the middle or not. */
class Case16WideTableHiddenColumnsTest {

  private static final int COLUMNS = 1_200;
  private static final ArrowType INT8 = new ArrowType.Int(8, true);
  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final String TSO = WireBatch.HIDDEN.tso();
  private static final String LSN = WireBatch.HIDDEN.lsn();
  private static final String OP = WireBatch.HIDDEN.op();

  @Test
  void allCellsOfAWideTableAreRight() {
    for (ArrowType op : List.of(INT8, WireBatch.INT64)) {
      try (WireBatch batch = wide(op)) {
        List<Change> changes = WireBatch.all(batch.changes(schemaOf(0, COLUMNS)));
        assertThat(changes)
            .map(Change::kind)
            .containsExactly(ChangeKind.INSERT, ChangeKind.UPDATE_BEFORE, ChangeKind.UPDATE_AFTER);
        for (int row = 0; row < 3; row++) {
          for (int column = 0; column < COLUMNS; column++) {
            Integer expected = row == 1 && column == 7 ? null : row * 10_000 + column;
            assertThat(changes.get(row).row().getObject(column)).isEqualTo(expected);
          }
        }
        assertThat(changes.get(2).row().columns()).hasSize(COLUMNS);
        assertThat(changes.get(2).lsn()).hasValue(12);
        assertThat(changes.get(2).tso()).hasValue(2);
      }
    }
  }

  @Test
  void aProjectionOfTwoColumnsIsReadFromTheirPlaces() {
    try (WireBatch batch = wide(INT8)) {
      TableSchema two = WireBatch.schema("c1199", "int", "c0007", "int");
      assertThat(batch.changes(two))
          .map(change -> change.row().toString())
          .containsExactly(
              "{c1199=1199, c0007=7}", "{c1199=11199, c0007=null}", "{c1199=21199, c0007=20007}");
    }
  }

  @Test
  void aMissingChangeColumnIsAnErrorThatListsTheNames() {
    try (WireBatch batch =
        new WireBatch()
            .column("v", INT32, 1)
            .column(TSO, WireBatch.INT64, 1L)
            .column(LSN, WireBatch.INT64, 1L)
            .column("__DORIS_BINLOG_OP__x", INT8, 0)) {
      assertThatThrownBy(() -> batch.changes(WireBatch.schema("v", "int")))
          .isInstanceOf(UnsupportedServerException.class)
          .hasMessageContaining("`" + OP + "`")
          .hasMessageContaining("v, " + TSO + ", " + LSN + ", __DORIS_BINLOG_OP__x");
    }
  }

  @Test
  void aTsoThatIsNoIntegerIsRefused() {
    try (WireBatch batch =
        new WireBatch()
            .column("v", INT32, 1)
            .column(TSO, new ArrowType.Timestamp(TimeUnit.MILLISECOND, null), 1L)
            .column(LSN, WireBatch.INT64, 1L)
            .column(OP, INT8, 0)) {
      assertThatThrownBy(() -> batch.changes(WireBatch.schema("v", "int")))
          .isInstanceOf(UnsupportedServerException.class)
          .hasMessageContaining(TSO)
          .hasMessageContaining("Timestamp");
    }
  }

  @Test
  void aNullInAChangeColumnIsADamagedRow() {
    for (String damaged : List.of(TSO, LSN, OP)) {
      try (WireBatch batch = new WireBatch().column("v", INT32, 1, 2)) {
        for (String name : WireBatch.HIDDEN.names()) {
          batch.column(name, WireBatch.INT64, 1L, name.equals(damaged) ? null : (Object) 1L);
        }
        assertThatThrownBy(() -> batch.changes(WireBatch.schema("v", "int")))
            .isInstanceOfSatisfying(
                UnreadableValueException.class,
                e -> {
                  assertThat(e.column()).isEqualTo(damaged);
                  assertThat(e.row()).isEqualTo(1);
                });
      }
    }
  }

  @Test
  void twoColumnsOfOneNameAreRefused() {
    try (WireBatch batch = new WireBatch().column("v", INT32, 1).column("v", INT32, 2)) {
      assertThatThrownBy(() -> batch.rows(WireBatch.schema("v", "int")))
          .isInstanceOf(UnsupportedServerException.class)
          .hasMessageContaining("two columns called `v`");
    }
  }

  @Test
  void namesThatDifferInCaseAreKeptApart() {
    try (WireBatch batch = new WireBatch().column("ID", INT32, 1).column("id", INT32, 2)) {
      assertThat(batch.rows(WireBatch.schema("id", "int", "ID", "int")))
          .map(Object::toString)
          .containsExactly("{id=2, ID=1}");
    }
  }

  @Test
  void aLookAlikeNameIsAUserColumnAndBeforeColumnsAreLeftOut() {
    try (WireBatch batch =
        new WireBatch()
            .column("__DORIS_BINLOG_OP__x", INT32, 5)
            .column("__BEFORE__v__", INT32, 4)
            .log(List.of(1L), List.of(1L), List.of(0L))) {
      assertThat(batch.changes(WireBatch.schema("__DORIS_BINLOG_OP__x", "int")))
          .map(change -> change.row().toString())
          .containsExactly("{__DORIS_BINLOG_OP__x=5}");
    }
  }

  @Test
  void namesTheServerMadeUpAreTakenByPlace() {
    try (WireBatch batch =
        new WireBatch()
            .column("INT_0", INT32, 5)
            .column("BIGINT_1", WireBatch.INT64, 1L)
            .column("BIGINT_2", WireBatch.INT64, 2L)
            .column("TINYINT_3", INT8, 1)) {
      assertThat(batch.changes(WireBatch.schema("v", "int")))
          .map(Change::toString)
          .containsExactly("-D {v=5}");
    }
  }

  @Test
  void madeUpNamesOfAnotherNumberOfColumnsAreRefused() {
    try (WireBatch batch = new WireBatch().column("INT_0", INT32, 5).column("INT_1", INT32, 6)) {
      assertThatThrownBy(() -> batch.rows(WireBatch.schema("v", "int")))
          .isInstanceOf(SchemaChangedException.class)
          .hasMessageContaining("INT_0");
    }
  }

  @Test
  void aDroppedColumnIsNamed() {
    try (WireBatch batch = new WireBatch().column("c0001", INT32, 5)) {
      assertThatThrownBy(
              () -> batch.rows(WireBatch.schema("c0001", "int", "c0003", "int", "c0004", "int")))
          .isInstanceOfSatisfying(
              SchemaChangedException.class,
              e -> assertThat(e.columns()).containsExactly("c0003", "c0004"));
    }
  }

  @Test
  void aWiderColumnIsNotCut() {
    try (WireBatch batch = new WireBatch().column("c0004", WireBatch.INT64, 1L << 40)) {
      assertThatThrownBy(() -> batch.rows(WireBatch.schema("c0004", "int")))
          .isInstanceOf(SchemaChangedException.class)
          .hasMessageContaining("c0004");
      assertThat(batch.values("c0004", "bigint")).containsExactly(1L << 40);
    }
  }

  private static WireBatch wide(ArrowType op) {
    WireBatch batch = new WireBatch().column(LSN, WireBatch.INT64, 11L, 12L, 12L);
    for (int column = 0; column < COLUMNS; column++) {
      Integer second = column == 7 ? null : 10_000 + column;
      batch.column(name(column), INT32, column, second, 20_000 + column);
      if (column == COLUMNS / 2 - 1) {
        batch.column(OP, op, 0, 2, 3);
      }
    }
    return batch.column(TSO, WireBatch.INT64, 1L, 2L, 2L);
  }

  private static TableSchema schemaOf(int from, int to) {
    return TableSchema.of(
        Semantics.FULL,
        IntStream.range(from, to)
            .mapToObj(i -> Column.of(name(i), DorisType.of(Family.INT)))
            .toList());
  }

  private static String name(int column) {
    return String.format("c%04d", column);
  }
}
