package io.dorischangelog.client;

import io.dorischangelog.client.offset.MemoryOffsetStore;
import io.dorischangelog.client.offset.OffsetStore;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a reader beyond those of its scan.
 *
 * @param scanMode where a new consumer begins and where the read ends
 * @param incrementType which changes
 * @param snapshotConsistency how a snapshot meets the first change
 * @param snapshotParallelism how many sessions read the snapshot
 * @param pollInterval time between two looks for new changes
 * @param autoCommit time after which what was processed is committed; empty: never
 * @param store where positions are kept
 * @param consumer the name under which they are kept
 * @param keepsWindows whether a window that was begun and not committed is a unit, to be read again
 *     after a restart as it was
 * @param listener who is told what the reader does
 */
record ReaderSettings(
    ScanMode scanMode,
    IncrementType incrementType,
    SnapshotConsistency snapshotConsistency,
    int snapshotParallelism,
    Duration pollInterval,
    Optional<Duration> autoCommit,
    OffsetStore store,
    String consumer,
    boolean keepsWindows,
    ReaderListener listener) {

  /** Whether positions outlive this process. */
  boolean keepsOffsets() {
    return !(store instanceof MemoryOffsetStore);
  }
}
