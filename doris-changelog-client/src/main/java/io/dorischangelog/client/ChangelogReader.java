package io.dorischangelog.client;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.internal.decode.ArrowChangeBatch;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.ScanOptions;
import io.dorischangelog.client.scan.ScanStats;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the row changes of one Doris table, one after the other, in commit order and at least once:
 *
 * <pre>{@code
 * try (ChangelogReader reader = ChangelogReader.builder()
 *     .frontEnds("127.0.0.1:8030").username("root").password("")
 *     .table("test.student_changelog_source")
 *     .scanMode(ScanMode.initial())
 *     .offsetStore(FileOffsetStore.in(Path.of("offsets")), "student-sync")
 *     .build()) {
 *   while (reader.hasNext()) {
 *     apply(reader.next());
 *     reader.commit();
 *   }
 * }
 * }</pre>
 *
 * <p>A reader holds connections, threads and memory; share it with nobody and close it. One thread
 * reads: a call while another thread is reading is an {@link IllegalStateException}. {@link
 * #wakeup()}, {@link #close()}, {@link #commit(Position)}, {@link #committed()} and {@link
 * #stats()} may come from any thread.
 *
 * <p>Rows come either one by one ({@link #hasNext()}, {@link #next()}) or in batches ({@link
 * #poll(Duration)}); the two may be mixed once all rows fetched one by one were taken.
 *
 * <p>Errors are {@link io.dorischangelog.client.error.ChangelogException}s. After a retryable one
 * the next call goes on behind the last row handed out; after any other, every call throws it
 * again.
 */
public final class ChangelogReader implements Iterator<Change>, AutoCloseable {
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(4);
  private static final Duration LONGEST_CLOSE = Duration.ofMillis(4800);

  private final ChangelogScan scan;
  private final ReaderSettings settings;
  private final ReadingThread thread = new ReadingThread();
  private final Progress progress;
  private final ReadLoop loop;
  private final RowLookahead rows;
  private final TransactionCursor transactions;
  private final boolean commitsByItself;
  private @Nullable ChangeBatch polled;
  private long lastAutoCommitNanos = System.nanoTime();

  private ChangelogReader(ChangelogScan scan, ReaderSettings settings, Optional<Position> stored) {
    this.scan = scan;
    this.settings = settings;
    this.commitsByItself = settings.autoCommit().isPresent();
    StartPoint start = StartPoint.of(scan, settings, stored);
    TableId table = scan.table().id();
    this.progress =
        new Progress(
            new AnnouncingStore(settings.store(), settings.listener()),
            settings.consumer(),
            table,
            stored,
            start.position(),
            settings.keepsWindows());
    if (settings.scanMode().hasChanges()) {
      progress.gate(start.position());
    }
    this.loop = new ReadLoop(scan, thread, progress, start, settings);
    this.rows = new RowLookahead(loop::next, progress, table);
    this.transactions = new TransactionCursor(this, table);
  }

  /** Begins to describe a reader; front ends, username, password and table are required. */
  public static ChangelogReaderBuilder builder() {
    return new ChangelogReaderBuilder();
  }

  /** Opens a reader; the caller closes the store if this fails. */
  static ChangelogReader open(ScanOptions options, ReaderSettings settings) {
    Optional<Position> stored =
        settings.scanMode().hasChanges()
            ? settings.store().load(settings.consumer(), options.table())
            : Optional.empty();
    ChangelogScan scan = ChangelogScan.open(options);
    boolean opened = false;
    try {
      ChangelogReader reader = new ChangelogReader(scan, settings, stored);
      opened = true;
      return reader;
    } finally {
      if (!opened) {
        scan.close();
      }
    }
  }

  /**
   * Waits for the next change.
   *
   * @return false at the end of a bounded read, or when the reader is closed
   * @throws io.dorischangelog.client.error.ReaderWokenUpException after {@link #wakeup()}
   * @throws io.dorischangelog.client.error.ReadInterruptedException if the thread is interrupted;
   *     its flag stays set
   */
  @Override
  public boolean hasNext() {
    if (thread.isLastReader() && rows.isReady()) {
      return !thread.isClosed();
    }
    thread.enter();
    try {
      closePolled();
      return !thread.isClosed() && rows.advance();
    } catch (ReaderClosedException e) {
      return false;
    } finally {
      leave();
    }
  }

  /**
   * The next change, waiting for it.
   *
   * @throws NoSuchElementException at the end of a bounded read
   * @throws ReaderClosedException if the reader is closed
   */
  @Override
  public Change next() {
    if (thread.isLastReader() && rows.isReady() && !thread.isClosed() && !commitsByItself) {
      return rows.take();
    }
    thread.enter();
    try {
      requireOpen();
      beginCall();
      if (!rows.advance()) {
        throw new NoSuchElementException("the read has reached its end");
      }
      return rows.take();
    } finally {
      leave();
    }
  }

  /**
   * Waits for the next batch and hands it out whole; closes the previous one. Its last row may
   * belong to a transaction that goes on in the next batch; {@link ChangeBatch#end()} says how far
   * it goes.
   *
   * @param atMost longest wait; zero only looks
   * @return never null; without rows if none came in time, if the thread was woken up, or at the
   *     end of a window, which it then says
   * @throws ReaderClosedException if the reader is closed
   * @throws IllegalStateException if rows fetched by {@link #next()} are still to be taken
   */
  public ChangeBatch poll(Duration atMost) {
    thread.enter();
    try {
      requireOpen();
      if (rows.isPending()) {
        throw new IllegalStateException(
            "rows of the current batch were begun with next(); take the others with next() as well,"
                + " or seek(position()) to drop them and read them again");
      }
      beginCall();
      ChangeBatch batch = batch(loop.next(deadline(atMost)));
      polled = batch;
      return batch;
    } finally {
      leave();
    }
  }

  /**
   * The read grouped by commit, pulled while it is asked for. Each {@link Transaction} is valid
   * until the next one is asked for; asking while rows of it are left is an {@link
   * IllegalStateException}, unless {@link Transaction#skipRest()} was called. Errors are those of
   * {@link #next()}; after a retryable one a new stream goes on where this one was. Closing the
   * stream does not close the reader.
   *
   * @return sequential; it ends with a bounded read, or when the reader is closed
   * @throws IllegalStateException in min_delta, whose rows belong to a window and to no one commit
   */
  public Stream<Transaction> transactions() {
    if (settings.scanMode().hasChanges() && settings.incrementType() == IncrementType.MIN_DELTA) {
      throw new IllegalStateException(
          "min_delta folds the commits of a window into one row per key, so there are no"
              + " transactions; use poll and ChangeBatch.endsWindow(), or increment type detail");
    }
    return transactions.stream();
  }

  private ChangeBatch batch(Fetched fetched) {
    if (fetched instanceof Fetched.Rows some) {
      progress.handedOut(some.batch().end());
      return some.batch();
    }
    if (fetched instanceof Fetched.Completed completed) {
      progress.windowEnded(completed.end());
      return ArrowChangeBatch.empty(schema(), completed.end(), true);
    }
    return ArrowChangeBatch.empty(schema(), position(), false);
  }

  private static long deadline(Duration atMost) {
    long now = System.nanoTime();
    long nanos = atMost.compareTo(Duration.ofDays(365)) > 0 ? Long.MAX_VALUE / 4 : atMost.toNanos();
    return now + Math.max(0, nanos);
  }

  /** The position behind the last row handed out; before any, the one the read began at. */
  public Position position() {
    return progress.handedOut();
  }

  /** The position that a new reader of this consumer would begin at; empty: none is kept yet. */
  public Optional<Position> committed() {
    return progress.committed();
  }

  /**
   * Commits everything handed out so far. Without effect when nothing was handed out since.
   *
   * @throws io.dorischangelog.client.error.OffsetStoreException if it could not be saved; then it
   *     does not count as committed, and committing again tries again
   */
  public void commit() {
    commit(position());
  }

  /**
   * Commits everything up to a position, usually {@link Change#position()}. May come from any
   * thread.
   *
   * @param processed a position that was handed out; one before {@link #committed()} is ignored
   * @throws IllegalArgumentException if it was never handed out
   * @throws io.dorischangelog.client.error.OffsetStoreException as for {@link #commit()}
   */
  public void commit(Position processed) {
    progress.commit(processed);
  }

  /**
   * Goes on behind another position; what was committed stays committed, until {@link #commit()}
   * commits the place that was gone to.
   *
   * @throws IllegalArgumentException if it belongs to another table or lies inside a snapshot
   */
  public void seek(Position target) {
    thread.enter();
    try {
      requireOpen();
      if (target.isSnapshot() || !target.table().equals(scan.table().id())) {
        throw new IllegalArgumentException(
            "cannot seek to "
                + target
                + " of "
                + target.table()
                + ": it must lie in the changes of "
                + scan.table().id());
      }
      closePolled();
      rows.clear();
      transactions.clear();
      loop.seek(target);
      progress.moved(target);
    } finally {
      leave();
    }
  }

  /** The columns of the rows; value columns are nullable where changes are read. */
  public TableSchema schema() {
    return settings.scanMode().hasChanges() ? scan.changeSchema() : scan.snapshotSchema();
  }

  /** What the reader has done and how far it is behind. From any thread, also when closed. */
  public ReaderStats stats() {
    ScanStats done = scan.stats();
    Position reached = position();
    Position needed = settings.keepsOffsets() ? committed().orElse(reached) : reached;
    return new ReaderStats(done.lagOf(reached), done.headroomOf(needed), done);
  }

  /**
   * Wakes the reading thread up: a blocked {@code poll} returns an empty batch, a blocked {@code
   * hasNext} or {@code next} throws {@link io.dorischangelog.client.error.ReaderWokenUpException}.
   * If no call is blocked, the next one is woken up. The reader stays usable. From any thread.
   */
  public void wakeup() {
    thread.wakeup();
  }

  /** What every reading call does first. */
  private void beginCall() {
    closePolled();
    settings.autoCommit().ifPresent(this::autoCommit);
  }

  private void autoCommit(Duration interval) {
    long now = System.nanoTime();
    if (now - lastAutoCommitNanos >= interval.toNanos()) {
      progress.commit(progress.handedOut());
      lastAutoCommitNanos = now;
    }
  }

  private void closePolled() {
    ChangeBatch batch = polled;
    polled = null;
    if (batch != null) {
      batch.close();
    }
  }

  private void requireOpen() {
    if (thread.isClosed()) {
      closePolled(); // Another thread closed the reader; the memory is ours to release.
      throw new ReaderClosedException(
          ErrorContext.of(scan.table().id()), "The reader is closed; build a new one to read on");
    }
  }

  /** Leaves a reading call; if the reader was closed meanwhile, releases what only we may touch. */
  private void leave() {
    if (thread.isClosed()) {
      rows.closeBatch();
    }
    thread.leave();
  }

  /**
   * Ends the read within 5 seconds, whatever hangs: a blocked call ends, connections and threads
   * go, the position of an idle table is saved, the store is closed. From any thread; a second call
   * does nothing. Rows handed out and not committed come again in the next run.
   *
   * @throws IllegalStateException if another thread holds an open batch; its memory is released
   *     when that thread closes it
   * @throws io.dorischangelog.client.error.OffsetStoreException if the store could not save, or did
   *     not answer in time; then it is closed when it answers
   */
  @Override
  public void close() {
    if (!thread.close()) {
      return;
    }
    // After a ReadInterruptedException the flag is set; sessions and offsets must end all the same.
    boolean interrupted = Thread.interrupted();
    long deadline = System.nanoTime() + LONGEST_CLOSE.toNanos();
    try {
      Closing closing = new Closing();
      closing.run(loop::close);
      closing.run(() -> releaseRows());
      closing.run(scan::close);
      closing.run(
          () ->
              StoreFarewell.of(progress, settings.store())
                  .await(Duration.ofNanos(deadline - System.nanoTime())));
      closing.rethrow();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void releaseRows() {
    scan.cancelStreams();
    if (thread.awaitOthersOutside(LONGEST_FAREWELL)) {
      rows.closeBatch();
    }
    if (thread.isMine()) {
      closePolled();
    }
  }

  /** Table and position; never the password. */
  @Override
  public String toString() {
    return "ChangelogReader[" + scan.table().id() + " at " + position() + "]";
  }
}
