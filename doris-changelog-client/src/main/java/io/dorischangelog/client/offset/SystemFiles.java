package io.dorischangelog.client.offset;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The real file system. */
final class SystemFiles implements StoreFiles {

  /** Far above any offset, far below what would hurt to load. */
  private static final long MAX_BYTES = 16L << 20;

  private static final Set<StandardOpenOption> NEW_FILE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  @Override
  public Optional<byte[]> read(Path file) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    requireFile(file, attributes);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      return Optional.of(
          bytes.flip().remaining() == bytes.capacity() ? bytes.array() : copy(bytes));
    }
  }

  private static byte[] copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return copy;
  }

  private static void requireFile(Path file, BasicFileAttributes attributes)
      throws FileSystemException {
    if (attributes.isSymbolicLink()) {
      throw new FileSystemException(
          file.toString(), null, "is a symbolic link, which a save would replace by a file");
    }
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(
          file.toString(), null, attributes.isDirectory() ? "is a directory" : "is not a file");
    }
    if (attributes.size() > MAX_BYTES) {
      throw new FileSystemException(
          file.toString(), null, "has " + attributes.size() + " bytes, too many for an offset");
    }
  }

  @Override
  public Output create(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, NEW_FILE, ownerOnly(file, "rw-------"));
    return new Output() {
      @Override
      public void write(byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
          channel.write(left);
        }
      }

      @Override
      public void force() throws IOException {
        channel.force(true);
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    if (File.separatorChar == '\\') {
      return; // Windows cannot open a directory; its journal keeps renames in order.
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public List<Path> list(Path directory, String suffix) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(entry -> entry.toString().endsWith(suffix)).sorted().toList();
    }
  }

  @Override
  public Lock lock(Path file, String holder) throws IOException {
    return SystemLock.take(file, holder);
  }

  /** Attributes for a new file or directory, where the file system knows them. */
  static FileAttribute<?>[] ownerOnly(Path file, String permissions) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
