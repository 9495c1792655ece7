package io.dorischangelog.flink;

import io.dorischangelog.client.error.ReaderClosedException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.jspecify.annotations.Nullable;

/**
 * Fetches one split after the other. All but {@link #wakeUp} is called by one fetching thread of
 * Flink's.
 */
final class DorisSplitReader implements SplitReader<Fetched, DorisSplit> {
  private final SourceSettings settings;
  private final SharedScan scan;
  private final OpenBatches batches;
  private final SourceMetrics metrics;
  private final WakeUp wakeUp = new WakeUp();
  private final Queue<DorisSplit> waiting = new ArrayDeque<>();
  private @Nullable SplitFetch current;

  DorisSplitReader(
      SourceSettings settings, SharedScan scan, OpenBatches batches, SourceMetrics metrics) {
    this.settings = settings;
    this.scan = scan;
    this.batches = batches;
    this.metrics = metrics;
  }

  @Override
  public RecordsWithSplitIds<Fetched> fetch() {
    try {
      return fetchNext();
    } catch (ReaderClosedException | IllegalStateException e) {
      if (!scan.isClosed()) {
        throw e;
      }
      return FetchedRows.none(); // The task ends; this is no failure to report.
    }
  }

  private FetchedRows fetchNext() {
    SplitFetch fetch = current;
    if (fetch == null) {
      DorisSplit next = waiting.poll();
      if (next == null) {
        return FetchedRows.none();
      }
      fetch = begin(next);
      current = fetch;
    }
    FetchedRows rows = fetch.fetch(wakeUp);
    if (!rows.finishedSplits().equals(Set.of())) {
      fetch.close();
      current = null;
    }
    return rows;
  }

  private SplitFetch begin(DorisSplit split) {
    if (split instanceof DorisSplit.Snapshot snapshot) {
      return new SnapshotFetch(snapshot, scan, batches);
    }
    return new ChangesFetch((DorisSplit.Changes) split, settings, scan, batches, metrics);
  }

  @Override
  public void handleSplitsChanges(SplitsChange<DorisSplit> change) {
    if (!(change instanceof SplitsAddition)) {
      throw new UnsupportedOperationException("splits are only added, not: " + change);
    }
    waiting.addAll(change.splits());
  }

  @Override
  public void wakeUp() {
    wakeUp.set();
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
    }
  }
}
