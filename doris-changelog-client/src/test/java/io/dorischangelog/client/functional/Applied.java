package io.dorischangelog.client.functional;

import io.dorischangelog.client.Change;
import io.dorischangelog.client.ChangeBatch;
import io.dorischangelog.client.StudentTable;
import java.util.List;

/** What a consumer has done with the changes it was handed, and the judge of it. */
interface Applied {

  /** One change, told apart from all others. */
  record Seen(long tso, long lsn, String text) {
    static Seen of(Change change) {
      return new Seen(change.tso().orElseThrow(), change.lsn().orElseThrow(), change.toString());
    }
  }

  /** A new reader begins behind what was committed. */
  void begin();

  void apply(ChangeBatch batch);

  /**
   * Everything applied so far was committed.
   *
   * @param windowEnded whether the last window was applied to its end
   */
  void committed(boolean windowEnded);

  /**
   * Compares with the table.
   *
   * @param reference what one undisturbed read of the same changes gives
   */
  void requireComplete(StudentTable table, List<Seen> reference);

  long rows();

  long repeated();
}
