package io.dorischangelog.client.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.UnsupportedTypeException;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.testserver.LeakCheck;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A column of a type that this client does not know is refused when a reader is built. */
@ExtendWith(LeakCheck.class)
class UnsupportedTypeTest {

  static List<ScanMode> modes() {
    return Stream.of(ScanMode.snapshot(), ScanMode.initial(), ScanMode.latest()).toList();
  }

  @ParameterizedTest
  @MethodSource("modes")
  void theColumnIsNamedBeforeAnythingIsRead(ScanMode mode) {
    try (StudentTable table = tableWithAges("array<geometry>")) {
      ChangelogReaderBuilder builder = table.reader().scanMode(mode);
      assertThatExceptionOfType(UnsupportedTypeException.class)
          .isThrownBy(builder::build)
          .withMessageContaining("`age` has the type array<geometry>")
          .withMessageContaining("columns setting")
          .satisfies(e -> assertThat(e.column()).isEqualTo("age"));
    }
  }

  @Test
  void theColumnCanBeLeftOut() {
    try (StudentTable table = tableWithAges("agg_state<sum(int)>");
        ChangelogReader reader = table.reader().columns("id", "name").build()) {
      assertThat(StudentTable.drain(reader)).containsExactly("+S {id=1, name=Ann}");
    }
  }

  @Test
  void aScanStillTellsWhatTheTableLooksLike() {
    try (StudentTable table = tableWithAges("geometry");
        ChangelogScan scan = ChangelogScan.open(table.scan().build())) {
      assertThat(scan.table().columns().get(2)).hasToString("age geometry");
      assertThatExceptionOfType(UnsupportedTypeException.class).isThrownBy(scan::requireChanges);
    }
  }

  /** One whose server describes the ages as something new. */
  private static StudentTable tableWithAges(String type) {
    StudentTable table = StudentTable.unique();
    table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
    table.passSecond();
    String described =
        String.format(
            """
            {"msg": "success", "code": 0, "count": 0, "data": {"type": "result_set", "status": {}, "time": 1,
              "meta": [{"name": "Field", "type": "CHAR"}, {"name": "Type", "type": "CHAR"},
                       {"name": "Null", "type": "CHAR"}, {"name": "Key", "type": "CHAR"}],
              "data": [["id", "int", "Yes", "true"], ["name", "varchar(50)", "Yes", "false"],
                       ["age", "%s", "Yes", "false"]]}}
            """,
            type);
    table.server().faults().onHttp().matching("DESC").always().answer(200, described);
    return table;
  }
}
