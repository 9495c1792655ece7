package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.ChangelogNames;
import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.type.DorisType;
import java.util.ArrayList;
import java.util.List;

/** The columns of the kinds of reads. */
final class ScanColumns {
  static final String COMMIT_TSO = "__DORIS_COMMIT_TSO_COL__";
  private static final DorisType BIGINT = DorisType.of(DorisType.Kind.BIGINT);
  private static final DorisType TINYINT = DorisType.of(DorisType.Kind.TINYINT);

  private ScanColumns() {}

  /**
   * Rows: visible columns, commit TSO, delete sign and hidden sequence where the table has them.
   */
  static List<ResultColumn> rows(TableData data, TableSchema schema) {
    List<ResultColumn> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      columns.add(new ResultColumn(column.name(), column.type(), column.nullable()));
    }
    if (data.log().enabled()) {
      columns.add(new ResultColumn(COMMIT_TSO, BIGINT, true));
    }
    if (data.unique()) {
      columns.add(new ResultColumn(Write.DELETE_SIGN, TINYINT, false));
    }
    DorisType sequence = data.options().sequence().hiddenType();
    if (sequence != null) {
      columns.add(new ResultColumn(Write.SEQUENCE, sequence, true));
    }
    return columns;
  }

  /** Changes: value columns may always be NULL, whatever the table says (documented). */
  static List<ResultColumn> changes(TableSchema schema, ChangelogNames names) {
    List<ResultColumn> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      boolean nullable = column.nullable() || !column.key();
      columns.add(new ResultColumn(column.name(), column.type(), nullable));
    }
    addHidden(columns, names);
    return columns;
  }

  /** Raw records: the before image of each value column follows the row if the log keeps it. */
  static List<ResultColumn> raw(TableSchema schema, boolean history, ChangelogNames names) {
    List<ResultColumn> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      boolean nullable = column.nullable() || !column.key();
      columns.add(new ResultColumn(column.name(), column.type(), nullable));
    }
    if (history) {
      for (Column column : schema.columns()) {
        if (!column.key()) {
          String name = "__BEFORE__" + column.name() + "__";
          columns.add(new ResultColumn(name, column.type(), true));
        }
      }
    }
    addHidden(columns, names);
    return columns;
  }

  private static void addHidden(List<ResultColumn> columns, ChangelogNames names) {
    columns.add(new ResultColumn(names.tsoColumn(), BIGINT, false));
    columns.add(new ResultColumn(names.lsnColumn(), BIGINT, false));
    columns.add(new ResultColumn(names.opColumn(), BIGINT, false));
  }
}
