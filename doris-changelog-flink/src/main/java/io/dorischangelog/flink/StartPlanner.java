package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.ScanMode;
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
    if (settings.mode().hasChanges()) {
      open.requireChanges();
    }
    Optional<Position> published = offsets == null ? Optional.empty() : offsets.load();
    published.ifPresent(open::requireReadable);
    return published
        .map(position -> new StartPlan(List.of(), position, "its published progress"))
        .orElseGet(() -> fresh(open, readers));
  }

  private StartPlan fresh(ChangelogScan open, int readers) {
    ScanMode mode = settings.mode();
    Instant now = open.serverSecond();
    return switch (mode.kind()) {
      case LATEST -> at(now, open, "the latest changes");
      case FROM_TIMESTAMP -> at(mode.start().orElseThrow(), open, "the given time");
      case SNAPSHOT, INITIAL -> snapshot(snapshotTime(mode, now), open, readers);
    };
  }

  private StartPlan at(Instant start, ChangelogScan open, String origin) {
    Position position = Position.endOfWindow(start, open.context());
    if (offsets != null) {
      // A job that fails before its first checkpoint must not resolve a later start.
      offsets.save(position);
    }
    return new StartPlan(List.of(), position, origin);
  }

  private static Instant snapshotTime(ScanMode mode, Instant now) {
    Instant end = mode.end().orElse(now);
    if (!mode.hasChanges() && end.isAfter(now)) {
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
    boolean ofThePast = settings.mode().end().filter(time::equals).isPresent();
    SnapshotConsistency asked = settings.scanOptions().snapshotConsistency();
    boolean exact = ofThePast || (settings.neverRelax() && asked == SnapshotConsistency.AUTO);
    SnapshotPlan plan =
        open.planSnapshotAt(time, exact ? SnapshotConsistency.EXACT : asked, readers);
    Position changes =
        settings.mode().hasChanges() ? Position.endOfWindow(plan.time(), open.context()) : null;
    return new StartPlan(plan.splits(), changes, "the snapshot of " + plan.time());
  }
}
