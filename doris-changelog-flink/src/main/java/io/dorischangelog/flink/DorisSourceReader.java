package io.dorischangelog.flink;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/**
 * One parallel reader. It remembers the parts of the snapshot it finished until the changes begin,
 * so that the enumerator can be told again after a restore. All calls come from the task's thread.
 */
@SuppressWarnings("try") // Flink's close() may be interrupted.
final class DorisSourceReader<T>
    extends SingleThreadMultiplexSourceReaderBase<Fetched, T, DorisSplit, SplitState> {

  private final SourceReaderContext readerContext;
  private final SharedScan scan;
  private final OpenBatches batches;
  private final boolean publishes;
  private final Map<String, DorisSplit.Snapshot> running = new LinkedHashMap<>();
  private final Map<String, DorisSplit.Snapshot> finished = new LinkedHashMap<>();

  /** By checkpoint; only kept if progress is published. */
  private final NavigableMap<Long, String> positions = new TreeMap<>();

  private @Nullable ReaderOutput<T> main;
  private boolean readsChanges;
  private boolean changesBegan;
  private boolean idle;

  private DorisSourceReader(
      SourceSettings settings,
      ChangeEmitter<T> emitter,
      SourceReaderContext context,
      SharedScan scan,
      OpenBatches batches,
      SourceMetrics metrics) {
    super(
        () -> new DorisSplitReader(settings, scan, batches, metrics),
        emitter,
        context.getConfiguration(),
        context);
    this.readerContext = context;
    this.scan = scan;
    this.batches = batches;
    this.publishes = settings.offsets() != null;
  }

  static <T> DorisSourceReader<T> of(
      SourceSettings settings, ChangeConverter<T> converter, SourceReaderContext context) {
    SharedScan scan = new SharedScan(settings::scanOptions);
    SourceMetrics metrics = new SourceMetrics(context.metricGroup(), scan);
    return new DorisSourceReader<>(
        settings,
        new ChangeEmitter<>(converter, settings.watermarks(), metrics),
        context,
        scan,
        new OpenBatches(),
        metrics);
  }

  @Override
  public void start() {
    report(running.keySet(), finished.keySet());
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  public void addSplits(List<DorisSplit> splits) {
    List<DorisSplit> toRead = new ArrayList<>();
    for (DorisSplit split : splits) {
      if (split instanceof DorisSplit.Snapshot snapshot) {
        (snapshot.finished() ? finished : running).put(split.splitId(), snapshot);
        if (!snapshot.finished()) {
          toRead.add(split);
        }
      } else {
        readsChanges = true;
        toRead.add(split);
      }
    }
    if (!toRead.isEmpty()) {
      super.addSplits(toRead);
    }
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
    main = output;
    markIdle();
    return super.pollNext(output);
  }

  /** Watermarks of the one reader with changes must not wait for this one. */
  private void markIdle() {
    if (main != null && changesBegan && !readsChanges && running.isEmpty() && !idle) {
      idle = true;
      main.markIdle();
    }
  }

  @Override
  public void handleSourceEvents(SourceEvent event) {
    if (event instanceof ChangesBegan) {
      changesBegan = true;
      finished.clear();
      markIdle(); // A reader without anything to read is not polled again.
    } else {
      super.handleSourceEvents(event);
    }
  }

  @Override
  protected void onSplitFinished(Map<String, SplitState> splits) {
    Set<String> done = new HashSet<>();
    for (String id : splits.keySet()) {
      DorisSplit.Snapshot split = running.remove(id);
      if (split != null) {
        finished.put(id, new DorisSplit.Snapshot(split.part(), true));
        done.add(id);
      }
    }
    if (!done.isEmpty()) {
      report(Set.of(), done);
      context.sendSplitRequest();
    }
  }

  private void report(Set<String> stillRunning, Set<String> done) {
    readerContext.sendSourceEventToCoordinator(new SplitReport(stillRunning, done));
  }

  @Override
  public List<DorisSplit> snapshotState(long checkpointId) {
    List<DorisSplit> splits = new ArrayList<>(super.snapshotState(checkpointId));
    if (publishes) {
      splits.stream()
          .filter(DorisSplit.Changes.class::isInstance)
          .forEach(
              split ->
                  positions.put(checkpointId, ((DorisSplit.Changes) split).position().toText()));
    }
    splits.addAll(finished.values());
    return splits;
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    super.notifyCheckpointComplete(checkpointId);
    Map.Entry<Long, String> covered = positions.floorEntry(checkpointId);
    if (covered != null) {
      readerContext.sendSourceEventToCoordinator(new CheckpointedPosition(covered.getValue()));
      positions.headMap(checkpointId, true).clear();
    }
  }

  @Override
  protected SplitState initializedState(DorisSplit split) {
    return new SplitState(split);
  }

  @Override
  protected DorisSplit toSplitType(String splitId, SplitState state) {
    return state.toSplit();
  }

  @Override
  public void close() throws Exception {
    batches.close();
    scan.close(); // First: ends what the fetching thread waits for.
    super.close();
    batches.close();
  }
}
