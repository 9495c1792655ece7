package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.scan.ScanStats;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one reader, under Flink's names where it has one. Times are milliseconds, -1 where
 * nothing is known yet.
 */
final class SourceMetrics {
  private final Counter records;
  private final SharedScan scan;
  private volatile @Nullable Position readUpTo;

  SourceMetrics(SourceReaderMetricGroup group, SharedScan scan) {
    this.scan = scan;
    records = group.getIOMetricGroup().getNumRecordsInCounter();
    group.gauge("currentFetchEventTimeLag", () -> millis(ScanStats::lagOf));
    group.gauge("retentionHeadroom", () -> millis(ScanStats::headroomOf));
    group.gauge("windows", () -> count(ScanStats::windows));
    group.gauge("retries", () -> count(ScanStats::retries));
    group.gauge("reconnects", () -> count(ScanStats::reconnects));
    group.gauge("gaps", () -> count(ScanStats::gaps));
  }

  /** Takes back what Flink counted for an element that is no row. */
  void noRow() {
    records.dec();
  }

  /** All changes up to here have been fetched. */
  void fetchedUpTo(Position position) {
    readUpTo = position;
  }

  private long millis(BiFunction<ScanStats, Position, Optional<Duration>> figure) {
    Position position = readUpTo;
    return position == null
        ? -1
        : scan.stats()
            .flatMap(stats -> figure.apply(stats, position))
            .map(Duration::toMillis)
            .orElse(-1L);
  }

  private long count(ToLongFunction<ScanStats> figure) {
    return scan.stats().map(figure::applyAsLong).orElse(0L);
  }
}
