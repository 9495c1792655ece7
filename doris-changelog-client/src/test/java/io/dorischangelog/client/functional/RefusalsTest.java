package io.dorischangelog.client.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dorischangelog.client.ChangelogReader;
import io.dorischangelog.client.ChangelogReaderBuilder;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.StudentTable;
import io.dorischangelog.client.error.AccessDeniedException;
import io.dorischangelog.client.error.IncompatibleTableException;
import io.dorischangelog.client.error.ServerUnavailableException;
import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.LeakCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What stops a reader from being built, and what it says then. */
@ExtendWith(LeakCheck.class)
class RefusalsTest {

  @Test
  void aWrongPasswordIsDeniedWithoutShowingIt() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder =
          table.reader().password("s3cret!").scanMode(ScanMode.latest());
      assertThatExceptionOfType(AccessDeniedException.class)
          .isThrownBy(builder::build)
          .withMessageContaining("Check user name and password")
          .satisfies(e -> assertThat(e.toString()).doesNotContain("s3cret!"));
    }
  }

  @Test
  void selectOnTheTableIsEnough() {
    try (StudentTable table = StudentTable.unique()) {
      table.run(
          "CREATE USER reader IDENTIFIED BY 'pw'", "GRANT SELECT_PRIV ON test.student TO reader");
      ChangelogReaderBuilder builder =
          table
              .reader()
              .username("reader")
              .password("pw")
              .flightSqlPort(table.server().flightPort())
              .scanMode(ScanMode.initial());
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      try (ChangelogReader reader = builder.build()) {
        table.run("INSERT INTO t VALUES (2, 'Bob', 18)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 2))
            .containsExactly("+S {id=1, name=Ann, age=18}", "+I {id=2, name=Bob, age=18}");
      }
    }
  }

  @Test
  void anAccountWithoutSelectIsDenied() {
    try (StudentTable table = StudentTable.unique()) {
      table.run("CREATE USER nobody IDENTIFIED BY 'pw'");
      ChangelogReaderBuilder builder = table.reader().username("nobody").password("pw");
      assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(builder::build);
    }
  }

  @Test
  void anUnknownTableIsNamed() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = table.reader().table("test.nobody");
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(builder::build)
          .withMessageContaining("test.nobody");
    }
  }

  @Test
  void anUnknownDatabaseIsNamed() {
    try (StudentTable table = StudentTable.unique()) {
      ChangelogReaderBuilder builder = table.reader().table("nowhere.student");
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(builder::build)
          .withMessageContaining("nowhere");
    }
  }

  @Test
  void aTableWithoutChangelogIsRefusedWithThePropertyToSet() {
    try (StudentTable table = StudentTable.withoutChangelog()) {
      ChangelogReaderBuilder builder = table.reader().scanMode(ScanMode.initial());
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(builder::build)
          .satisfies(e -> assertThat(e.remedy()).contains("\"changelog.enable\" = \"true\""));
    }
  }

  @Test
  void aTableWithoutChangelogStillHasASnapshot() {
    try (StudentTable table = StudentTable.withoutChangelog()) {
      table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
      table.passSecond();
      try (ChangelogReader reader = table.reader().build()) {
        assertThat(StudentTable.drain(reader)).containsExactly("+S {id=1, name=Ann, age=18}");
      }
    }
  }

  @Test
  void anUnreachableFrontEndIsNamedWithTheReason() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    ChangelogReaderBuilder builder =
        ChangelogReader.builder()
            .frontEnds("127.0.0.1:" + port)
            .username("root")
            .password("")
            .table("a.b")
            .retries(0);
    assertThatExceptionOfType(ServerUnavailableException.class)
        .isThrownBy(builder::build)
        .satisfies(
            e -> {
              assertThat(e.attempts()).hasSize(1);
              assertThat(e.attempts().get(0).address()).isEqualTo("127.0.0.1:" + port);
              assertThat(e.attempts().get(0).reason()).contains("refused");
            });
  }

  @Test
  void minDeltaNeedsHistoricalValues() {
    try (StudentTable table = StudentTable.withoutHistory()) {
      ChangelogReaderBuilder builder =
          table.reader().scanMode(ScanMode.latest()).incrementType(IncrementType.MIN_DELTA);
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(builder::build)
          .withMessageContaining("need_historical_value");
    }
  }

  @Test
  void anExactSnapshotNeedsHistoricalValues() {
    try (StudentTable table = StudentTable.withoutHistory()) {
      ChangelogReaderBuilder builder =
          table
              .reader()
              .scanMode(ScanMode.initial())
              .snapshotConsistency(SnapshotConsistency.EXACT);
      assertThatExceptionOfType(IncompatibleTableException.class)
          .isThrownBy(builder::build)
          .withMessageContaining("snapshot-consistency = relaxed");
    }
  }

  @Test
  void anUnknownColumnIsRefusedByName() {
    try (StudentTable table = StudentTable.unique()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.reader().columns("id", "agee").build())
          .withMessageContaining("agee");
    }
  }

  @Test
  void aStoreInSnapshotModeIsRefused() {
    ChangelogReaderBuilder builder =
        ChangelogReader.builder().offsetStore(new MemoryOffsetStore(), "sync");
    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessageContaining("offsetStore");
  }

  @Test
  void requiredSettingsAreNamed() {
    ChangelogReaderBuilder builder = ChangelogReader.builder().frontEnds("a:1").username("u");
    assertThatIllegalArgumentException()
        .isThrownBy(builder::build)
        .withMessageContaining("required");
  }

  @Test
  void settingsNameKeyValueAndRule() {
    ChangelogReaderBuilder builder = ChangelogReader.builder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.frontEnds("127.0.0.1"))
        .withMessageContaining("frontEnds")
        .withMessageContaining("host:port");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.pollInterval(Duration.ofMillis(500)))
        .withMessageContaining("pollInterval")
        .withMessageContaining("1 second or more");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.visibleWaitTimeout(Duration.ofSeconds(-1)))
        .withMessageContaining("must not be negative");
    assertThatIllegalArgumentException().isThrownBy(() -> builder.table("just_a_name"));
  }

  @Test
  void bothSpellingsOfTheFeatureAreReadAndForeignOnesTold() {
    for (ChangelogNames names :
        new ChangelogNames[] {ChangelogNames.CHANGELOG, ChangelogNames.withColumns("ROWLOG")}) {
      try (StudentTable table = StudentTable.unique(builder -> builder.names(names));
          ChangelogReader reader = table.reader().scanMode(ScanMode.latest()).build()) {
        table.run("INSERT INTO t VALUES (1, 'Ann', 18)");
        table.passSecond();
        assertThat(StudentTable.take(reader, 1)).containsExactly("+I {id=1, name=Ann, age=18}");
      }
    }
  }
}
