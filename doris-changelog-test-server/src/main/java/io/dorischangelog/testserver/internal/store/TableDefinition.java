package io.dorischangelog.testserver.internal.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table as CREATE TABLE declares it; nothing is checked before {@link Catalog#createTable}.
 *
 * @param columns visible columns in order
 * @param keys key clause
 * @param partitioning partition clause
 * @param distribution bucket clause
 * @param properties PROPERTIES as written, in order, without the defaults
 * @param comment table comment, empty when there is none
 */
public record TableDefinition(
    List<ColumnDefinition> columns,
    TableKeys keys,
    Partitioning partitioning,
    Distribution distribution,
    Map<String, String> properties,
    String comment) {

  public TableDefinition {
    columns = List.copyOf(columns);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }
}
