package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.TableId;
import io.dorischangelog.client.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the server says of a table. Immutable; as of the moment it was asked.
 *
 * @param id database and table name
 * @param model unique or duplicate
 * @param columns all visible columns in the table's order
 * @param changelog whether row changes are recorded
 * @param historicalValues whether changes carry before images
 * @param ttl how long changes are kept; empty if the server does not tell
 * @param createdAt when the table was created, to the second; empty if the server does not tell
 */
public record TableDescription(
    TableId id,
    TableModel model,
    List<Column> columns,
    boolean changelog,
    boolean historicalValues,
    Optional<Duration> ttl,
    Optional<Instant> createdAt) {

  public TableDescription {
    columns = List.copyOf(columns);
  }

  /** The same table with other columns. */
  TableDescription withColumns(List<Column> now) {
    return new TableDescription(id, model, now, changelog, historicalValues, ttl, createdAt);
  }

  /** The key columns in order. */
  public List<Column> keys() {
    return columns.stream().filter(Column::key).toList();
  }

  /** What a read of the given type can say about this table. */
  public Semantics semantics(IncrementType type) {
    if (model == TableModel.DUPLICATE || type == IncrementType.APPEND_ONLY) {
      return Semantics.INSERT_ONLY;
    }
    return historicalValues ? Semantics.FULL : Semantics.UPSERT;
  }

  /**
   * The columns that changes of the given type can be filtered by; snapshots by all. An update that
   * takes a row out of a condition on value columns would be left out itself, and the old row would
   * stay in the target.
   */
  public List<Column> filterColumns(IncrementType type) {
    return semantics(type) == Semantics.INSERT_ONLY ? columns : keys();
  }

  /**
   * The rows' schema in changes: value columns are nullable whatever the table says, because a
   * deleted row or a before image may lack them.
   *
   * @param selected columns of this table
   */
  TableSchema changeSchema(List<Column> selected, IncrementType type) {
    return TableSchema.of(
        semantics(type),
        selected.stream()
            .map(c -> c.key() ? c : new Column(c.name(), c.type(), true, false))
            .toList());
  }
}
