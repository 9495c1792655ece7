package io.dorischangelog.client;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a read in order, and what its changes can say. Immutable.
 *
 * <p>Names are compared as they were declared: {@code ID} and {@code id} are two columns.
 */
public final class TableSchema {

  private final Fields fields;
  private final List<Column> keys;
  private final Semantics semantics;

  private TableSchema(Semantics semantics, List<Column> columns) {
    this.semantics = Objects.requireNonNull(semantics, "semantics");
    this.fields = new Fields(columns);
    this.keys = columns.stream().filter(Column::key).toList();
  }

  /**
   * A schema of the given columns.
   *
   * @throws IllegalArgumentException if two columns have the same name
   */
  public static TableSchema of(Semantics semantics, List<Column> columns) {
    return new TableSchema(semantics, columns);
  }

  /** A schema of the given columns; see {@link #of(Semantics, List)}. */
  public static TableSchema of(Semantics semantics, Column... columns) {
    return new TableSchema(semantics, List.of(columns));
  }

  /** All columns in the order in which rows hold them. */
  public List<Column> columns() {
    return fields.columns();
  }

  /** Number of columns. */
  public int size() {
    return fields.size();
  }

  /**
   * The column at an index counted from 0.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public Column column(int index) {
    return fields.column(index);
  }

  /**
   * The column of that name.
   *
   * @throws IllegalArgumentException if there is none; the message lists near names
   */
  public Column column(String name) {
    return fields.column(fields.indexOf(name));
  }

  /**
   * The index of a column, counted from 0.
   *
   * @throws IllegalArgumentException if there is none; the message lists near names
   */
  public int indexOf(String name) {
    return fields.indexOf(name);
  }

  /** Whether there is a column of that name. */
  public boolean contains(String name) {
    return fields.contains(name);
  }

  /** The key columns in order; perhaps fewer than the table's when a read leaves some out. */
  public List<Column> keys() {
    return keys;
  }

  /** What the changes of this read can say. */
  public Semantics semantics() {
    return semantics;
  }

  Fields fields() {
    return fields;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TableSchema that
        && semantics == that.semantics
        && columns().equals(that.columns());
  }

  @Override
  public int hashCode() {
    return 31 * semantics.hashCode() + columns().hashCode();
  }

  /** The semantics and the columns, for messages. */
  @Override
  public String toString() {
    return semantics + " " + columns();
  }
}
