package io.dorischangelog.flink;

/** Reads one split, step by step. */
sealed interface SplitFetch extends AutoCloseable permits SnapshotFetch, ChangesFetch {

  /** The next rows; none when nothing came within a while or the wait was ended. */
  FetchedRows fetch(WakeUp wakeUp);

  @Override
  void close();
}
