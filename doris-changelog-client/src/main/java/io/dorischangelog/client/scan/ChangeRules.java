package io.dorischangelog.client.scan;

import io.dorischangelog.client.Column;
import io.dorischangelog.client.IncrementType;
import io.dorischangelog.client.Semantics;
import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.IncompatibleTableException;
import java.util.List;

/** What a table must be like, and what a filter may use, so that changes can be read. */
final class ChangeRules {
  private ChangeRules() {}

  /**
   * Checks a table.
   *
   * @throws IncompatibleTableException naming what to change
   * @throws io.dorischangelog.client.error.UnsupportedTypeException naming a selected column whose
   *     type this client does not know
   * @throws IllegalArgumentException naming columns that cannot be filtered by
   */
  static void require(TableLayout layout, ScanOptions options) {
    TableDescription table = layout.table();
    if (!table.changelog()) {
      throw incompatible(
          table,
          "The table has no changelog",
          "create it with PROPERTIES (\"changelog.enable\" = \"true\"); it cannot be switched on"
              + " for an existing table, so load a new table from this one");
    }
    layout.requireReadable();
    Semantics semantics = table.semantics(options.incrementType());
    if (options.incrementType() == IncrementType.MIN_DELTA && semantics != Semantics.FULL) {
      throw incompatible(
          table,
          "min_delta needs a unique table with historical values",
          "read increment type detail, or create the table with UNIQUE KEY and"
              + " \"changelog.need_historical_value\" = \"true\"");
    }
    if (options.requireBeforeImages()
        && table.model() == TableModel.UNIQUE
        && !table.historicalValues()) {
      throw incompatible(
          table,
          "The table records no before images, which requireBeforeImages asks for",
          "create it with \"changelog.need_historical_value\" = \"true\"");
    }
    requireFilterOnAllowed(layout, options);
  }

  private static void requireFilterOnAllowed(TableLayout layout, ScanOptions options) {
    List<String> keys =
        layout.table().filterColumns(options.incrementType()).stream().map(Column::name).toList();
    List<String> values = layout.filter().map(f -> f.columnsOutside(keys)).orElse(List.of());
    if (!values.isEmpty()) {
      throw new IllegalArgumentException(
          "filter = '"
              + options.filter().orElseThrow()
              + "' uses the value columns "
              + values
              + ": in "
              + options.incrementType().optionValue()
              + " reads of a unique table only the key columns "
              + keys
              + " can be filtered, because an update that moves a row out of the filter would be"
              + " left out and the old row would stay in the target. Filter rows after reading"
              + " them, or read append_only");
    }
  }

  private static IncompatibleTableException incompatible(
      TableDescription table, String why, String remedy) {
    return new IncompatibleTableException(ErrorContext.of(table.id()), why, remedy, null);
  }
}
