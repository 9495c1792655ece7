package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.SchemaChangedException;
import io.dorischangelog.client.internal.server.HostAndPort;
import io.dorischangelog.client.internal.server.StatementFailure;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The columns of a table as they were seen last; all queries of a scan are made for them. Columns
 * come and go while a table is read (documented: light ADD and DROP COLUMN are allowed on a table
 * with a changelog), and a query that names its columns is not told of new ones. Thread-safe.
 */
final class LayoutTracker {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutTracker.class);

  private final TableReader tables;
  private final ScanOptions options;
  private final ScanEvents events;
  private volatile TableLayout current;

  LayoutTracker(
      TableReader tables, TableDescription opened, ScanOptions options, ScanEvents events) {
    this.tables = tables;
    this.options = options;
    this.events = events;
    this.current = TableLayout.of(opened, options);
  }

  /** The layout as it was seen last. */
  TableLayout current() {
    return current;
  }

  /**
   * Asks a front end what the columns are, and takes over what is new.
   *
   * @param context where a query is, for messages
   * @throws SchemaChangedException if the read cannot follow
   */
  TableLayout ask(HostAndPort frontEnd, ErrorContext context)
      throws IOException, StatementFailure, InterruptedException {
    List<Column> columns = tables.columns(frontEnd);
    TableLayout before;
    TableLayout now;
    synchronized (this) {
      before = current;
      now = follow(before, columns, context);
      current = now;
    }
    if (!now.readsLike(before)) {
      LOG.info(
          "the columns of {} have changed: {}, before {}",
          now.table().id(),
          now.changeSchema().columns(),
          before.changeSchema().columns());
      events.tell(to -> to.schemaChanged(before.changeSchema(), now.changeSchema()));
    }
    return now;
  }

  private TableLayout follow(TableLayout before, List<Column> columns, ErrorContext context) {
    if (columns.equals(before.table().columns())) {
      return before;
    }
    TableDescription table = before.table().withColumns(columns);
    new FixedColumns(before, options).require(table, context);
    return TableLayout.of(table, options);
  }
}
