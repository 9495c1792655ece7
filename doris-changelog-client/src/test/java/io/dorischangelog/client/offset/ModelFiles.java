package io.dorischangelog.client.offset;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A file system in memory that knows what a disk holds: written bytes are durable after force,
 * names after the directory was forced. It can stop or fail at any call that changes something.
 */
final class ModelFiles implements StoreFiles {

  /** The process died; nothing after this runs. */
  static final class CrashError extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final class Content {
    byte[] written = {};
    byte[] forced = {};
  }

  private final Map<Path, Content> names = new LinkedHashMap<>();
  private final Map<Path, Content> durableNames = new LinkedHashMap<>();
  private final List<Consumer<Map<Path, Content>>> pending = new ArrayList<>();
  private int calls;
  private int stopAt = -1;
  private boolean crash;

  /** From now on, the call with this number (from 0) dies or fails before it does anything. */
  void stopAt(int call, boolean crash) {
    this.calls = 0;
    this.stopAt = call;
    this.crash = crash;
  }

  int calls() {
    return calls;
  }

  /** What another process finds after this one died. */
  ModelFiles afterProcessCrash() {
    ModelFiles after = new ModelFiles();
    after.names.putAll(names);
    return after;
  }

  /**
   * What can be found after a loss of power: any number of the changes of names since the last
   * force may have reached the disk, and of bytes not forced all, some or none.
   */
  List<ModelFiles> afterPowerLoss() {
    List<ModelFiles> all = new ArrayList<>();
    for (int done = 0; done <= pending.size(); done++) {
      Map<Path, Content> found = new LinkedHashMap<>(durableNames);
      pending.subList(0, done).forEach(change -> change.accept(found));
      all.add(withContents(found, content -> content.forced));
      all.add(withContents(found, content -> content.written));
      all.add(
          withContents(
              found,
              content ->
                  content.forced == content.written
                      ? content.forced
                      : Arrays.copyOf(content.written, content.written.length / 2)));
    }
    return all;
  }

  private static ModelFiles withContents(
      Map<Path, Content> found, Function<Content, byte[]> survives) {
    ModelFiles after = new ModelFiles();
    found.forEach(
        (name, content) -> {
          Content copy = new Content();
          copy.written = survives.apply(content);
          copy.forced = copy.written;
          after.names.put(name, copy);
          after.durableNames.put(name, copy);
        });
    return after;
  }

  private void call(String what) throws IOException {
    if (calls++ == stopAt) {
      if (crash) {
        throw new CrashError();
      }
      throw new IOException("No space left on device (" + what + ")");
    }
  }

  private void change(Consumer<Map<Path, Content>> change) {
    change.accept(names);
    pending.add(change);
  }

  @Override
  public Optional<byte[]> read(Path file) {
    return Optional.ofNullable(names.get(file)).map(content -> content.written);
  }

  @Override
  public Output create(Path file) throws IOException {
    call("create");
    if (names.containsKey(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Content content = new Content();
    change(where -> where.put(file, content));
    return new Output() {
      @Override
      public void write(byte[] bytes) throws IOException {
        content.written = Arrays.copyOf(bytes, bytes.length / 2);
        call("write");
        content.written = bytes;
      }

      @Override
      public void force() throws IOException {
        call("force");
        content.forced = content.written;
      }

      @Override
      public void close() throws IOException {
        call("close");
      }
    };
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    call("rename");
    Content content = names.get(from);
    if (content == null) {
      throw new NoSuchFileException(from.toString());
    }
    change(
        where -> {
          where.remove(from);
          where.put(to, content);
        });
  }

  @Override
  public void delete(Path file) throws IOException {
    call("delete");
    change(where -> where.remove(file));
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    call("force directory");
    durableNames.clear();
    durableNames.putAll(names);
    pending.clear();
  }

  @Override
  public List<Path> list(Path directory, String suffix) {
    return names.keySet().stream().filter(name -> name.toString().endsWith(suffix)).toList();
  }

  @Override
  public Lock lock(Path file, String holder) {
    return new Lock() {
      @Override
      public boolean isInPlace() {
        return true;
      }

      @Override
      public void close() {
        // The model knows one process only.
      }
    };
  }
}
