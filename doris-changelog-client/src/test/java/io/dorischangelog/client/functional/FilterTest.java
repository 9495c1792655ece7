package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.testserver.LeakCheck;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which rows and columns a reader asks for. */
@ExtendWith(LeakCheck.class)
class FilterTest {

  @Test
  void aSnapshotIsFilteredByAnyColumn() {
    try (StudentTable table = filled(StudentTable.partitioned());
        ChangelogReader reader =
            table
                .reader()
                .filter("age >= 19 AND upper(name) <> 'CID'")
                .snapshotParallelism(2)
                .build()) {
      assertThat(StudentTable.drain(reader)).containsExactly("+S {id=2, name=Bob, age=19}");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = IncrementType.class,
      names = {"DETAIL", "MIN_DELTA"})
  void valueColumnsAreRefusedWhereUpdatesCouldLeaveTheFilter(IncrementType type) {
    try (StudentTable table = filled(StudentTable.unique())) {
      ChangelogReaderBuilder builder =
          table
              .reader()
              .scanMode(ScanMode.latest())
              .incrementType(type)
              .filter("id > 0 AND age > 18");
      assertThatIllegalArgumentException()
          .isThrownBy(builder::build)
          .withMessageContaining("[age]")
          .withMessageContaining("key columns [id]")
          .withMessageContaining("moves a row out of the filter");
    }
  }

  @Test
  void keyColumnsFilterSnapshotAndChanges() {
    try (StudentTable table = filled(StudentTable.unique());
        ChangelogReader reader =
            table.reader().scanMode(ScanMode.initial()).filter("id % 2 = 0").build()) {
      assertThat(StudentTable.take(reader, 1)).containsExactly("+S {id=2, name=Bob, age=19}");
      table.run("UPDATE t SET age = 30", "INSERT INTO t VALUES (4, 'Dan', 1), (5, 'Eve', 2)");
      table.passSecond();
      assertThat(StudentTable.take(reader, 3))
          .containsExactly(
              "-U {id=2, name=Bob, age=19}",
              "+U {id=2, name=Bob, age=30}",
              "+I {id=4, name=Dan, age=1}");
    }
  }

  @Test
  void insertsAreFilteredByAnyColumn() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      filled(table);
      ScanMode mode = ScanMode.fromTimestamp(start).until(table.clock().instant());
      try (ChangelogReader reader =
          table
              .reader()
              .scanMode(mode)
              .incrementType(IncrementType.APPEND_ONLY)
              .filter("name IN ('Ann', 'Cid')")
              .build()) {
        assertThat(StudentTable.drain(reader)).hasSize(2).noneMatch(row -> row.contains("Bob"));
      }
    }
  }

  @Test
  void duplicateTablesAreFilteredByAnyColumn() {
    try (StudentTable table = filled(StudentTable.duplicate());
        ChangelogReader reader =
            table.reader().scanMode(ScanMode.initial()).filter("age = 19").build()) {
      assertThat(StudentTable.take(reader, 1)).containsExactly("+S {id=2, name=Bob, age=19}");
      table.run("INSERT INTO t VALUES (7, 'Gus', 18), (8, 'Hal', 19)");
      table.passSecond();
      assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=8, name=Hal, age=19}");
    }
  }

  @Test
  void unknownColumnsAreNamedWhenTheReaderIsBuilt() {
    try (StudentTable table = StudentTable.unique()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.reader().filter("agee = 1").build())
          .withMessageContaining("[agee]")
          .withMessageContaining("age");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.reader().columns("id", "nam").build())
          .withMessageContaining("nam");
    }
  }

  @Test
  void anotherFilterRepeatsTheTransactionThatWasHalfRead() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      filled(table);
      Position inside;
      try (ChangelogReader reader = resumable(table, start).filter("id < 10").build()) {
        inside = reader.next().position();
      }
      assertThat(inside.isComplete()).isFalse();
      try (ChangelogReader reader = resumable(table, start).filter("id < 9").build()) {
        reader.seek(inside);
        Change first = reader.next();
        assertThat(first.row().getInt("id")).isEqualTo(1);
        assertThat(first.replayed()).isTrue();
      }
      try (ChangelogReader reader = resumable(table, start).filter("ID < 10").build()) {
        reader.seek(inside);
        assertThat(reader.next().row().getInt("id")).isEqualTo(2);
      }
    }
  }

  @Test
  void keysThatWereNotAskedForStayHidden() {
    try (StudentTable table = StudentTable.unique()) {
      Instant start = table.clock().instant();
      filled(table);
      try (ChangelogReader reader = resumable(table, start).columns("age", "name").build()) {
        assertThat(reader.schema().columns()).hasSize(2);
        assertThat(StudentTable.take(reader, 2))
            .isEqualTo(List.of("+I {age=18, name=Ann}", "+I {age=19, name=Bob}"));
      }
    }
  }

  @Test
  void aScanTellsItsFilter() {
    try (StudentTable table = StudentTable.unique();
        ChangelogScan scan = ChangelogScan.open(table.scan().filter("id = 1").build())) {
      assertThat(table.scan().filter("id = 1").build().filter()).contains("id = 1");
      assertThat(scan.context().fingerprint()).startsWith("detail/FULL/id/");
    }
  }

  private static ChangelogReaderBuilder resumable(StudentTable table, Instant start) {
    return table.reader().scanMode(ScanMode.fromTimestamp(start));
  }

  private static StudentTable filled(StudentTable table) {
    table.run("INSERT INTO t VALUES (1, 'Ann', 18), (2, 'Bob', 19), (3, 'Cid', 20)");
    table.passSecond();
    return table;
  }
}
