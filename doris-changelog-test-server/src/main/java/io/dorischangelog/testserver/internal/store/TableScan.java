package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.engine.ResultColumn;
import io.dorischangelog.testserver.internal.engine.RowSource;
import java.util.List;

/** A planned read: its data is fixed, rows are produced while they are pulled. */
public interface TableScan {

  /** The visible columns in order, then the hidden ones that this kind of read has. */
  List<ResultColumn> columns();

  /**
   * Rows with some columns. Each call is an independent pass over the same data.
   *
   * @param projection positions in {@link #columns()}, in the order wanted
   */
  RowSource rows(int... projection);
}
