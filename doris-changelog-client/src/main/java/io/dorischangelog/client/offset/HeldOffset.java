package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The offset of one consumer and table while this store holds its lock. Not thread-safe. */
final class HeldOffset {

  private final StoreFiles files;
  private final OffsetFileNames names;
  private final String consumer;
  private final TableId table;
  private final StoreFiles.Lock lock;

  /** What failed saves may have written all the same, since the last that did not fail. */
  private final Set<Position> inDoubt = new HashSet<>();

  private HeldOffset(
      StoreFiles files,
      OffsetFileNames names,
      String consumer,
      TableId table,
      StoreFiles.Lock lock) {
    this.files = files;
    this.names = names;
    this.consumer = consumer;
    this.table = table;
    this.lock = lock;
  }

  /**
   * Takes the lock.
   *
   * @throws OffsetStoreException if somebody else has it, or the file system has none
   */
  static HeldOffset take(StoreFiles files, OffsetFileNames names, String consumer, TableId table) {
    try {
      StoreFiles.Lock lock = files.lock(names.lock(), LockHolder.describe());
      return new HeldOffset(files, names, consumer, table, lock);
    } catch (StoreFiles.HeldElsewhereException e) {
      throw new OffsetStoreException(
          Reason.CONFLICT,
          "The offset of consumer '"
              + consumer
              + "' in "
              + names.main()
              + " is in use by "
              + e.getMessage()
              + ". Two readers with one consumer name would overwrite each other's progress: stop"
              + " that one, or give this one its own consumer name",
          table,
          e);
    } catch (IOException | UnsupportedOperationException e) {
      throw new OffsetStoreException(
          Reason.MISCONFIGURED,
          "Could not lock "
              + names.lock()
              + ": "
              + e
              + ". The directory must be writable and on a file system with locks; on a network"
              + " file system without them use a database as the offset store",
          table,
          e);
    }
  }

  Optional<OffsetFile> read() {
    Optional<OffsetFile> stored = readFile(names.main());
    if (stored.isEmpty() && exists(names.previous())) {
      throw new OffsetStoreException(
          Reason.DAMAGED,
          "The offset file "
              + names.main()
              + " is missing, although "
              + names.previous()
              + " is there; no save leaves that behind, so it was deleted. "
              + previousGeneration(),
          table,
          null);
    }
    return stored;
  }

  void write(Position position, Optional<Position> expected) {
    requireLock();
    Optional<OffsetFile> current = read();
    Optional<Position> stored = current.map(OffsetFile::position);
    if (!stored.equals(expected)
        && !stored.equals(Optional.of(position))
        && stored.filter(inDoubt::contains).isEmpty()) {
      throw new OffsetStoreException(
          Reason.CONFLICT, StoreText.changedBehindBack(consumer, stored, expected), table, null);
    }
    inDoubt.add(position);
    long generation = current.map(OffsetFile::generation).orElse(0L) + 1;
    try {
      replace(current, new OffsetFile(consumer, table, generation, position));
    } catch (IOException e) {
      throw FileOffsetStore.failed("save the offset in", names.main(), table, e);
    }
    inDoubt.clear();
  }

  private void replace(Optional<OffsetFile> current, OffsetFile next) throws IOException {
    if (current.isPresent()) {
      writeDurably(names.previousTemporary(), current.get().toBytes());
      files.rename(names.previousTemporary(), names.previous());
    }
    writeDurably(names.temporary(), next.toBytes());
    files.rename(names.temporary(), names.main());
    files.forceDirectory(directory());
  }

  private void writeDurably(Path temporary, byte[] bytes) throws IOException {
    files.delete(temporary); // Left over by a crash, or by a full disk.
    try (StoreFiles.Output output = files.create(temporary)) {
      output.write(bytes);
      output.force();
    }
  }

  void remove() {
    requireLock();
    try {
      files.delete(names.temporary());
      files.delete(names.previousTemporary());
      // The main file last: without it, the generation before would mean damage.
      files.delete(names.previous());
      files.delete(names.main());
      files.forceDirectory(directory());
    } catch (IOException e) {
      throw FileOffsetStore.failed("remove", names.main(), table, e);
    }
  }

  void release() throws IOException {
    lock.close();
  }

  /** Guards against somebody who "cleans up" the lock file, after which two could hold one. */
  private void requireLock() {
    boolean inPlace;
    try {
      inPlace = lock.isInPlace();
    } catch (IOException e) {
      throw FileOffsetStore.failed("look at the lock file", names.lock(), table, e);
    }
    if (!inPlace) {
      throw new OffsetStoreException(
          Reason.CONFLICT,
          "The lock file "
              + names.lock()
              + " was deleted or replaced while this store held it, so another reader may have"
              + " taken over; nothing was written. Start again, and leave lock files alone",
          table,
          null);
    }
  }

  private Optional<OffsetFile> readFile(Path file) {
    try {
      Optional<OffsetFile> read = files.read(file).map(OffsetFile::read);
      read.ifPresent(this::requireOwn);
      return read;
    } catch (OffsetStoreException e) {
      throw new OffsetStoreException(
          e.reason(),
          "The offset file " + file + " " + e.getMessage() + ". " + previousGeneration(),
          table,
          e);
    } catch (IOException e) {
      throw FileOffsetStore.failed("read the offset in", file, table, e);
    }
  }

  private void requireOwn(OffsetFile read) {
    if (!read.consumer().equals(consumer)
        || !read.table().equals(table)
        || !read.position().table().equals(table)) {
      throw new OffsetStoreException(
          Reason.DAMAGED,
          "belongs to consumer '"
              + read.consumer()
              + "' and table "
              + read.table()
              + ": it was copied or renamed");
    }
  }

  private boolean exists(Path file) {
    try {
      return files.read(file).isPresent();
    } catch (IOException e) {
      throw FileOffsetStore.failed("read", file, table, e);
    }
  }

  /** What to do about a damaged file, with the help of the generation before if that is good. */
  private String previousGeneration() {
    Optional<OffsetFile> previous;
    try {
      previous = files.read(names.previous()).map(OffsetFile::read);
    } catch (IOException | OffsetStoreException e) {
      previous = Optional.empty();
    }
    return previous
            .map(
                file ->
                    "The generation before is good and stands at "
                        + file.position()
                        + ": copy "
                        + names.previous()
                        + " over "
                        + names.main()
                        + " to repeat the changes from there. ")
            .orElse("")
        + "To start anew by the scan mode, delete both files";
  }

  private Path directory() {
    Path directory = names.main().getParent();
    if (directory == null) {
      throw new IllegalStateException("the store resolves names in a real directory");
    }
    return directory;
  }
}
