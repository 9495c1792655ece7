package io.dorischangelog.testserver.internal.store;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The records of one tablet in a range of TSOs, fixed when it was made.
 *
 * @param records the tablet's log
 * @param from first index
 * @param to index behind the last
 */
record LogSlice(AppendList.View<LogRecord> records, int from, int to)
    implements Iterable<LogRecord> {

  /** The records with a TSO in [start, end). */
  static LogSlice of(AppendList.View<LogRecord> records, long startTso, long endTso) {
    int from = firstAtLeast(records, startTso);
    return new LogSlice(records, from, Math.max(from, firstAtLeast(records, endTso)));
  }

  /** The part of this slice with a TSO in [start, end). */
  LogSlice within(long startTso, long endTso) {
    LogSlice other = of(records, startTso, endTso);
    int begin = Math.max(from, other.from);
    return new LogSlice(records, begin, Math.max(begin, Math.min(to, other.to)));
  }

  private static int firstAtLeast(AppendList.View<LogRecord> records, long tso) {
    int low = 0;
    int high = records.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (records.get(middle).tso < tso) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public Iterator<LogRecord> iterator() {
    return new Iterator<>() {
      private int next = from;

      @Override
      public boolean hasNext() {
        return next < to;
      }

      @Override
      public LogRecord next() {
        if (next >= to) {
          throw new NoSuchElementException();
        }
        return records.get(next++);
      }
    };
  }
}
