package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeCursor;
import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.TableSchema;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.jspecify.annotations.Nullable;

/** Converts rows and hands them on, with their commit time as timestamp. For the task's thread. */
final class ChangeEmitter<T> implements RecordEmitter<Fetched, T, SplitState> {
  private final ChangeConverter<T> converter;
  private final boolean watermarks;
  private final SourceMetrics metrics;
  private @Nullable TableSchema open;

  ChangeEmitter(ChangeConverter<T> converter, boolean watermarks, SourceMetrics metrics) {
    this.converter = converter;
    this.watermarks = watermarks;
    this.metrics = metrics;
  }

  @Override
  public void emitRecord(Fetched fetched, SourceOutput<T> output, SplitState state) {
    if (fetched instanceof Fetched.AtRow row) {
      emit(row, output);
      state.handedOn(row.cursor());
    } else if (fetched instanceof Fetched.Progress progress) {
      state.handedOn(progress.position());
      metrics.noRow();
      windowEnded(progress.windowEnd(), output);
    }
  }

  @SuppressWarnings("ReferenceEquality") // One schema object per stream.
  private void emit(Fetched.AtRow row, SourceOutput<T> output) {
    if (row.schema() != open) {
      converter.open(row.schema());
      open = row.schema();
    }
    output.collect(converter.convert(row.cursor()), commitMillis(row.cursor()));
  }

  private void windowEnded(@Nullable Instant end, SourceOutput<T> output) {
    if (end != null && watermarks) {
      // The next window begins with the end, so nothing earlier comes any more.
      output.emitWatermark(new Watermark(end.toEpochMilli() - 1));
    }
  }

  /**
   * When the row was committed, in milliseconds since 1970; of a snapshot row the last moment
   * before the changes begin.
   */
  static long commitMillis(ChangeCursor row) {
    boolean ofSnapshot = row.kind() == ChangeKind.SNAPSHOT;
    return (ofSnapshot ? row.position().tso() : row.tso()) >>> 18;
  }
}
