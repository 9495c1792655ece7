package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.ServerFailureException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.client.error.UnsupportedServerException;
import io.dorischangelog.testserver.EndpointShape;
import io.dorischangelog.testserver.EndpointShape.Columns;
import io.dorischangelog.testserver.Fault;
import io.dorischangelog.testserver.FaultRule;
import io.dorischangelog.testserver.LeakCheck;
import io.dorischangelog.testserver.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results in several parts, in any order, some of them empty; and no part at all. */
@ExtendWith(LeakCheck.class)
class Case07TwoEndpointsAndNoneTest {

  private static ChangelogReaderBuilder rows(StudentTable table, int count) {
    ScanMode mode = ScanMode.fromTimestamp(table.clock().instant());
    IntStream.rangeClosed(1, count)
        .forEach(id -> table.run("INSERT INTO t VALUES (" + id + ", 'N', 1)"));
    table.passSecond();
    return table.reader().scanMode(mode.until(table.clock().instant()));
  }

  private static List<String> expected(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(id -> "+I {id=" + id + ", name=N, age=1}")
        .toList();
  }

  private static FaultRule onWindow(StudentTable table) {
    return table.server().faults().onPlan().matching("ORDER BY");
  }

  private static void reads(EndpointShape shape, int count) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, count);
      onWindow(table).endpoints(shape);
      try (ChangelogReader reader = builder.build()) {
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(count));
      }
    }
  }

  @Test
  void allPartsAreReadAndHandedOverInOrder() {
    reads(EndpointShape.parts(2).reversed().withEmpty(0, 1), 4);
    reads(EndpointShape.parts(3).reversed().withEmpty(1, 0), 7);
  }

  @Test
  void oneRowBehindEmptyPartsIsOneRow() {
    reads(EndpointShape.parts(1).withEmpty(2, 0), 1);
    reads(EndpointShape.parts(3).withEmpty(1, 2), 1);
  }

  @Test
  void noPartsAndASchemaIsAnEmptyWindowThatIsOver() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 1);
      onWindow(table).endpoints(EndpointShape.none());
      try (ChangelogReader reader = builder.build()) {
        assertThat(reader.hasNext()).isFalse();
        assertThat(reader.position().nextStart()).isEqualTo(table.clock().instant());
      }
    }
  }

  @Test
  void theSecondLocationOfAPartServesWhereTheFirstRefuses() {
    reads(EndpointShape.parts(2).at("grpc+tcp://127.0.0.1:1", "{location}"), 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aPartThatFailsFailsTheWindowAndTheRepeatAsksForANewPlan(int failing) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 6);
      onWindow(table).times(2).endpoints(EndpointShape.parts(3));
      try (ChangelogReader reader = builder.build()) {
        table.server().faults().onFetch().after(failing).cutAfterBatches(0);
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(6));
      }
      assertThat(table.server().calls().statements(Protocol.FLIGHT_FRONT_END))
          .filteredOn(sql -> sql.contains("ORDER BY"))
          .hasSize(2);
    }
  }

  @Test
  void anInternalErrorOfTheLastPartHandsNothingOutAndConfirmsNothing() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 6);
      onWindow(table).endpoints(EndpointShape.parts(3));
      try (ChangelogReader reader = builder.build()) {
        var before = reader.position();
        table
            .server()
            .faults()
            .onFetch()
            .after(2)
            .failAfterBatches(0, FlightStatusCode.INTERNAL, "disk of the back end broke");
        assertThatExceptionOfType(ServerFailureException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("disk of the back end broke");
        assertThat(reader.position()).isEqualTo(before);
      }
    }
  }

  @Test
  void noPartsAndNoSchemaIsAnErrorAndThePositionStays() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 2).retries(1);
      Fault blank =
          onWindow(table).always().endpoints(EndpointShape.none().columns(Columns.NOT_PLANNED));
      try (ChangelogReader reader = builder.build()) {
        var before = reader.position();
        assertThatExceptionOfType(ServerUnavailableException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("neither endpoints nor a schema");
        assertThat(reader.position()).isEqualTo(before);
        blank.remove();
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(2));
      }
    }
  }

  @Test
  void partsWithoutAPlannedSchemaAreReadByTheirOwn() {
    reads(EndpointShape.parts(2).columns(Columns.NOT_PLANNED), 4);
  }

  @Test
  void aPartWithoutALocationIsReadFromTheFrontEndThatPlanned() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 4);
      onWindow(table).endpoints(EndpointShape.parts(2).at());
      try (ChangelogReader reader = builder.build()) {
        assertThat(StudentTable.drain(reader)).isEqualTo(expected(4));
      }
      assertThat(table.server().calls().by(Protocol.FLIGHT_BACK_END))
          .noneMatch(call -> call.sql().contains("ORDER BY"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"WIDER_IN_LAST", "TURNED_IN_LAST"})
  void aPartWithOtherColumnsIsAnErrorThatNamesOne(Columns columns) {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = rows(table, 6);
      onWindow(table).endpoints(EndpointShape.parts(2).columns(columns));
      try (ChangelogReader reader = builder.build()) {
        var before = reader.position();
        assertThatExceptionOfType(UnsupportedServerException.class)
            .isThrownBy(reader::next)
            .withMessageContaining("`id`");
        assertThat(reader.position()).isEqualTo(before);
      }
    }
  }

  @Test
  void aPartOfASnapshotWithOtherColumnsIsAnErrorBehindTheRowsBeforeIt() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1)");
      table.passSecond();
      table
          .server()
          .faults()
          .onPlan()
          .matching("FOR VERSION AS OF")
          .after(1)
          .endpoints(EndpointShape.parts(2).columns(Columns.WIDER_IN_LAST));
      try (ChangelogReader reader = table.reader().scanMode(ScanMode.snapshot()).build()) {
        assertThatExceptionOfType(UnsupportedServerException.class)
            .isThrownBy(() -> StudentTable.drain(reader))
            .withMessageContaining("`id`");
      }
    }
  }

  @Test
  void aPartOfASnapshotThatFailsLeadsToARepeatThatSaysSo() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("INSERT INTO t VALUES (1, 'N', 1), (2, 'N', 1)");
      table.passSecond();
      table
          .server()
          .faults()
          .onPlan()
          .matching("FOR VERSION AS OF")
          .after(1)
          .endpoints(EndpointShape.parts(2));
      try (ChangelogReader reader = table.reader().scanMode(ScanMode.snapshot()).build()) {
        table.server().faults().onFetch().matching("VERSION").after(1).cutAfterBatches(0);
        List<String> seen = new ArrayList<>();
        while (reader.hasNext()) {
          Change change = reader.next();
          seen.add(change.row().getInt("id") + (change.replayed() ? " again" : ""));
        }
        assertThat(seen).containsExactly("1", "1 again", "2 again");
      }
    }
  }
}
