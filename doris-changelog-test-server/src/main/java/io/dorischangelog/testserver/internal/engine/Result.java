package io.dorischangelog.testserver.internal.engine;

import java.util.List;

/** What a statement answers. */
public sealed interface Result {

  /**
   * A statement without rows.
   *
   * @param affectedRows rows written, 0 for DDL, SET and USE
   * @param info text of the MySQL OK packet, such as {@code {'label':'..','status':'VISIBLE',..}}
   */
  record Done(long affectedRows, String info) implements Result {
    public static final Done OK = new Done(0, "");
  }

  /**
   * A result set.
   *
   * @param columns at least one
   * @param rows read once
   * @param servedBy where a Flight client has to fetch it
   */
  record Rows(List<ResultColumn> columns, RowSource rows, ServedBy servedBy) implements Result {
    public Rows {
      columns = List.copyOf(columns);
    }
  }

  /** Who streams a result over Flight. */
  enum ServedBy {
    /** SHOW, DESC and the like: all columns are text over Flight. */
    FRONT_END,
    /** Queries: typed columns, from a back end. */
    BACK_END
  }
}
