package io.dorischangelog.client.offset;

import io.dorischangelog.client.offset.StoreFiles.HeldElsewhereException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An operating system lock on a file that holds its holder's name. The system gives it back when
 * the process dies, so nothing is left to clean up; the file stays, because deleting it would let
 * two processes lock two files of the same name.
 *
 * <p>The trap: POSIX drops a process' locks on a file as soon as that process closes <em>any</em>
 * channel to it. So a second taker in this process must be turned away before it opens the file.
 */
final class SystemLock implements StoreFiles.Lock {

  /** Behind the holder's name, because Windows lets nobody read a locked byte. */
  private static final long LOCKED_BYTE = 1L << 30;

  private static final int MAX_HOLDER_BYTES = 512;
  private static final Set<OpenOption> OPTIONS =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);

  /** Locks held by this process: path to holder. */
  private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

  private final Path file;
  private final FileChannel channel;
  private final @Nullable Object fileKey;

  private SystemLock(Path file, FileChannel channel, @Nullable Object fileKey) {
    this.file = file;
    this.channel = channel;
    this.fileKey = fileKey;
  }

  /** Takes the lock; the directory of {@code file} must be given by its real path. */
  static SystemLock take(Path file, String holder) throws IOException {
    String other = HELD.putIfAbsent(file, holder);
    if (other != null) {
      throw new HeldElsewhereException(other + ", by another store in this process");
    }
    boolean taken = false;
    try {
      SystemLock lock = open(file, holder);
      taken = true;
      return lock;
    } finally {
      if (!taken) {
        HELD.remove(file);
      }
    }
  }

  private static SystemLock open(Path file, String holder) throws IOException {
    FileChannel channel = FileChannel.open(file, OPTIONS, SystemFiles.ownerOnly(file, "rw-------"));
    boolean locked = false;
    try {
      if (!tryLock(channel)) {
        throw new HeldElsewhereException(holderIn(channel));
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)), 0);
      SystemLock lock = new SystemLock(file, channel, fileKey(file));
      locked = true;
      return lock;
    } finally {
      if (!locked) {
        channel.close();
      }
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // Held through another copy of this class in the process.
    }
  }

  private static String holderIn(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MAX_HOLDER_BYTES);
    channel.read(bytes, 0);
    return StandardCharsets.UTF_8.decode(bytes.flip()).toString().strip();
  }

  private static @Nullable Object fileKey(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  @Override
  public boolean isInPlace() throws IOException {
    try {
      return Objects.equals(fileKey, fileKey(file));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(file);
    }
  }
}
