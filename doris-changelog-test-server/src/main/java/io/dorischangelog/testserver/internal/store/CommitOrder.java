package io.dorischangelog.testserver.internal.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Merges the records of many tablets into one order: TSO, key, LSN. */
final class CommitOrder implements Iterator<LogRecord> {
  private static final Comparator<LogRecord> IN_COMMIT =
      Comparator.comparing(
              (LogRecord record) -> record.key, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingLong(record -> record.lsn);

  /** Order of rows for a read that is sorted in memory. */
  static final Comparator<ChangeEvent> OF_EVENTS =
      Comparator.comparingLong(ChangeEvent::tso)
          .thenComparing(
              event -> event.record().key, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingLong(ChangeEvent::lsn)
          .thenComparingInt(ChangeEvent::op);

  private final List<LogSlice> slices;
  private final int[] next;
  private final List<LogRecord> commit = new ArrayList<>();
  private int position;

  CommitOrder(List<LogSlice> slices) {
    this.slices = slices;
    this.next = slices.stream().mapToInt(LogSlice::from).toArray();
  }

  @Override
  public boolean hasNext() {
    if (position == commit.size()) {
      gather();
    }
    return position < commit.size();
  }

  @Override
  public LogRecord next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return commit.get(position++);
  }

  /** Collects the records of the next commit from all tablets. */
  private void gather() {
    commit.clear();
    position = 0;
    long tso = Long.MAX_VALUE;
    for (int i = 0; i < next.length; i++) {
      LogSlice slice = slices.get(i);
      if (next[i] < slice.to()) {
        tso = Math.min(tso, slice.records().get(next[i]).tso);
      }
    }
    for (int i = 0; i < next.length; i++) {
      LogSlice slice = slices.get(i);
      while (next[i] < slice.to() && slice.records().get(next[i]).tso == tso) {
        commit.add(slice.records().get(next[i]++));
      }
    }
    commit.sort(IN_COMMIT);
  }
}
