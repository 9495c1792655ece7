package io.dorischangelog.client;

import java.util.Objects;

/**
 * A column of a table as a reader hands it out.
 *
 * @param name the name as declared, case kept
 * @param type the type as Doris declares it
 * @param nullable whether the table declares the column nullable. A change may hold {@code null}
 *     all the same in a column that is no key: the change log stores value columns as nullable
 * @param key whether the column belongs to the table's key
 */
public record Column(String name, DorisType type, boolean nullable, boolean key) {

  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }

  /** A nullable column that is not part of the key. */
  public static Column of(String name, DorisType type) {
    return new Column(name, type, true, false);
  }

  /** A key column, not nullable. */
  public static Column key(String name, DorisType type) {
    return new Column(name, type, false, true);
  }

  /** The class of the column's values; see {@link DorisType#javaType()}. */
  public Class<?> javaType() {
    return type.javaType();
  }

  /** The column as it stands in a CREATE TABLE statement, for messages. */
  @Override
  public String toString() {
    return name + " " + type + (nullable ? "" : " NOT NULL");
  }
}
