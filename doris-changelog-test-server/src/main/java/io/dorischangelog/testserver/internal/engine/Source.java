package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.ChangeRequest;
import io.dorischangelog.testserver.internal.store.TableScan;
import java.util.List;
import java.util.function.Function;

/**
 * A relation ready to be read.
 *
 * @param name alias, or the table's name
 * @param columns visible ones first
 * @param visible how many of them a star shows
 * @param commitOrder columns by which {@link ChangeRequest.Order#COMMIT} sorts, in order; empty if
 *     the relation has no such order
 * @param open plans the read in an order; relations without commit order ignore it
 */
record Source(
    String name,
    List<ResultColumn> columns,
    int visible,
    List<String> commitOrder,
    Function<ChangeRequest.Order, TableScan> open) {

  Source {
    columns = List.copyOf(columns);
    commitOrder = List.copyOf(commitOrder);
  }

  /** A read that has no choice of order. */
  static Source of(String name, TableScan scan, int visible) {
    return new Source(name, scan.columns(), visible, List.of(), order -> scan);
  }

  Source named(String newName) {
    return new Source(newName, columns, visible, commitOrder, open);
  }
}
