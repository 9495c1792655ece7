package io.dorischangelog.flink;

import io.dorischangelog.client.IncrementType;
import io.dorischangelog.flink.CheckedView.Judgement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of tables and of reads that the kill proof tries. */
enum KilledTable {
  HISTORY("UNIQUE KEY(id)", true, IncrementType.DETAIL, Judgement.CHANGES_FIT),
  NO_HISTORY("UNIQUE KEY(id)", false, IncrementType.DETAIL, Judgement.BY_KEY),
  FOLDED("UNIQUE KEY(id)", true, IncrementType.MIN_DELTA, Judgement.BY_KEY),
  APPENDED("UNIQUE KEY(id)", true, IncrementType.APPEND_ONLY, Judgement.ROWS),
  DUPLICATE("DUPLICATE KEY(id)", false, IncrementType.DETAIL, Judgement.ROWS);

  private final String key;
  private final boolean history;
  private final IncrementType type;
  private final Judgement judgement;

  KilledTable(String key, boolean history, IncrementType type, Judgement judgement) {
    this.key = key;
    this.history = history;
    this.type = type;
    this.judgement = judgement;
  }

  /** Creates {@code test.t}. */
  void create(Doris doris, int buckets) {
    doris.table("t", "id INT, value VARCHAR(20)", key, buckets, history);
  }

  IncrementType type() {
    return type;
  }

  Judgement judgement() {
    return judgement;
  }

  boolean keepsRowsByKey() {
    return judgement != Judgement.ROWS;
  }

  boolean hasUniqueKey() {
    return key.startsWith("UNIQUE");
  }

  /**
   * Whether a view that is only overwritten by key is right in the end. In {@code min_delta} it
   * need not be: a window that was not checkpointed may be cut otherwise the next time.
   */
  boolean mayBeOverwritten() {
    return keepsRowsByKey() && type != IncrementType.MIN_DELTA;
  }

  /** Whether a reader that is restored goes on with the very next change. */
  boolean goesOnBehindTheRow() {
    return hasUniqueKey() && type != IncrementType.MIN_DELTA;
  }

  /** Whether a snapshot shows the rows of its time, not later ones. */
  boolean hasExactSnapshot() {
    return this != NO_HISTORY;
  }

  /** The records in which a row must arrive that is there before the job begins. */
  List<String> expectedOfSnapshot(int id, String value) {
    return hasExactSnapshot() ? List.of(text("+S", id, value)) : List.of();
  }

  /**
   * The records in which a change must arrive; none where they hang on the windows.
   *
   * @param before null if there was no row
   * @param after null if it was deleted
   */
  List<String> expected(int id, @Nullable String before, @Nullable String after) {
    return switch (this) {
      case FOLDED -> List.of();
      case DUPLICATE -> List.of(text("+I", id, after));
      case APPENDED -> before == null ? List.of(text("+I", id, after)) : List.of();
      case NO_HISTORY -> List.of(text(after == null ? "-D" : "+U", id, after));
      case HISTORY -> withHistory(id, before, after);
    };
  }

  private static List<String> withHistory(int id, @Nullable String before, @Nullable String after) {
    if (before == null) {
      return List.of(text("+I", id, after));
    }
    return after == null
        ? List.of(text("-D", id, before))
        : List.of(text("-U", id, before), text("+U", id, after));
  }

  private static String text(String sign, int id, @Nullable String value) {
    return Findings.text(sign, id, value);
  }
}
