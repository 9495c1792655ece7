package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.SnapshotConsistency;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.SnapshotPlan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out where a job without a checkpoint begins: at the progress published under its name, else
 * as the scan mode says. What cannot be found out fails; nothing is fallen back to.
 */
final class StartPlanner {
  private final SourceSettings settings;
  private final SharedScan scan;
  private final @Nullable OffsetPublisher offsets;

  StartPlanner(SourceSettings settings, SharedScan scan, @Nullable OffsetPublisher offsets) {
    this.settings = settings;
    this.scan = scan;
    this.offsets = offsets;
  }

  /**
   * The start; waits for servers.
   *
   * @param readers how many readers share a snapshot
   */
  StartPlan plan(int readers) {
    ChangelogScan open = scan.get();
    if (settings.range().hasChanges()) {
      open.requireChanges();
    }
    Optional<Position> published = offsets == null ? Optional.empty() : offsets.load();
    published.ifPresent(open::requireReadable);
    return published
        .map(position -> new StartPlan(List.of(), position, "its published progress"))
        .orElseGet(() -> fresh(open, readers));
  }

  private StartPlan fresh(ChangelogScan open, int readers) {
    SourceSettings.Range range = settings.range();
    Instant now = open.serverSecond();
    return switch (range.kind()) {
      case LATEST -> at(now, open, "the latest changes");
      case FROM_TIMESTAMP -> at(requireStart(range), open, "the given time");
      case SNAPSHOT, INITIAL -> snapshot(snapshotTime(range, now), open, readers);
    };
  }

  private static Instant requireStart(SourceSettings.Range range) {
    Instant start = range.start();
    if (start == null) {
      throw new IllegalStateException("from-timestamp without a start");
    }
    return start;
  }

  private StartPlan at(Instant start, ChangelogScan open, String origin) {
    Position position = Position.endOfWindow(start, open.context());
    if (offsets != null) {
      // A job that fails before its first checkpoint must not resolve a later start.
      offsets.save(position);
    }
    return new StartPlan(List.of(), position, origin);
  }

  private static Instant snapshotTime(SourceSettings.Range range, Instant now) {
    Instant end = range.until().orElse(now);
    if (!range.hasChanges() && end.isAfter(now)) {
      throw new IllegalArgumentException(
          "the end "
              + end
              + " of a snapshot lies in the future of the server ("
              + now
              + "); wait, or leave it out");
    }
    return end.isBefore(now) ? end : now;
  }

  private StartPlan snapshot(Instant time, ChangelogScan open, int readers) {
    boolean ofThePast = settings.range().until().filter(time::equals).isPresent();
    SnapshotConsistency asked = settings.scanOptions().snapshotConsistency();
    boolean exact = ofThePast || (settings.neverRelax() && asked == SnapshotConsistency.AUTO);
    SnapshotPlan plan =
        open.planSnapshotAt(time, exact ? SnapshotConsistency.EXACT : asked, readers);
    Position changes =
        settings.range().hasChanges() ? Position.endOfWindow(plan.time(), open.context()) : null;
    return new StartPlan(plan.splits(), changes, "the snapshot of " + plan.time());
  }
}
