package io.dorischangelog.testserver.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * One row of a write, spread over the visible columns of the schema it was written with.
 *
 * @param kind how it treats the columns it does not name
 */
record IncomingRow(Kind kind, Cells cells) {

  /** How a row treats the columns it does not name, or that it deletes. */
  enum Kind {
    FULL,
    PARTIAL,
    /** A delete sign in a load: recorded even if the key is absent. */
    DELETE_SIGN,
    /** DELETE by key: an absent key is skipped. */
    DELETE
  }

  /** Values of a row, by the position of the column. */
  static final class Cells {
    /** Columns that are not named hold their default. */
    final @Nullable Object[] values;

    final boolean[] named;
    @Nullable Object hiddenSequence;
    boolean sequenceNamed;

    Cells(@Nullable Object[] defaults) {
      values = defaults;
      named = new boolean[defaults.length];
    }
  }
}
