package io.dorischangelog.client.offset;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The system calls behind {@link FileOffsetStore}, one method each, so that a test can stop between
 * any two of them and fail every single one.
 */
interface StoreFiles {

  /** A file being written; nothing is durable before {@link #force}. */
  interface Output extends Closeable {
    void write(byte[] bytes) throws IOException;

    void force() throws IOException;
  }

  /** A lock that was got. Closing gives it back. */
  interface Lock extends Closeable {
    /** Whether the file that is locked is still the one at that path. */
    boolean isInPlace() throws IOException;
  }

  /** Somebody else has the lock. */
  final class HeldElsewhereException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Tells who.
     *
     * @param holder what the other one wrote about itself
     */
    HeldElsewhereException(String holder) {
      super(holder);
    }
  }

  /**
   * The whole content.
   *
   * @return empty if nothing has that name
   * @throws IOException also if it is a link, a directory, or not of a sensible size
   */
  Optional<byte[]> read(Path file) throws IOException;

  /** Makes a new file that only its owner can read; something else of that name is a failure. */
  Output create(Path file) throws IOException;

  /** Replaces {@code to} in one step. */
  void rename(Path from, Path to) throws IOException;

  /** Deletes the name; nothing of that name is no failure. */
  void delete(Path file) throws IOException;

  /** Makes renames and deletions in the directory durable. */
  void forceDirectory(Path directory) throws IOException;

  /** Everything in the directory whose name ends so. */
  List<Path> list(Path directory, String suffix) throws IOException;

  /**
   * Takes the lock, without waiting.
   *
   * @param holder what to tell others who ask for it
   * @throws HeldElsewhereException if somebody else has it, in this process or another
   */
  Lock lock(Path file, String holder) throws IOException;
}
