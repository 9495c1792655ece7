package io.dorischangelog.client;

import io.dorischangelog.client.internal.event.Notifier;
import io.dorischangelog.client.scan.ChangelogScan;
import io.dorischangelog.client.scan.SnapshotPlan;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a read begins.
 *
 * @param position behind everything that is already done
 * @param snapshot to be read first, if any
 */
record StartPoint(Position position, Optional<SnapshotPlan> snapshot) {

  /** A saved position goes before the scan mode. */
  static StartPoint of(ChangelogScan scan, ReaderSettings settings, Optional<Position> stored) {
    if (settings.scanMode().hasChanges()) {
      scan.requireChanges();
    }
    return stored
        .map(position -> resumed(scan, settings, position))
        .orElseGet(() -> fresh(scan, settings));
  }

  private static StartPoint resumed(ChangelogScan scan, ReaderSettings settings, Position stored) {
    scan.requireReadable(stored);
    boolean folds = settings.incrementType() == IncrementType.MIN_DELTA;
    if (folds && !settings.store().keepsWholePosition()) {
      new Notifier<>(settings.listener()).tell(to -> to.mayRepeatFold(stored));
    }
    Optional<Instant> snapshotTime = stored.snapshotTime();
    if (snapshotTime.isEmpty()) {
      return new StartPoint(stored, Optional.empty());
    }
    // An interrupted snapshot is read again from its beginning, with the time it was given first.
    return snapshotAt(scan, settings, snapshotTime.get());
  }

  private static StartPoint fresh(ChangelogScan scan, ReaderSettings settings) {
    ScanMode mode = settings.scanMode();
    Instant now = scan.serverSecond();
    return switch (mode.kind()) {
      case LATEST -> at(scan, now);
      case FROM_TIMESTAMP -> at(scan, mode.start().orElseThrow());
      case SNAPSHOT, INITIAL -> snapshotAt(scan, settings, snapshotTime(mode, now));
    };
  }

  private static Instant snapshotTime(ScanMode mode, Instant now) {
    Instant end = mode.end().orElse(now);
    if (mode.kind() == ScanMode.Kind.SNAPSHOT && end.isAfter(now)) {
      throw new IllegalArgumentException(
          "scanMode: the end "
              + end
              + " of a snapshot lies in the future of the server ("
              + now
              + ")");
    }
    return end.isBefore(now) ? end : now;
  }

  private static StartPoint at(ChangelogScan scan, Instant start) {
    return new StartPoint(Position.endOfWindow(start, scan.context()), Optional.empty());
  }

  private static StartPoint snapshotAt(ChangelogScan scan, ReaderSettings settings, Instant time) {
    boolean ofThePast = settings.scanMode().end().filter(time::equals).isPresent();
    SnapshotConsistency consistency =
        ofThePast ? SnapshotConsistency.EXACT : settings.snapshotConsistency();
    return new StartPoint(
        Position.snapshot(time, scan.context()),
        Optional.of(scan.planSnapshotAt(time, consistency, settings.snapshotParallelism())));
  }
}
