package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dorischangelog.client.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileOffsetStoreTest extends OffsetStoreContract {

  @TempDir Path parent;

  @Override
  protected OffsetStore open() {
    return FileOffsetStore.in(parent.resolve("offsets"));
  }

  @Test
  void theFileCanBeReadByPeople() throws IOException {
    try (OffsetStore store = FileOffsetStore.in(parent.resolve("other"))) {
      store.save("student-sync", TABLE, at(0), Optional.empty());
      store.save("student-sync", TABLE, at(5), Optional.of(at(0)));
    }

    assertThat(Files.readAllLines(file("other", ".offset")))
        .startsWith(
            "doris-changelog-offset 1",
            "consumer=student-sync",
            "table=shop.orders",
            "generation=2",
            "position=" + at(5).toText())
        .hasSize(6);
    assertThat(Files.readString(file("other", ".previous"))).contains(at(0).toText());
  }

  @Test
  void everythingBelongsToItsOwnerOnly() throws IOException {
    try (OffsetStore store = FileOffsetStore.in(parent.resolve("other"))) {
      store.save("student-sync", TABLE, at(0), Optional.empty());
      store.save("student-sync", TABLE, at(5), Optional.of(at(0)));
    }

    assertThat(permissions(parent.resolve("other"))).isEqualTo("rwx------");
    assertThat(entries("other"))
        .hasSize(3)
        .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
  }

  @Test
  void namesThatLookAlikeHaveTheirOwnFiles() {
    TableId one = new TableId("a.b", "c");
    TableId two = new TableId("a", "b.c");

    assertThat(OffsetFileNames.in(parent, "x", one))
        .isNotEqualTo(OffsetFileNames.in(parent, "x", two));
    assertThat(OffsetFileNames.in(parent, "x", one).main().getFileName().toString().length())
        .isLessThan(200);
  }

  @Test
  void aClosedStoreSaysSo() {
    OffsetStore store = FileOffsetStore.in(parent.resolve("other"));
    store.close();

    assertThatIllegalStateException().isThrownBy(() -> store.load("student-sync", TABLE));
    assertThatIllegalStateException().isThrownBy(() -> store.consumers(TABLE));
  }

  @Test
  void anInterruptedThreadIsServedAndStaysInterrupted() {
    try (OffsetStore store = FileOffsetStore.in(parent.resolve("other"))) {
      store.save("student-sync", TABLE, at(0), Optional.empty());

      assertThat(interrupted(() -> store.load("student-sync", TABLE))).contains(at(0));
      assertThat(interrupted(() -> store.consumers(TABLE))).containsExactly("student-sync");
      interrupted(
          () -> {
            store.remove("student-sync", TABLE);
            return TABLE;
          });
      assertThat(store.load("student-sync", TABLE)).isEmpty();
    }
  }

  private static <T> T interrupted(Supplier<T> call) {
    Thread.currentThread().interrupt();
    T answer = call.get();
    assertThat(Thread.interrupted()).isTrue();
    return answer;
  }

  private Path file(String directory, String suffix) throws IOException {
    return entries(directory).stream()
        .filter(path -> path.toString().endsWith(suffix))
        .findFirst()
        .orElseThrow();
  }

  private List<Path> entries(String directory) throws IOException {
    try (Stream<Path> entries = Files.list(parent.resolve(directory))) {
      return entries.toList();
    }
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
