package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.DorisException;
import java.time.Instant;
import java.util.Arrays;

/** Everything that Doris refuses while a statement loads, before the transaction commits. */
final class WriteCheck {
  private final TableData data;
  private final RowLayout layout;
  private final String table;
  private final StoreContext context;

  WriteCheck(TableData data, String table, StoreContext context) {
    this.data = data;
    this.layout = data.layout();
    this.table = table;
    this.context = context;
  }

  /** Checks a write and makes the partitions it needs. */
  void check(Write write) {
    if (write instanceof Write.DeleteWhere && !data.unique() && data.log().enabled()) {
      throw context.texts().deleteNotSupported();
    }
    Instant now = context.clock().now();
    WriteReader.strict(data, layout, now, table).read(write, row -> check(write, row));
  }

  private void check(Write write, IncomingRow row) {
    if (row.kind() == IncomingRow.Kind.DELETE || row.kind() == IncomingRow.Kind.DELETE_SIGN) {
      return;
    }
    if (row.kind() == IncomingRow.Kind.PARTIAL && isNew(row)) {
      checkNew(write, row);
    }
    data.partitions()
        .prepare(layout.partition(row.cells().values), layout.partitionValues(row.cells().values));
  }

  private boolean isNew(IncomingRow row) {
    TabletStore tablet = data.tablet(row.cells().values, layout);
    RowVersion found = tablet == null ? null : tablet.find(layout.key(row.cells().values));
    return found == null || found.deleted;
  }

  private void checkNew(Write write, IncomingRow row) {
    if (write instanceof Write.PartialUpdate update && update.newKeys() == Write.NewKeys.ERROR) {
      Object[] key = Arrays.stream(layout.keys()).mapToObj(i -> row.cells().values[i]).toArray();
      throw DorisException.of(
          "[E-7003]Can't append new rows in partial update when partial_update_new_key_behavior is"
              + " ERROR. Row with key="
              + Arrays.toString(key)
              + " is not in table.");
    }
    for (int i = 0; i < row.cells().named.length; i++) {
      ColumnDefinition column = layout.schema().columns().get(i).definition();
      if (!row.cells().named[i] && !column.nullable() && column.defaultValue() == null) {
        throw DorisException.of(
            "the unmentioned column `"
                + column.name()
                + "` should have default value or be nullable for newly inserted rows in"
                + " non-strict mode partial update");
      }
    }
  }
}
