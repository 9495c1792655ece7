package io.dorischangelog.client.scan;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.Position;
import io.dorischangelog.client.error.ChangelogException;
import io.dorischangelog.client.error.ReadInterruptedException;
import io.dorischangelog.client.error.ReaderClosedException;
import io.dorischangelog.client.error.ServerFailureException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream whose rows a {@link StreamPump} fetches on a thread of its own. */
final class PumpedStream implements ChangeStream {
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(4);

  private final StreamQuery query;
  private final StreamPump pump;
  private final BatchQueue queue;
  private final Thread thread;
  private final Consumer<PumpedStream> whenClosed;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private volatile boolean cancelled;
  private @Nullable ChangeBatch current;
  private @Nullable Position end;

  private PumpedStream(
      StreamSupport support,
      StreamQuery query,
      ThreadFactory threads,
      Consumer<PumpedStream> whenClosed) {
    this.query = query;
    this.queue = new BatchQueue(support.memory()::changed);
    this.pump = new StreamPump(support, query, queue);
    this.thread = threads.newThread(pump);
    this.whenClosed = whenClosed;
  }

  /**
   * Begins to read.
   *
   * @param whenClosed told once, by {@link #close()}
   */
  static PumpedStream start(
      StreamSupport support,
      StreamQuery query,
      ThreadFactory threads,
      Consumer<PumpedStream> whenClosed) {
    PumpedStream stream = new PumpedStream(support, query, threads, whenClosed);
    stream.thread.start();
    return stream;
  }

  @Override
  public Step next(Duration atMost) {
    requireOpen();
    ChangeBatch taken;
    try {
      taken = queue.take(atMost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ReadInterruptedException(query.context(), e);
    }
    if (taken != null) {
      current = taken;
      return Step.BATCH;
    }
    requireOpen();
    return queue.isAtEnd() ? atEnd() : Step.NOT_YET;
  }

  private Step atEnd() {
    Throwable failure = queue.failure();
    if (failure == null) {
      end = query.end();
      return Step.END;
    }
    if (failure instanceof ChangelogException known) {
      throw known;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    throw new ServerFailureException(
        query.context(), "reading the stream", String.valueOf(failure), failure);
  }

  private void requireOpen() {
    if (cancelled) {
      throw new ReaderClosedException(query.context(), "The stream was closed or cancelled");
    }
  }

  @Override
  public ChangeBatch batch() {
    ChangeBatch batch = current;
    if (batch == null) {
      throw new IllegalStateException("no batch: call next() and look for BATCH first");
    }
    current = null;
    return batch;
  }

  @Override
  public Position end() {
    Position position = end;
    if (position == null) {
      throw new IllegalStateException("the stream has not reached its end");
    }
    return position;
  }

  @Override
  public Optional<Position> awaitReceived() throws InterruptedException {
    return queue.awaitAll() ? Optional.of(query.end()) : Optional.empty();
  }

  @Override
  public void cancel() {
    if (stopped.compareAndSet(false, true)) {
      cancelled = true;
      queue.shut();
      pump.stop(thread);
    }
  }

  @Override
  public void close() {
    close(System.nanoTime() + LONGEST_FAREWELL.toNanos());
  }

  /**
   * Closes the stream.
   *
   * @param deadlineNanos until when to wait for its thread
   */
  void close(long deadlineNanos) {
    cancel();
    joinThread(deadlineNanos);
    ChangeBatch untaken = current;
    if (untaken != null) {
      current = null;
      untaken.close();
    }
    whenClosed.accept(this);
  }

  private void joinThread(long deadlineNanos) {
    if (Thread.currentThread() == thread) {
      return;
    }
    long left = Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(Math.max(1, left)); // 0 would wait for ever.
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
