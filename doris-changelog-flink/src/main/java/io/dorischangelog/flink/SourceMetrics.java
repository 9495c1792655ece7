package io.dorischangelog.flink;

import java.time.Instant;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;

/** Figures of one reader, under Flink's names where it has one. */
final class SourceMetrics {
  private final Counter records;
  private final Counter windows;
  private volatile long readUpToMillis = Long.MIN_VALUE;

  SourceMetrics(SourceReaderMetricGroup group) {
    records = group.getIOMetricGroup().getNumRecordsInCounter();
    windows = group.counter("windows");
    group.gauge("currentFetchEventTimeLag", this::lagMillis);
  }

  /** Takes back what Flink counted for an element that is no row. */
  void noRow() {
    records.dec();
  }

  /** All changes before this moment have been fetched. */
  void windowFetched(Instant end) {
    windows.inc();
    readUpToMillis = end.toEpochMilli();
  }

  private long lagMillis() {
    long upTo = readUpToMillis;
    return upTo == Long.MIN_VALUE ? -1 : Math.max(0, System.currentTimeMillis() - upTo);
  }
}
