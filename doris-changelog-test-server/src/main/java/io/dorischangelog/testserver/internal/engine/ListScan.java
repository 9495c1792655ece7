package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.store.TableScan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A read of rows that are all there. */
record ListScan(List<ResultColumn> columns, List<@Nullable Object[]> data) implements TableScan {

  @Override
  public RowSource rows(int... projection) {
    RowSource all = new ListRows(data);
    return () -> {
      @Nullable Object[] row = all.next();
      return row == null ? null : project(row, projection);
    };
  }

  private static @Nullable Object[] project(@Nullable Object[] row, int[] projection) {
    @Nullable Object[] result = new Object[projection.length];
    for (int i = 0; i < projection.length; i++) {
      result[i] = row[projection[i]];
    }
    return result;
  }
}
