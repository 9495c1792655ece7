package io.dorischangelog.client.scan;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.Position;
import java.time.Duration;
import java.util.Optional;

/**
 * The rows of one window or one snapshot split, in order. {@link #next} and {@link #batch} are for
 * one thread; {@link #cancel} and {@link #awaitReceived} may come from any.
 */
public interface ChangeStream extends AutoCloseable {

  /** What a step found. */
  enum Step {
    /** {@link #batch()} has the next rows. */
    BATCH,
    /** Nothing arrived in the given time; the stream goes on. */
    NOT_YET,
    /** Every endpoint ended with status OK and all rows were handed out. */
    END
  }

  /**
   * Waits for the next rows.
   *
   * @param atMost longest wait; zero only looks
   * @throws io.dorischangelog.client.error.ChangelogException if the rows cannot be had; the stream
   *     is over then, and what {@code isRetryable()} says holds for a new stream from the position
   *     behind the last row handed out
   */
  Step next(Duration atMost);

  /**
   * The rows of the last {@link Step#BATCH}. They belong to the caller, who closes them; a stream
   * may be closed before its batches.
   *
   * @throws IllegalStateException if the last step was another, or the batch was taken already
   */
  ChangeBatch batch();

  /**
   * The position behind the whole stream.
   *
   * @throws IllegalStateException before {@link Step#END}
   */
  Position end();

  /**
   * Waits, from any thread, until the stream needs its server no more: all rows have arrived,
   * whether they were handed out or not. That is the time to begin with what comes behind it.
   *
   * @return the position behind the whole stream; empty if it failed or was cancelled, of which
   *     {@link #next} tells more
   */
  Optional<Position> awaitReceived() throws InterruptedException;

  /** Stops the stream for good: a blocked or later {@link #next} throws. Does not wait. */
  void cancel();

  /** Cancels what is left and waits, a few seconds at most, for the stream's thread. Idempotent. */
  @Override
  void close();
}
