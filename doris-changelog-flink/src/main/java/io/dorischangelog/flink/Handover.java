package io.dorischangelog.flink;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits, behind a snapshot that several readers read, for a completed checkpoint that was begun
 * after the last of them had finished. Rows of one key may travel from different readers; only such
 * a checkpoint proves that those of the snapshot arrived before the first change is sent.
 */
final class Handover {
  private static final Logger LOG = LoggerFactory.getLogger(Handover.class);
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long NONE = -1;

  private boolean waiting;
  private long sinceNanos;
  private long checkpoint = NONE;

  /** All parts are finished; repeated calls change nothing. */
  void await(long nowNanos) {
    if (!waiting) {
      waiting = true;
      sinceNanos = nowNanos;
      LOG.info("the snapshot is read; its changes follow after the next completed checkpoint");
    }
  }

  /** A part is being read again. */
  void interrupt() {
    waiting = false;
    checkpoint = NONE;
  }

  /** A checkpoint begins. */
  void checkpointBegun(long id) {
    if (waiting && checkpoint == NONE) {
      checkpoint = id;
    }
  }

  /** Whether this completed checkpoint is one that was waited for. */
  boolean isReleasedBy(long id) {
    return waiting && checkpoint != NONE && id >= checkpoint;
  }

  /** To be called now and then: says when no checkpoint comes for long. */
  void remind(long nowNanos) {
    if (waiting && nowNanos - sinceNanos > PATIENCE_NANOS) {
      LOG.warn(
          "the snapshot was read {} minutes ago, but no checkpoint completed since, so its changes"
              + " are not read yet; see why checkpoints of this job do not complete",
          TimeUnit.NANOSECONDS.toMinutes(nowNanos - sinceNanos));
    }
  }
}
