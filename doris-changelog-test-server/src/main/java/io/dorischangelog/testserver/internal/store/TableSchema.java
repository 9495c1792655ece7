package io.dorischangelog.testserver.internal.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The visible columns of a table at one moment. Immutable. */
public final class TableSchema {
  private final int version;
  private final List<Column> columns;
  private final Map<String, Integer> byName = new LinkedHashMap<>();

  TableSchema(int version, List<Column> columns) {
    this.version = version;
    this.columns = List.copyOf(columns);
    for (int i = 0; i < columns.size(); i++) {
      byName.put(columns.get(i).name().toLowerCase(Locale.ROOT), i);
    }
  }

  /** Counts the schema changes of the table, from 0. */
  public int version() {
    return version;
  }

  /** In order of declaration. */
  public List<Column> columns() {
    return columns;
  }

  /** Position of a column by its name in any case, or -1. */
  public int indexOf(String name) {
    return byName.getOrDefault(name.toLowerCase(Locale.ROOT), -1);
  }

  int indexOfId(int uniqueId) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).uniqueId() == uniqueId) {
        return i;
      }
    }
    return -1;
  }

  boolean hasValueColumns() {
    return columns.stream().anyMatch(column -> !column.key());
  }
}
