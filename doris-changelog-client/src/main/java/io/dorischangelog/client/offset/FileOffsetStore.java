package io.dorischangelog.client.offset;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.error.OffsetStoreException;
import io.dorischangelog.client.error.OffsetStoreException.Reason;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps each position in a small text file of its own within one directory. Thread-safe.
 *
 * <p>A save writes a new file, forces it to the disk, renames it over the old one and forces the
 * directory, so that a crash at any moment leaves the old or the new position. The generation
 * before is kept beside it ({@code .previous}) for the day the disk itself fails; it is never used
 * without being asked, because going back is a decision: the error of a damaged file names it.
 *
 * <p>From the first {@link #load} or {@link #save} on, the store holds a lock for that consumer and
 * table until {@link #close}, against other processes and other stores in this process, by whatever
 * path they came. The lock dies with the process. New files and the directory belong to their owner
 * only. Needs a file system with locks and atomic renames, which every local one has.
 *
 * <p>After {@link #close} every other call is an {@link IllegalStateException}.
 */
public final class FileOffsetStore implements OffsetStore {

  private static final Logger LOG = LoggerFactory.getLogger(FileOffsetStore.class);

  private final StoreFiles files;
  private final Path directory;
  private final Map<OffsetFileNames, HeldOffset> held = new HashMap<>(); // guarded by this
  private boolean closed; // guarded by this

  FileOffsetStore(StoreFiles files, Path directory) {
    this.files = files;
    this.directory = directory;
  }

  /**
   * A store in a directory, which is made (for its owner only) if just its last part is missing.
   *
   * @throws OffsetStoreException if the directory cannot be made or is something else
   */
  public static FileOffsetStore in(Path directory) {
    try {
      if (Files.notExists(directory)) {
        Files.createDirectory(directory, SystemFiles.ownerOnly(directory, "rwx------"));
      }
      Path real = directory.toRealPath();
      if (!Files.isDirectory(real)) {
        throw new FileSystemException(directory.toString(), null, "is not a directory");
      }
      return new FileOffsetStore(new SystemFiles(), real);
    } catch (IOException e) {
      throw new OffsetStoreException(
          Reason.MISCONFIGURED,
          "Cannot keep offsets in the directory "
              + directory.toAbsolutePath()
              + ": "
              + e
              + ". Make the directory, or give the user of this process the right to it",
          e);
    }
  }

  @Override
  public synchronized Optional<Position> load(String consumer, TableId table) {
    return uninterrupted(() -> hold(consumer, table).read().map(OffsetFile::position));
  }

  @Override
  public synchronized void save(
      String consumer, TableId table, Position position, Optional<Position> expected) {
    uninterrupted(
        () -> {
          hold(consumer, table).write(position, expected);
          return position;
        });
  }

  @Override
  public synchronized void remove(String consumer, TableId table) {
    uninterrupted(
        () -> {
          hold(consumer, table).remove();
          return table;
        });
  }

  /**
   * Runs a call to its end although the thread is interrupted, before or meanwhile: an interrupt
   * closes the file channels of java.nio under the call. The flag is set again afterwards.
   */
  private static <T> T uninterrupted(Supplier<T> call) {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return call.get();
        } catch (OffsetStoreException e) {
          if (!(e.getCause() instanceof ClosedByInterruptException)) {
            throw e;
          }
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public synchronized List<String> consumers(TableId table) {
    requireOpen();
    return uninterrupted(() -> listed(table));
  }

  private List<String> listed(TableId table) {
    try {
      return files.list(directory, OffsetFileNames.SUFFIX).stream()
          .map(this::readAny)
          .flatMap(Optional::stream)
          .filter(file -> file.table().equals(table))
          .map(OffsetFile::consumer)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw failed("list", directory, table, e);
    }
  }

  private Optional<OffsetFile> readAny(Path file) {
    try {
      return files.read(file).map(OffsetFile::read);
    } catch (OffsetStoreException e) {
      throw new OffsetStoreException(
          e.reason(), "The offset file " + file + " " + e.getMessage(), e);
    } catch (IOException e) {
      throw failed("read", file, null, e);
    }
  }

  private HeldOffset hold(String consumer, TableId table) {
    requireOpen();
    OffsetFileNames names =
        OffsetFileNames.in(directory, StoreText.requireConsumer(consumer), table);
    HeldOffset offset = held.get(names);
    if (offset == null) {
      offset = HeldOffset.take(files, names, consumer, table);
      held.put(names, offset);
    }
    return offset;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the offset store in " + directory + " is closed");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    for (HeldOffset offset : held.values()) {
      try {
        offset.release();
      } catch (IOException e) {
        LOG.warn(
            "Could not close a lock file in {}; it is free when the process ends", directory, e);
      }
    }
    held.clear();
  }

  /** A system call that failed, in words. */
  static OffsetStoreException failed(
      String action, Path file, @Nullable TableId table, IOException e) {
    boolean denied = e instanceof AccessDeniedException;
    String reason =
        e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : "";
    return new OffsetStoreException(
        denied ? Reason.MISCONFIGURED : Reason.UNAVAILABLE,
        "Could not "
            + action
            + " "
            + file
            + ": "
            + (denied ? "permission denied" : reason.isEmpty() ? e.toString() : reason)
            + ". What was stored before is unharmed; put that right and start again",
        table,
        e);
  }
}
