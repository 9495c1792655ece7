package io.dorischangelog.flink;

import io.dorischangelog.client.Position;
import io.dorischangelog.client.scan.SnapshotSplit;
import io.dorischangelog.flink.EnumeratorState.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the start, gives the parts of the snapshot to whoever asks, then the changes to one reader.
 * All calls come from Flink's coordinator thread; what waits for a server runs on its worker
 * thread.
 */
final class DorisEnumerator implements SplitEnumerator<DorisSplit, EnumeratorState> {
  private static final Logger LOG = LoggerFactory.getLogger(DorisEnumerator.class);
  private static final long PUBLISH_MILLIS = 1_000;
  private static final long MINUTE = 60_000;

  private final SourceSettings settings;
  private final SplitEnumeratorContext<DorisSplit> context;
  private final SharedScan scan;
  private final @Nullable OffsetPublisher offsets;
  private final SnapshotParts parts;
  private final Handover handover = new Handover();
  private final SortedSet<Integer> asking = new TreeSet<>();

  /** Readers that said, since they began, what they have from a checkpoint. */
  private final Set<Integer> known = new HashSet<>();

  private final LongSupplier nanoTime;
  private boolean resolved;
  private boolean snapshot;
  private @Nullable Position start;
  private Stage stage;

  DorisEnumerator(
      SourceSettings settings,
      SplitEnumeratorContext<DorisSplit> context,
      @Nullable OffsetPublisher offsets,
      EnumeratorState restored,
      LongSupplier nanoTime) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.context = context;
    this.offsets = offsets;
    this.scan = new SharedScan(settings::scanOptions);
    this.parts = new SnapshotParts(settings.snapshotOnStreamReader());
    this.resolved = restored.resolved();
    this.snapshot = restored.snapshot();
    this.start = restored.start();
    this.stage = restored.stage();
    parts.restore(restored.pending(), restored.running());
  }

  @Override
  public void start() {
    if (!resolved) {
      StartPlanner planner = new StartPlanner(settings, scan, offsets);
      int readers = context.currentParallelism();
      context.callAsync(() -> planner.plan(readers), this::planned);
    }
    context.callAsync(() -> true, (x, e) -> handover.remind(nanoTime.getAsLong()), MINUTE, MINUTE);
    if (offsets != null) {
      context.callAsync(offsets::publish, this::published, PUBLISH_MILLIS, PUBLISH_MILLIS);
    }
  }

  private void planned(@Nullable StartPlan plan, @Nullable Throwable failure) {
    scan.close(); // Only the readers need sessions from here on.
    if (plan == null) {
      throw new FlinkRuntimeException("The start of the read could not be found out", failure);
    }
    LOG.info("{} begins at {}: {}", settings.scanOptions().table(), plan.origin(), plan.changes());
    List<SnapshotSplit> first = plan.parts();
    parts.restore(first, List.of());
    snapshot = !first.isEmpty();
    start = plan.changes();
    resolved = true;
    assign();
  }

  private void published(@Nullable Boolean done, @Nullable Throwable failure) {
    if (failure != null) {
      throw new FlinkRuntimeException("The progress of the job cannot be published", failure);
    }
  }

  @Override
  public void handleSplitRequest(int reader, @Nullable String host) {
    asking.add(reader);
    assign();
  }

  @Override
  public void addReader(int reader) {
    if (stage == Stage.ASSIGNED) {
      tellBegan(reader);
    }
    assign();
  }

  @Override
  public void addSplitsBack(List<DorisSplit> splits, int reader) {
    asking.remove(reader);
    known.remove(reader);
    for (DorisSplit split : splits) {
      if (split instanceof DorisSplit.Snapshot part) {
        handover.interrupt();
        parts.giveBack(part);
      } else if (stage == Stage.ASSIGNED) {
        stage = Stage.MAY_BEGIN;
      }
    }
    assign();
  }

  @Override
  public void handleSourceEvent(int reader, SourceEvent event) {
    if (event instanceof SplitReport report) {
      known.add(reader);
      parts.reported(reader, report);
      if (parts.isOpen()) {
        handover.interrupt();
      }
      assign();
    } else if (event instanceof CheckpointedPosition covered && offsets != null) {
      offsets.cover(Position.parse(covered.position()));
      context.callAsync(offsets::publish, this::published);
    }
  }

  /** Gives out whatever may be given out now. */
  private void assign() {
    if (!resolved) {
      return;
    }
    for (int reader : new ArrayList<>(asking)) {
      if (context.registeredReaders().containsKey(reader)) {
        parts.take(reader).ifPresent(split -> give(split, reader));
      }
    }
    if (!parts.isOpen()) {
      snapshotDone();
    } else if (!parts.hasPending() && start == null) {
      dismiss();
    }
  }

  private void give(DorisSplit split, int reader) {
    asking.remove(reader);
    context.assignSplit(split, reader);
  }

  private void snapshotDone() {
    if (start == null || (stage == Stage.ASSIGNED && settings.mode().isBounded())) {
      dismiss();
    } else if (stage == Stage.BEFORE_CHANGES) {
      if (snapshot && !settings.snapshotOnStreamReader()) {
        handover.await(nanoTime.getAsLong());
      } else {
        stage = Stage.MAY_BEGIN;
      }
    }
    beginChanges();
  }

  private void beginChanges() {
    int reader = parts.chosenReader();
    if (stage == Stage.MAY_BEGIN
        && start != null
        && known.contains(reader) // Else it may yet have a part of the snapshot from a checkpoint.
        && context.registeredReaders().containsKey(reader)) {
      stage = Stage.ASSIGNED;
      give(new DorisSplit.Changes(start), reader);
      context.registeredReaders().keySet().forEach(this::tellBegan);
    }
  }

  private void tellBegan(int reader) {
    context.sendEventToSourceReader(reader, new ChangesBegan());
    if (settings.mode().isBounded()) {
      context.signalNoMoreSplits(reader);
    }
  }

  /** Readers that ask while nothing will come any more may end. */
  private void dismiss() {
    for (int reader : new ArrayList<>(asking)) {
      if (context.registeredReaders().containsKey(reader)) {
        asking.remove(reader);
        context.signalNoMoreSplits(reader);
      }
    }
  }

  @Override
  public EnumeratorState snapshotState(long checkpointId) {
    handover.checkpointBegun(checkpointId);
    return new EnumeratorState(resolved, parts.pending(), parts.running(), snapshot, start, stage);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    if (stage == Stage.BEFORE_CHANGES && handover.isReleasedBy(checkpointId)) {
      handover.interrupt();
      stage = Stage.MAY_BEGIN;
      beginChanges();
    }
  }

  @Override
  public void close() {
    scan.close();
    if (offsets != null) {
      offsets.close();
    }
  }
}
