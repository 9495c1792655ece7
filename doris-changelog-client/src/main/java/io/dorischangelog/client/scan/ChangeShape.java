package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.DorisType.Family;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.TableSchema;
import io.dorischangelog.client.internal.decode.HiddenColumns;
import io.dorischangelog.client.internal.decode.Projection;
import io.dorischangelog.client.internal.filter.RowFilter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What all change queries of a scan have in common: table, columns, kind of change and order.
 *
 * @param table the table
 * @param model its model, which decides the order
 * @param type which changes
 * @param schema the columns of the rows
 * @param keyColumns all key columns, selected or not
 * @param hidden names of the hidden columns
 * @param filter which changes
 */
record ChangeShape(
    TableId table,
    TableModel model,
    IncrementType type,
    TableSchema schema,
    List<Column> keyColumns,
    HiddenColumns hidden,
    Optional<RowFilter.Bound> filter) {

  static ChangeShape of(TableLayout layout, IncrementType type, HiddenColumns hidden) {
    TableDescription table = layout.table();
    return new ChangeShape(
        table.id(),
        table.model(),
        type,
        layout.changeSchema(),
        table.keys(),
        hidden,
        layout.filter());
  }

  /** The same for the columns as they are now. */
  ChangeShape with(TableLayout now) {
    return of(now, type, hidden);
  }

  /** The statement for the part of a window that begins with a TSO. */
  String statement(ChangeWindow window, long firstTso) {
    StringBuilder sql = new StringBuilder(QueryText.select(projection().selectList()));
    sql.append(" FROM ").append(QueryText.changes(table, window, type));
    List<String> conditions =
        Stream.of(
                firstTso > window.firstTso()
                    ? QueryText.name(hidden.tso()) + " >= " + firstTso
                    : "",
                // Without historical values the "before" row carries the new values.
                schema.semantics() == Semantics.UPSERT ? QueryText.name(hidden.op()) + " <> 2" : "",
                filter.map(RowFilter.Bound::sql).orElse(""))
            .filter(condition -> !condition.isEmpty())
            .toList();
    if (!conditions.isEmpty()) {
      sql.append(" WHERE ").append(String.join(" AND ", conditions));
    }
    return sql.append(QueryText.orderBy(hidden, orderKeys())).toString();
  }

  /** The selected columns, the keys among them or beside them, and the hidden ones. */
  Projection projection() {
    List<String> extra = names(keyColumns).stream().filter(key -> !schema.contains(key)).toList();
    return Projection.ofChanges(schema, extra, hidden);
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }

  private List<String> orderKeys() {
    return names(orderKeyColumns());
  }

  private List<Column> orderKeyColumns() {
    return model == TableModel.UNIQUE ? keyColumns : List.of();
  }

  /** The columns by which rows are ordered. */
  List<RowSorter.OrderColumn> orderColumns() {
    return Stream.of(
            Stream.of(new RowSorter.OrderColumn(hidden.tso(), Family.BIGINT)),
            orderKeyColumns().stream().map(ChangeShape::orderColumn),
            Stream.of(hidden.lsn(), hidden.op())
                .map(name -> new RowSorter.OrderColumn(name, Family.BIGINT)))
        .flatMap(columns -> columns)
        .toList();
  }

  private static RowSorter.OrderColumn orderColumn(Column key) {
    return new RowSorter.OrderColumn(key.name(), key.type().family());
  }

  /** Whether reading a transaction again gives its rows in the same order, from any replica. */
  boolean repeatsInSameOrder() {
    return model == TableModel.UNIQUE && !foldsWindow();
  }

  /** Whether the rows depend on the window's bounds, so that no part of it can be read alone. */
  boolean foldsWindow() {
    return type == IncrementType.MIN_DELTA;
  }

  /**
   * What must be equal for a count of rows within a transaction to mean the same rows: kind of
   * change, semantics, key columns and filter.
   */
  String fingerprint() {
    return type.optionValue()
        + "/"
        + schema.semantics()
        + "/"
        + String.join(",", orderKeys())
        + filter.map(bound -> "/" + digest(bound.sql())).orElse("");
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
