package io.dorischangelog.client;

import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReadInterruptedException;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.scan.ChangelogScan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the snapshot, if there is one, and then the changes, until the read is over or the reader
 * is closed. For the reading thread; {@link #close()} may come from any.
 *
 * <p>Whatever waits for a server runs on another thread (a stream's pump, or the feed), so that the
 * reading thread can always be woken up, interrupted or closed.
 */
final class ReadLoop implements AutoCloseable {
  /** How long the reading thread waits without looking whether it was woken up. */
  private static final Duration SLICE = Duration.ofMillis(20);

  private final ChangelogScan scan;
  private final ReadingThread thread;
  private final Progress progress;
  private final ReaderSettings settings;
  private final WindowFeed feed;
  private final TableId table;
  private ReadPhase phase;
  private @Nullable ChangelogException fatal;
  private boolean finished;

  /**
   * @param progress told of positions that must be durable before rows are handed out
   * @param start where to begin, with the snapshot to read first
   */
  ReadLoop(
      ChangelogScan scan,
      ReadingThread thread,
      Progress progress,
      StartPoint start,
      ReaderSettings settings) {
    this.scan = scan;
    this.thread = thread;
    this.progress = progress;
    this.settings = settings;
    this.table = start.position().table();
    this.feed =
        new WindowFeed(scan, table, settings.scanMode().end().orElse(Instant.MAX), settings);
    this.phase =
        start
            .snapshot()
            .<ReadPhase>map(plan -> new SnapshotPhase(scan, plan, settings.snapshotParallelism()))
            .orElseGet(() -> changesFrom(start.position()));
  }

  private ChangesPhase changesFrom(Position position) {
    return new ChangesPhase(scan, progress, feed, settings, position);
  }

  /**
   * Waits for the next thing to hand out.
   *
   * @param deadlineNanos of {@link System#nanoTime()}
   * @return {@link Fetched.Nothing} when the deadline passed
   * @throws ReaderClosedException if the reader was closed
   */
  Fetched next(long deadlineNanos) {
    while (true) {
      requireUsable();
      if (thread.takeWakeup()) {
        return Fetched.WOKEN_UP;
      }
      if (finished) {
        return Fetched.FINISHED;
      }
      Duration left = remaining(deadlineNanos);
      Optional<Fetched> found = step(left.compareTo(SLICE) < 0 ? left : SLICE);
      if (found.isPresent()) {
        return found.get();
      }
      if (remaining(deadlineNanos).isZero()) {
        return Fetched.NOTHING;
      }
    }
  }

  private void requireUsable() {
    if (thread.isClosed()) {
      throw closed();
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new ReadInterruptedException(errors(), null);
    }
    if (fatal != null) {
      throw fatal;
    }
  }

  private Optional<Fetched> step(Duration slice) {
    try {
      Optional<Fetched> found = phase.step(slice);
      found.ifPresent(this::moveOn);
      return found;
    } catch (ChangelogException e) {
      abandon(e);
      throw thread.isClosed() ? closed() : e;
    } catch (InterruptedException e) {
      phase.closeStreams(); // Nothing is asked of the server any more until the next call.
      Thread.currentThread().interrupt();
      throw new ReadInterruptedException(errors(), e);
    }
  }

  private void moveOn(Fetched found) {
    if (found instanceof Fetched.Finished) {
      finished = true;
    } else if (found instanceof Fetched.Completed snapshot && phase instanceof SnapshotPhase) {
      finished = !settings.scanMode().hasChanges();
      phase = changesFrom(snapshot.end());
    }
  }

  /** After an error the next call begins again behind the last row handed out, or fails again. */
  private void abandon(ChangelogException e) {
    phase.closeStreams();
    if (!e.isRetryable()) {
      fatal = e;
    }
  }

  /** Goes on behind another position. */
  void seek(Position target) {
    phase.closeStreams();
    feed.moved();
    finished = false;
    phase = changesFrom(target);
  }

  private ReaderClosedException closed() {
    return new ReaderClosedException(errors(), "The reader was closed");
  }

  private ErrorContext errors() {
    return ErrorContext.of(table);
  }

  private static Duration remaining(long deadlineNanos) {
    long left = deadlineNanos - System.nanoTime();
    return left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }

  /** Ends the feed; streams end with the scan. */
  @Override
  public void close() {
    feed.close();
  }
}
