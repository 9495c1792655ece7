package io.dorischangelog.client.scan;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;

/**
 * A part of a snapshot that one session reads.
 *
 * @param index 0 to {@code count - 1}
 * @param count number of splits of the snapshot
 * @param time T0: the first change to read afterwards is the first one at or after it; whole second
 * @param exact whether the rows are those of T0 and no later ones
 * @param mayRelax whether current rows may be read instead where the server refuses those of T0
 * @param tablets ids of the tablets to read; empty: the whole table
 */
public record SnapshotSplit(
    int index, int count, Instant time, boolean exact, boolean mayRelax, List<Long> tablets)
    implements Serializable {

  public SnapshotSplit {
    tablets = List.copyOf(tablets);
  }

  @Override
  public String toString() {
    return "snapshot of " + time + ", split " + (index + 1) + " of " + count;
  }
}
