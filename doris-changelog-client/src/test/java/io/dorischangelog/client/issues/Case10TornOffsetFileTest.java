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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An offset file that is cut off, overwritten by halves or edited must never look like an offset,
 * nor like none. (Crash points and failing system calls: FileOffsetStoreCrashTest.)
 */
class Case10TornOffsetFileTest {

  private static final TableId ORDERS = new TableId("shop", "orders");
  private static final Instant TEN = Instant.parse("2026-10-01T10:00:00Z");
  private static final Position A = Position.startingAt(TEN, ORDERS);
  private static final Position B = Position.startingAt(TEN.plusSeconds(5), ORDERS);

  @TempDir Path directory;
  private Path file;
  private Path previous;
  private byte[] good;

  @BeforeEach
  void saveAThenB() throws IOException {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      store.save("c1", ORDERS, A, Optional.empty());
      store.save("c1", ORDERS, B, Optional.of(A));
    }
    file = only(".offset");
    previous = only(".previous");
    good = Files.readAllBytes(file);
  }

  @Test
  void everyPrefixIsDamageAndTheErrorNamesTheFileAndTheGoodGeneration() throws IOException {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      for (int length = 0; length < good.length; length++) {
        Files.write(file, Arrays.copyOf(good, length));
        assertDamaged(store, "").contains(file.toString(), "stands at " + A, previous.toString());
      }
    }
  }

  @Test
  void everyTurnedBitIsNoticed() throws IOException {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      for (int bit = 0; bit < good.length * 8; bit++) {
        byte[] turned = good.clone();
        turned[bit / 8] ^= (byte) (1 << (bit % 8));
        Files.write(file, turned);
        assertThatExceptionOfType(OffsetStoreException.class)
            .isThrownBy(() -> store.load("c1", ORDERS))
            .withMessageContaining(file.toString());
      }
    }
  }

  @Test
  void zeroBytesInsteadOrBehindAreDamage() throws IOException {
    assertDamagedWith(new byte[good.length], "zero bytes");
    assertDamagedWith(Arrays.copyOf(good, good.length + 4096), "zero bytes");
  }

  @Test
  void theFileTwiceInARowIsDamage() throws IOException {
    byte[] twice = Arrays.copyOf(good, good.length * 2);
    System.arraycopy(good, 0, twice, good.length, good.length);

    assertDamagedWith(twice, "something was added");
  }

  @Test
  void theNewHeadOverTheOldTailIsDamage() throws IOException {
    byte[] old = Files.readAllBytes(previous);
    assertThat(old).hasSameSizeAs(good);
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      for (int cut = 1; cut < good.length; cut++) {
        byte[] mixed = old.clone();
        System.arraycopy(good, 0, mixed, 0, cut);
        if (!Arrays.equals(mixed, old) && !Arrays.equals(mixed, good)) {
          Files.write(file, mixed);
          assertDamaged(store, "check sum");
        }
      }
    }
  }

  @Test
  void leftOverTemporaryFilesAreIgnoredAndTheNextSaveCleansThem() throws IOException {
    Path temporary = Files.write(sibling(".tmp"), Arrays.copyOf(good, 30));
    Path previousTemporary = Files.write(sibling(".previous.tmp"), new byte[0]);
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertThat(store.load("c1", ORDERS)).contains(B);
      store.save("c1", ORDERS, A, Optional.of(B));
    }

    assertThat(temporary).doesNotExist();
    assertThat(previousTemporary).doesNotExist();
    assertLoads(Optional.of(A));
  }

  @Test
  void aTemporaryFileAloneIsAFirstSaveThatNeverReturned() throws IOException {
    Files.write(sibling(".tmp"), good);
    Files.delete(file);
    Files.delete(previous);

    assertLoads(Optional.empty());
  }

  @Test
  void anAbsentFileIsNoOffsetButNotBesideItsPreviousGeneration() throws IOException {
    Files.delete(file);
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertDamaged(store, "missing").contains("stands at " + A);
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.save("c1", ORDERS, B, Optional.empty()));
    }
    Files.delete(previous);
    assertLoads(Optional.empty());
  }

  @Test
  void aDirectoryInItsPlaceIsAnError() throws IOException {
    Files.delete(file);
    Files.createDirectory(file);

    assertFails("is a directory");
  }

  @Test
  void aSymbolicLinkIsRefusedAndItsTargetStaysAsItIs() throws IOException {
    Path target = Files.move(file, directory.resolve("elsewhere"));
    Files.createSymbolicLink(file, target);

    assertFails("symbolic link");
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.save("c1", ORDERS, A, Optional.of(B)));
    }
    assertThat(file).isSymbolicLink();
    assertThat(target).hasBinaryContent(good);
  }

  @Test
  void aMissingParentOrAFileInPlaceOfTheDirectoryIsAnErrorAtOnce() {
    for (Path wrong : List.of(directory.resolve("a/b"), file, file.resolve("a"))) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> FileOffsetStore.in(wrong))
          .withMessageContaining(wrong.toString())
          .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.MISCONFIGURED));
    }
  }

  @Test
  void anEditorsByteOrderMarkAndLineEndsAreNamed() throws IOException {
    String text = new String(good, StandardCharsets.UTF_8);

    assertDamagedWith(("\ufeff" + text).getBytes(StandardCharsets.UTF_8), "byte-order mark");
    assertDamagedWith(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8), "CR LF");
  }

  @Test
  void aForeignFileIsNamedAsSuch() throws IOException {
    assertDamagedWith("{\"offset\": 1}\n".getBytes(StandardCharsets.UTF_8), "not an offset file");
    assertDamagedWith(new byte[] {(byte) 0xff, (byte) 0xfe, 'd'}, "not UTF-8");
  }

  @Test
  void aNewerVersionIsRefusedByItsNumber() throws IOException {
    Files.writeString(file, "doris-changelog-offset 7\nanything=else\n");

    assertFails("version 7", "version 1 only");
  }

  @Test
  void aFileCopiedFromAnotherConsumerIsRefused() throws IOException {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      store.save("c2", ORDERS, A, Optional.empty());
    }
    for (Path entry : entries()) {
      if (entry.toString().endsWith(".offset") && !entry.equals(file)) {
        Files.write(entry, good);
      }
    }
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.load("c2", ORDERS))
          .withMessageContaining("belongs to consumer 'c1'");
    }
  }

  @Test
  void aDamagedFileIsNotSavedOver() throws IOException {
    byte[] torn = Arrays.copyOf(good, good.length - 1);
    Files.write(file, torn);
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.save("c1", ORDERS, A, Optional.of(B)));
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.consumers(ORDERS))
          .withMessageContaining(file.toString());
    }
    assertThat(file).hasBinaryContent(torn);
  }

  @Test
  void aDamagedFileCanBeRemoved() throws IOException {
    Files.write(file, new byte[0]);
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      store.remove("c1", ORDERS);
      assertThat(store.load("c1", ORDERS)).isEmpty();
    }
  }

  private void assertDamagedWith(byte[] content, String words) throws IOException {
    Files.write(file, content);
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertDamaged(store, words);
    }
  }

  private static AbstractStringAssert<?> assertDamaged(OffsetStore store, String words) {
    return assertThat(
            assertThatExceptionOfType(OffsetStoreException.class)
                .isThrownBy(() -> store.load("c1", ORDERS))
                .withMessageContaining(words)
                .satisfies(
                    failure -> {
                      assertThat(failure.reason()).isEqualTo(Reason.DAMAGED);
                      assertThat(failure.table()).contains(ORDERS);
                    })
                .actual()
                .getMessage())
        .isNotNull();
  }

  private void assertFails(String... words) {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.load("c1", ORDERS))
          .satisfies(failure -> assertThat(failure.getMessage()).contains(words));
    }
  }

  private void assertLoads(Optional<Position> expected) {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      assertThat(store.load("c1", ORDERS)).isEqualTo(expected);
    }
  }

  private Path sibling(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private Path only(String suffix) throws IOException {
    List<Path> found =
        entries().stream().filter(entry -> entry.toString().endsWith(suffix)).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    }
  }
}
