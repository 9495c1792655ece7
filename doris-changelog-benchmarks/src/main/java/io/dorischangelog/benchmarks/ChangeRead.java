package io.dorischangelog.benchmarks;

import io.dorischangelog.client.Change;

/** Reads one change. */
@FunctionalInterface
interface ChangeRead {

  /** A number that depends on the change. */
  long read(Change change);

  /** Looks at the commit, which only a whole change has; its values were decoded by then. */
  static long key(Change change) {
    return change.lsn().orElseThrow() + change.row().size();
  }
}
