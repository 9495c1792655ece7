package io.dorischangelog.flink;

import io.dorischangelog.client.scan.SnapshotSplit;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which parts of a snapshot are still to be read, and who reads which. Where one reader must read
 * them all, it is the one that already has some.
 */
final class SnapshotParts {
  /** After a restore, until the reader that has the part says so. */
  private static final int UNKNOWN = -1;

  private final Deque<SnapshotSplit> pending = new ArrayDeque<>();
  private final Map<String, Integer> running = new HashMap<>();
  private final boolean oneReader;
  private int chosen;

  SnapshotParts(boolean oneReader) {
    this.oneReader = oneReader;
  }

  void restore(List<SnapshotSplit> parts, Collection<String> runningIds) {
    pending.addAll(parts);
    runningIds.forEach(id -> running.put(id, UNKNOWN));
  }

  /** The next part for a reader, which has it from now on. */
  Optional<DorisSplit.Snapshot> take(int reader) {
    if (oneReader && (reader != chosen || running.containsValue(UNKNOWN))) {
      return Optional.empty();
    }
    Optional<DorisSplit.Snapshot> next =
        Optional.ofNullable(pending.poll()).map(part -> new DorisSplit.Snapshot(part, false));
    next.ifPresent(split -> running.put(split.splitId(), reader));
    return next;
  }

  /** A reader failed before a checkpoint knew that it had this part. */
  void giveBack(DorisSplit.Snapshot split) {
    running.remove(split.splitId());
    pending.addFirst(split.part());
  }

  void reported(int reader, SplitReport report) {
    for (String id : report.running()) {
      running.put(id, reader);
      chosen = reader;
    }
    running.keySet().removeAll(report.finished());
  }

  /** Whether readers have parts, or some were not given out. */
  boolean isOpen() {
    return !pending.isEmpty() || !running.isEmpty();
  }

  boolean hasPending() {
    return !pending.isEmpty();
  }

  /** The reader for what only one may read. */
  int chosenReader() {
    return chosen;
  }

  List<SnapshotSplit> pending() {
    return List.copyOf(pending);
  }

  Set<String> running() {
    return Set.copyOf(running.keySet());
  }
}
