package io.dorischangelog.flink;

import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.ChangeCursor;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.jspecify.annotations.Nullable;

/**
 * One batch of a split on its way from the fetching thread to the task, still in the columns in
 * which the server sent it; rows are made from it one at a time, by the task. Behind the rows
 * follows the progress that they were.
 */
final class FetchedRows implements RecordsWithSplitIds<Fetched> {
  private final Set<String> finished;
  private final Consumer<ChangeBatch> release;
  private final @Nullable ChangeBatch batch;
  private final Fetched.@Nullable AtRow row;
  private @Nullable String splitId;
  private Fetched.@Nullable Progress progress;

  private FetchedRows(
      @Nullable String splitId,
      @Nullable ChangeBatch batch,
      Fetched.@Nullable Progress progress,
      Set<String> finished,
      Consumer<ChangeBatch> release) {
    this.splitId = splitId;
    this.batch = batch;
    this.row = batch == null ? null : new Fetched.AtRow(batch.cursor(), batch.schema());
    this.progress = progress;
    this.finished = finished;
    this.release = release;
  }

  /** Nothing arrived. */
  static FetchedRows none() {
    return new FetchedRows(null, null, null, Set.of(), batch -> {});
  }

  /**
   * Rows and the place behind them.
   *
   * @param release takes the batch when its rows were handed on
   */
  static FetchedRows of(String splitId, ChangeBatch batch, Consumer<ChangeBatch> release) {
    Fetched.Progress behind = new Fetched.Progress(batch.end(), null);
    return new FetchedRows(splitId, batch, behind, Set.of(), release);
  }

  /** Progress without rows. */
  static FetchedRows of(String splitId, Fetched.Progress progress) {
    return new FetchedRows(splitId, null, progress, Set.of(), batch -> {});
  }

  /** The end of a split. */
  static FetchedRows finished(String splitId) {
    return new FetchedRows(null, null, null, Set.of(splitId), batch -> {});
  }

  @Override
  public @Nullable String nextSplit() {
    String next = splitId;
    splitId = null;
    return next;
  }

  @Override
  public @Nullable Fetched nextRecordFromSplit() {
    ChangeCursor cursor = row == null ? null : row.cursor();
    if (cursor != null && cursor.next()) {
      return row;
    }
    Fetched next = progress;
    progress = null;
    return next;
  }

  @Override
  public Set<String> finishedSplits() {
    return finished;
  }

  @Override
  public void recycle() {
    if (batch != null) {
      release.accept(batch);
    }
  }
}
