package io.dorischangelog.client.internal.decode;

import io.dorischangelog.client.ChangeKind;
import io.dorischangelog.client.Semantics;
import org.jspecify.annotations.Nullable;

/** The three change columns of one batch, checked as a whole when it is made. */
final class ChangeLog {

  private static final int DELETE = 1;

  private final IntegerReader tso;
  private final IntegerReader lsn;
  private final IntegerReader op;
  private final @Nullable ChangeKind[] kinds;

  ChangeLog(IntegerReader tso, IntegerReader lsn, IntegerReader op, Semantics semantics) {
    this.tso = tso;
    this.lsn = lsn;
    this.op = op;
    this.kinds = kinds(semantics);
  }

  /** What each operation code means (documented); null for one that must not come. */
  private static @Nullable ChangeKind[] kinds(Semantics semantics) {
    return switch (semantics) {
      case INSERT_ONLY -> new @Nullable ChangeKind[] {ChangeKind.INSERT, null, null, null};
      case UPSERT ->
          new @Nullable ChangeKind[] {
            ChangeKind.UPSERT, ChangeKind.DELETE, null, ChangeKind.UPSERT
          };
      case FULL ->
          new @Nullable ChangeKind[] {
            ChangeKind.INSERT, ChangeKind.DELETE, ChangeKind.UPDATE_BEFORE, ChangeKind.UPDATE_AFTER
          };
    };
  }

  /**
   * Looks at every row.
   *
   * @param semantics of the read, for the message
   * @throws io.dorischangelog.client.error.UnreadableValueException naming the row in which a
   *     change column is null or an operation code must not come
   */
  void check(Semantics semantics) {
    requireNoNulls(tso);
    requireNoNulls(lsn);
    requireNoNulls(op);
    int allowed = 0;
    for (int code = 0; code < kinds.length; code++) {
      allowed |= kinds[code] == null ? 0 : 1 << code;
    }
    int row = op.firstNotIn(allowed);
    if (row >= 0) {
      throw op.column
          .bad(
              "operation "
                  + op.value(row)
                  + " does not occur in a read of "
                  + semantics
                  + " changes")
          .inRow(row);
    }
  }

  private static void requireNoNulls(IntegerReader reader) {
    for (int row = 0; reader.hasNulls() && row < reader.valueCount; row++) {
      if (reader.isNull(row)) {
        throw reader.column.bad("a change without it is damaged, it is NULL").inRow(row);
      }
    }
  }

  long tso(int row) {
    return tso.value(row);
  }

  long lsn(int row) {
    return lsn.value(row);
  }

  ChangeKind kind(int row) {
    ChangeKind kind = kinds[(int) op.value(row)];
    if (kind == null) {
      throw new IllegalStateException("the operation codes of this batch were changed");
    }
    return kind;
  }

  /** Whether {@link #isKeyOnly} can be true for any row. */
  boolean hasKeyOnlyRows() {
    return kinds[0] == ChangeKind.UPSERT;
  }

  /** Whether a row is a delete of which only the key columns mean anything. */
  boolean isKeyOnly(int row) {
    return hasKeyOnlyRows() && op.value(row) == DELETE;
  }
}
