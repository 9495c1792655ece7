package io.dorischangelog.flink;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.ScanMode;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.scan.TableDescription;
import io.dorischangelog.client.scan.TableModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * A declared table beside the table in Doris: whether they fit, and what the planner may expect.
 *
 * @param doris the table in Doris
 * @param mode where the read begins and ends
 * @param increments which changes are read
 * @param declared the declared physical columns
 * @param primaryKey names of the declared primary key; empty: none
 */
record PlannedTable(
    TableDescription doris,
    ScanMode mode,
    IncrementType increments,
    RowType declared,
    List<String> primaryKey) {

  /** What the rows of this read can say. */
  Semantics semantics() {
    return mode.hasChanges() ? doris.semantics(increments) : Semantics.INSERT_ONLY;
  }

  /** The declared columns that Doris may filter this read by. */
  List<Column> filterColumns() {
    List<Column> possible = mode.hasChanges() ? doris.filterColumns(increments) : doris.columns();
    return possible.stream().filter(c -> declared.getFieldNames().contains(c.name())).toList();
  }

  ChangelogMode changelogMode() {
    return switch (semantics()) {
      case INSERT_ONLY -> ChangelogMode.insertOnly();
      case FULL -> ChangelogMode.all();
      case UPSERT -> ChangelogMode.upsert(); // Also says that deleted rows have their key only.
    };
  }

  /**
   * Makes sure that the declaration fits.
   *
   * @throws ValidationException naming every column that does not
   */
  void validate() {
    List<String> wrong = new ArrayList<>();
    for (RowType.RowField field : declared.getFields()) {
      refusal(field).ifPresent(why -> wrong.add("column '" + field.getName() + "' " + why));
    }
    keyRefusal().ifPresent(wrong::add);
    if (!wrong.isEmpty()) {
      throw new ValidationException(
          "The declared table does not fit the table "
              + doris.id()
              + " in Doris: "
              + String.join("; ", wrong));
    }
  }

  private Optional<String> refusal(RowType.RowField field) {
    Optional<Column> column =
        doris.columns().stream().filter(c -> c.name().equals(field.getName())).findFirst();
    if (column.isEmpty()) {
      return Optional.of("is not in Doris, which has " + names(doris.columns()));
    }
    LogicalType type = field.getType();
    boolean required = !type.isNullable() && !column.get().key();
    if (required && mode.hasChanges()) {
      return Optional.of(
          "is declared NOT NULL, but a change may hold NULL in every column that is no key");
    }
    if (required && column.get().nullable()) {
      return Optional.of("is declared NOT NULL, but is nullable in Doris");
    }
    return FlinkTypes.refusal(column.get().type(), type);
  }

  private Optional<String> keyRefusal() {
    if (primaryKey.isEmpty()) {
      return semantics() == Semantics.UPSERT
          ? Optional.of(
              "it has no before images (\"changelog.need_historical_value\"), so declare"
                  + " PRIMARY KEY ("
                  + names(doris.keys())
                  + ") NOT ENFORCED")
          : Optional.empty();
    }
    if (doris.model() == TableModel.DUPLICATE) {
      return Optional.of("a PRIMARY KEY is declared, but its rows have no unique key");
    }
    if (mode.hasChanges() && increments == IncrementType.APPEND_ONLY) {
      return Optional.of("a PRIMARY KEY is declared, but in append_only the key repeats");
    }
    Set<String> key = doris.keys().stream().map(Column::name).collect(Collectors.toSet());
    return key.equals(new HashSet<>(primaryKey))
        ? Optional.empty()
        : Optional.of(
            "PRIMARY KEY "
                + primaryKey
                + " is declared, but the key in Doris is ["
                + names(doris.keys())
                + "]");
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }
}
