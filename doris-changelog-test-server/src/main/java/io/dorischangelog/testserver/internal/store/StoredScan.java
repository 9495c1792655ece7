package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import java.util.List;
import java.util.function.Function;

/** A read of stored rows or records: each pass opens a cursor for the columns it wants. */
final class StoredScan implements TableScan {
  private final List<ResultColumn> columns;
  private final Function<boolean[], RowCursor> cursors;

  /**
   * @param cursors opens a cursor, told which columns will be asked for
   */
  StoredScan(List<ResultColumn> columns, Function<boolean[], RowCursor> cursors) {
    this.columns = List.copyOf(columns);
    this.cursors = cursors;
  }

  @Override
  public List<ResultColumn> columns() {
    return columns;
  }

  @Override
  public RowSource rows(int... projection) {
    boolean[] used = new boolean[columns.size()];
    for (int column : projection) {
      used[column] = true;
    }
    return new CursorRows(cursors.apply(used), projection.clone());
  }
}
