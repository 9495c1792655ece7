package io.dorischangelog.testserver.internal.store;

import io.dorischangelog.testserver.internal.type.DorisType;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table.
 *
 * @param uniqueId identity: a column dropped and added again under its name is another one
 * @param definition as declared
 * @param key whether it belongs to the key
 * @param initial what rows written before the column was added show
 */
public record Column(
    int uniqueId, ColumnDefinition definition, boolean key, @Nullable Object initial) {

  public String name() {
    return definition.name();
  }

  public DorisType type() {
    return definition.type();
  }

  public boolean nullable() {
    return definition.nullable();
  }
}
