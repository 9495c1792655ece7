package io.dorischangelog.client;

import io.dorischangelog.client.scan.ChangeStream;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.SnapshotPlan;
import io.dorischangelog.client.scan.SnapshotSplit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the splits of a snapshot, several at once: their streams run side by side and share the
 * byte budget, their rows are handed out by the reading thread alone. A split that was read to its
 * end is not read again; one that was cut short is repeated from its beginning, flagged.
 */
final class SnapshotPhase implements ReadPhase {
  private final ChangelogScan scan;
  private final SnapshotPlan plan;
  private final int parallelism;

  /** Not begun, or to be repeated. */
  private final Deque<SnapshotSplit> waiting;

  /** Splits of which rows were handed out. */
  private final Set<SnapshotSplit> begun = new HashSet<>();

  private final List<OpenSplit> open = new ArrayList<>();
  private int turn;

  private record OpenSplit(SnapshotSplit split, ChangeStream stream) {}

  /**
   * @param parallelism how many splits are read at once, at least 1
   */
  SnapshotPhase(ChangelogScan scan, SnapshotPlan plan, int parallelism) {
    this.scan = scan;
    this.plan = plan;
    this.parallelism = Math.min(parallelism, plan.splits().size());
    this.waiting = new ArrayDeque<>(plan.splits());
  }

  @Override
  public Optional<Fetched> step(Duration slice) throws InterruptedException {
    openMore();
    // The others are only looked at, so that a batch of theirs waits for one short pause at most.
    for (int others = open.size() - 1; others > 0; others--) {
      Optional<Fetched> found = look(nextInTurn(), Duration.ZERO);
      if (found.isPresent()) {
        return found;
      }
    }
    return open.isEmpty() ? Optional.empty() : look(nextInTurn(), slice.dividedBy(open.size()));
  }

  private void openMore() {
    while (open.size() < parallelism && !waiting.isEmpty()) {
      SnapshotSplit split = waiting.peek();
      open.add(new OpenSplit(split, scan.read(split, begun.contains(split))));
      waiting.remove();
    }
  }

  private OpenSplit nextInTurn() {
    turn = (turn + 1) % open.size();
    return open.get(turn);
  }

  private Optional<Fetched> look(OpenSplit candidate, Duration atMost) {
    return switch (candidate.stream().next(atMost)) {
      case BATCH -> {
        begun.add(candidate.split());
        yield Optional.of(new Fetched.Rows(candidate.stream().batch()));
      }
      case NOT_YET -> Optional.empty();
      case END -> completed(candidate);
    };
  }

  private Optional<Fetched> completed(OpenSplit done) {
    open.remove(done);
    done.stream().close();
    return open.isEmpty() && waiting.isEmpty()
        ? Optional.of(new Fetched.Completed(Position.endOfWindow(plan.time(), scan.context())))
        : Optional.empty();
  }

  @Override
  public void closeStreams() {
    List<OpenSplit> cut = List.copyOf(open);
    open.clear();
    for (OpenSplit split : cut) {
      waiting.addFirst(split.split());
      split.stream().close();
    }
  }
}
