package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.scan.SnapshotSplit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint keeps of the enumerator.
 *
 * @param resolved whether it was found out where to begin; nothing else counts if not
 * @param pending parts of the snapshot that no reader has
 * @param running ids of the parts that readers have and have not reported as finished
 * @param snapshot whether the read began with a snapshot
 * @param start where the changes begin; null if none are read
 * @param stage how far the way from the snapshot to the changes is
 */
public record EnumeratorState(
    boolean resolved,
    List<SnapshotSplit> pending,
    Set<String> running,
    boolean snapshot,
    @Nullable Position start,
    Stage stage) {

  /** The way from the snapshot to the changes. */
  public enum Stage {
    /** The snapshot is being read, or a checkpoint behind it is waited for. */
    BEFORE_CHANGES,
    /** The changes may begin. */
    MAY_BEGIN,
    /** A reader has the changes. */
    ASSIGNED
  }

  public EnumeratorState {
    pending = List.copyOf(pending);
    running = Set.copyOf(running);
  }

  /** Before anything was found out. */
  static EnumeratorState unresolved() {
    return new EnumeratorState(false, List.of(), Set.of(), false, null, Stage.BEFORE_CHANGES);
  }
}
