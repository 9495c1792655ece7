package io.dorischangelog.flink;

import static io.dorischangelog.flink.Collected.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A job with a {@link CheckedView}, killed in one way or another. */
final class KilledJob implements AutoCloseable {
  /** Chained to the source. */
  static final String SOURCE = "source";

  private final String view;
  private final Supplier<ViewJob.Setup> setup;
  private final Path checkpoints;
  private final TaskManagers managers;
  private final Random random;
  private ViewJob job;
  private int readers = 2;

  KilledJob(
      String view,
      Supplier<ViewJob.Setup> setup,
      Path checkpoints,
      TaskManagers managers,
      Random random) {
    this.view = view;
    this.setup = setup;
    this.checkpoints = checkpoints;
    this.managers = managers;
    this.random = random;
    this.job = start(Optional.empty());
  }

  private ViewJob start(Optional<Path> from) {
    ViewJob.Setup next =
        setup
            .get()
            .parallelism(readers)
            .configure("execution.checkpointing.dir", checkpoints.toUri().toString())
            .configure(
                "execution.checkpointing.externalized-checkpoint-retention",
                "RETAIN_ON_CANCELLATION");
    from.ifPresent(path -> next.restoredFrom(path.toUri().toString()));
    return next.start();
  }

  /**
   * Kills it in a way chosen at random, and waits until it runs again.
   *
   * @param records within how many it fails, if it is a task that fails
   * @param millis within which time it is killed, if it is not
   * @param goOn lets further records come
   */
  void kill(int records, int millis, Runnable goOn) throws Exception {
    int opened = Findings.of(view).opened();
    switch (random.nextInt(4)) {
      case 0 -> failAt(SOURCE, records, goOn);
      case 1 -> failAt(view, records, goOn);
      case 2 -> {
        goOn.run();
        pause(millis);
        loseTaskManager();
      }
      default -> {
        goOn.run();
        pause(millis);
        cancelAndRestore();
      }
    }
    await(() -> Findings.of(view).opened() >= opened + readers);
  }

  private void failAt(String place, int records, Runnable goOn) {
    FailAfter.arm(place, random.nextInt(records));
    goOn.run();
    await(() -> FailAfter.isOver(place));
  }

  private void pause(int atMostMillis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(atMostMillis)));
  }

  /** With one reader any of them may be the one. */
  private void loseTaskManager() throws Exception {
    int lost = readers == 1 ? managers.count() : 1;
    for (int i = 0; i < lost; i++) {
      managers.replace(readers == 1 ? 0 : random.nextInt(managers.count()));
    }
  }

  /** Goes on behind the latest checkpoint, with one reader or with two. */
  private void cancelAndRestore() throws IOException {
    await(() -> latestCheckpoint().isPresent());
    job.close();
    readers = 1 + random.nextInt(2);
    job = start(latestCheckpoint());
  }

  private Optional<Path> latestCheckpoint() {
    try (Stream<Path> files = Files.walk(checkpoints)) {
      return files
          .filter(file -> file.endsWith("_metadata"))
          .max(Comparator.comparing(KilledJob::written))
          .map(Path::getParent);
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty(); // One was removed meanwhile.
    }
  }

  private static FileTime written(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return FileTime.fromMillis(0); // Removed meanwhile.
    }
  }

  @Override
  public void close() {
    job.close();
  }
}
