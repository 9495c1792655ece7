package io.dorischangelog.flink;

import io.dorischangelog.client.scan.ChangeStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads a part of the snapshot. */
final class SnapshotFetch implements SplitFetch {
  /** How long a wake-up may go unnoticed. */
  static final Duration SLICE = Duration.ofMillis(20);

  private final DorisSplit.Snapshot split;
  private final SharedScan scan;
  private final OpenBatches batches;
  private @Nullable ChangeStream stream;

  SnapshotFetch(DorisSplit.Snapshot split, SharedScan scan, OpenBatches batches) {
    this.split = split;
    this.scan = scan;
    this.batches = batches;
  }

  @Override
  public FetchedRows fetch(WakeUp wakeUp) {
    ChangeStream open = stream;
    if (open == null) {
      open = scan.get().read(split.part());
      stream = open;
    }
    ChangeStream.Step step = next(open, wakeUp);
    return switch (step) {
      case BATCH -> batches.rows(split.splitId(), open.batch());
      case NOT_YET -> FetchedRows.none();
      case END -> FetchedRows.finished(split.splitId());
    };
  }

  /** The next step of a stream; {@code NOT_YET} only after a wake-up. */
  static ChangeStream.Step next(ChangeStream stream, WakeUp wakeUp) {
    ChangeStream.Step step = stream.next(SLICE);
    while (step == ChangeStream.Step.NOT_YET && !wakeUp.take()) {
      step = stream.next(SLICE);
    }
    return step;
  }

  @Override
  public void close() {
    if (stream != null) {
      stream.close();
    }
  }
}
