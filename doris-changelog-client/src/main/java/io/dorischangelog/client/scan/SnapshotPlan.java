package io.dorischangelog.client.scan;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;

/**
 * A snapshot cut into splits that can be read in any order and by any number of readers.
 *
 * @param time T0: where the changes behind the snapshot begin, inclusive; a whole second
 * @param exact whether the snapshot shows the table as of T0; otherwise rows changed since then are
 *     in the snapshot and again in the changes
 * @param splits at least one
 */
public record SnapshotPlan(Instant time, boolean exact, List<SnapshotSplit> splits)
    implements Serializable {

  public SnapshotPlan {
    splits = List.copyOf(splits);
  }
}
