package io.dorischangelog.client.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import io.dorischangelog.client.offset.FileOffsetStore;
import io.dorischangelog.client.offset.OffsetStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Two readers must never both believe that they own an offset, nor turn it back. */
@Timeout(60)
class Case11TwoProcessesOneFileTest {

  private static final TableId A = new TableId("shop", "a");
  private static final TableId B = new TableId("shop", "b");

  @TempDir Path directory;

  @Test
  void theSecondProcessIsRefusedWithPathAndHolderAndTheFirstGoesOn() throws IOException {
    try (OffsetProcess one = OffsetProcess.start(directory, "c", A);
        OffsetProcess two = OffsetProcess.start(directory, "c", A)) {
      assertThat(one.ask("load")).isEqualTo("ok none");
      one.send("windows 200");
      assertThat(two.ask("load"))
          .startsWith("CONFLICT")
          .contains(directory.toRealPath().toString(), "process " + one.pid());
      assertThat(one.answer()).isEqualTo("ok 2026-10-01T10:03:20Z");
      assertThat(two.ask("save 1")).startsWith("CONFLICT");
    }
    assertStored("c", A, 200);
  }

  @Test
  void twoTablesInOneDirectoryLoseNoUpdate() throws IOException {
    bothSave200("c", A, "c", B);
  }

  @Test
  void twoConsumersOfOneTableLoseNoUpdate() throws IOException {
    bothSave200("c", A, "d", A);
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertThat(store.consumers(A)).containsExactly("c", "d");
    }
  }

  private void bothSave200(String consumer1, TableId table1, String consumer2, TableId table2)
      throws IOException {
    try (OffsetProcess one = OffsetProcess.start(directory, consumer1, table1);
        OffsetProcess two = OffsetProcess.start(directory, consumer2, table2)) {
      one.send("windows 200");
      two.send("windows 200");
      assertThat(one.answer()).startsWith("ok");
      assertThat(two.answer()).startsWith("ok");
    }
    assertStored(consumer1, table1, 200);
    assertStored(consumer2, table2, 200);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aStoppedProcessKeepsItsOffsetHoweverLongItIsStopped()
      throws IOException, InterruptedException {
    try (OffsetProcess one = OffsetProcess.start(directory, "c", A);
        OffsetProcess two = OffsetProcess.start(directory, "c", A)) {
      assertThat(one.ask("windows 10")).startsWith("ok");
      one.signal("STOP");
      assertThat(two.ask("load")).startsWith("CONFLICT").contains("process " + one.pid());
      one.signal("CONT");
      assertThat(one.ask("save 11")).startsWith("ok");
    }
    assertStored("c", A, 11);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aStoppedProcessWhoseLockWasClearedAwayCannotTurnTheOffsetBack()
      throws IOException, InterruptedException {
    try (OffsetProcess one = OffsetProcess.start(directory, "c", A);
        OffsetProcess two = OffsetProcess.start(directory, "c", A)) {
      assertThat(one.ask("windows 10")).startsWith("ok");
      one.signal("STOP");
      Files.delete(lockFile());
      assertThat(two.ask("load")).isEqualTo("ok 2026-10-01T10:00:10Z");
      assertThat(two.ask("save 20")).startsWith("ok");
      one.signal("CONT");
      assertThat(one.ask("save 11")).startsWith("CONFLICT").contains("was deleted or replaced");
      assertThat(two.ask("save 21")).startsWith("ok");
    }
    assertStored("c", A, 21);
  }

  @Test
  void aLateSaveOverAnOffsetThatMovedIsRefused() throws IOException {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      store.save("c", A, at(1), Optional.empty());
      Path other = Files.createDirectory(directory.resolve("other"));
      try (OffsetStore elsewhere = FileOffsetStore.in(other)) {
        elsewhere.save("c", A, at(9), Optional.empty());
      }
      Files.copy(offsetFile(other), offsetFile(directory), StandardCopyOption.REPLACE_EXISTING);

      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.save("c", A, at(2), Optional.of(at(1))))
          .withMessageContaining("changed behind this reader's back")
          .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CONFLICT));
      assertThat(store.load("c", A)).contains(at(9));
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theLockOfAKilledProcessIsFreeWithoutCleaningUp() throws IOException, InterruptedException {
    try (OffsetProcess one = OffsetProcess.start(directory, "c", A)) {
      assertThat(one.ask("windows 10")).startsWith("ok");
      one.signal("KILL");
    }
    assertStored("c", A, 10);
  }

  @Test
  void aSecondStoreInTheSameProcessIsRefusedLikeAnotherProcess() {
    try (OffsetStore two = FileOffsetStore.in(directory)) {
      try (OffsetStore one = FileOffsetStore.in(directory)) {
        one.load("c", A);
        assertRefused(two);
        one.save("c", A, at(1), Optional.empty());
        assertRefused(two);
        two.save("c", B, at(1, B), Optional.empty());
      }
      assertThat(two.load("c", A)).contains(at(1));
    }
  }

  @Test
  void aRefusedSecondStoreDoesNotFreeTheLockForOtherProcesses() throws IOException {
    try (OffsetStore one = FileOffsetStore.in(directory);
        OffsetProcess other = OffsetProcess.start(directory, "c", A)) {
      one.load("c", A);
      try (OffsetStore two = FileOffsetStore.in(directory)) {
        assertRefused(two);
      }
      assertThat(other.ask("load"))
          .startsWith("CONFLICT")
          .contains("process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void aDirectoryReachedThroughALinkIsTheSame() throws IOException {
    Path real = Files.createDirectory(directory.resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    try (OffsetStore two = FileOffsetStore.in(link)) {
      try (OffsetStore one = FileOffsetStore.in(real)) {
        one.save("c", A, at(1), Optional.empty());
        assertRefused(two);
      }
      assertThat(two.load("c", A)).contains(at(1));
    }
  }

  private static void assertRefused(OffsetStore store) {
    assertThatExceptionOfType(OffsetStoreException.class)
        .isThrownBy(() -> store.load("c", A))
        .withMessageContaining("in use by process " + ProcessHandle.current().pid())
        .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CONFLICT));
  }

  private void assertStored(String consumer, TableId table, int second) {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertThat(store.load(consumer, table)).contains(at(second, table));
    }
  }

  private Path lockFile() throws IOException {
    return find(directory, ".lock");
  }

  private static Path offsetFile(Path directory) throws IOException {
    return find(directory, ".offset");
  }

  private static Path find(Path directory, String suffix) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(entry -> entry.toString().endsWith(suffix)).findFirst().orElseThrow();
    }
  }

  private static Position at(int second) {
    return at(second, A);
  }

  private static Position at(int second, TableId table) {
    return OffsetProcess.at(second, table);
  }
}
