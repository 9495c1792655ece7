package io.dorischangelog.client.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system that says no: the error is clear, and what was stored stays. */
class FileOffsetStoreRefusalTest {

  private static final TableId TABLE = new TableId("shop", "orders");
  private static final Position A =
      Position.startingAt(Instant.parse("2026-10-01T10:00:00Z"), TABLE);
  private static final Position B =
      Position.startingAt(Instant.parse("2026-10-01T10:00:05Z"), TABLE);

  @TempDir Path directory;

  @BeforeEach
  void saveA() {
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      store.save("c", TABLE, A, Optional.empty());
    }
  }

  @Test
  void noRightToReadIsNotNoOffset() {
    assertLoadFails(
        "read", new AccessDeniedException("x"), Reason.MISCONFIGURED, "permission denied");
  }

  @Test
  void aReadThatFailsIsNotNoOffset() {
    assertLoadFails(
        "read", new IOException("Input/output error"), Reason.UNAVAILABLE, "Input/output");
  }

  @Test
  void aFileSystemWithoutLocksIsNamedAtTheStart() {
    assertLoadFails(
        "lock", new IOException("No locks available"), Reason.MISCONFIGURED, "file system without");
  }

  @Test
  void aReadOnlyFileSystemRefusesTheSaveAndKeepsTheOldPosition() throws IOException {
    assertSaveFails("create", new FileSystemException("x", null, "Read-only file system"));
  }

  @Test
  void aRefusedRenameKeepsTheOldPosition() throws IOException {
    assertSaveFails("rename", new FileSystemException("x", null, "Operation not permitted"));
  }

  @Test
  void aLockThatCannotBeLookedAtRefusesTheSave() throws IOException {
    Path lock = directory.resolve("gone");
    try (OffsetStore store = FileOffsetStore.in(directory)) {
      store.load("c", TABLE);
      try (var entries = Files.list(directory)) {
        for (Path entry : entries.filter(e -> e.toString().endsWith(".lock")).toList()) {
          Files.move(entry, lock);
        }
      }
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.save("c", TABLE, B, Optional.of(A)))
          .withMessageContaining("was deleted or replaced");
    }
  }

  private void assertLoadFails(String call, IOException failure, Reason reason, String words) {
    try (OffsetStore store = failing(call, failure)) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.load("c", TABLE))
          .withMessageContaining(words)
          .withMessageContaining(directory.getFileName().toString())
          .satisfies(thrown -> assertThat(thrown.reason()).isEqualTo(reason));
    }
  }

  private void assertSaveFails(String call, FileSystemException failure) throws IOException {
    Path file;
    try (var entries = Files.list(directory)) {
      file = entries.filter(e -> e.toString().endsWith(".offset")).findFirst().orElseThrow();
    }
    byte[] before = Files.readAllBytes(file);
    try (OffsetStore store = failing(call, failure)) {
      assertThatExceptionOfType(OffsetStoreException.class)
          .isThrownBy(() -> store.save("c", TABLE, B, Optional.of(A)))
          .withMessageContaining(failure.getReason())
          .withMessageContaining(file.toString());
    }
    assertThat(file).hasBinaryContent(before);
  }

  /** The real file system, of which one call fails. */
  private FileOffsetStore failing(String call, IOException failure) {
    StoreFiles real = new SystemFiles();
    StoreFiles files =
        (StoreFiles)
            Proxy.newProxyInstance(
                StoreFiles.class.getClassLoader(),
                new Class<?>[] {StoreFiles.class},
                (proxy, method, args) -> {
                  if (method.getName().equals(call)) {
                    throw failure;
                  }
                  try {
                    return method.invoke(real, args);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    try {
      return new FileOffsetStore(files, directory.toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
