package io.dorischangelog.testserver.internal.store;

import java.util.List;

/**
 * The key clause of a table.
 *
 * @param model key model
 * @param columns key columns in order; empty lets a duplicate table have no sort key
 * @param clusterColumns ORDER BY columns of a unique table, else empty
 */
public record TableKeys(KeyModel model, List<String> columns, List<String> clusterColumns) {

  public TableKeys {
    columns = List.copyOf(columns);
    clusterColumns = List.copyOf(clusterColumns);
  }

  public static TableKeys unique(String... columns) {
    return new TableKeys(KeyModel.UNIQUE, List.of(columns), List.of());
  }

  public static TableKeys duplicate(String... columns) {
    return new TableKeys(KeyModel.DUPLICATE, List.of(columns), List.of());
  }
}
