package io.dorischangelog.client;

import java.util.List;
import java.util.Map;

/**
 * Turns rows into objects of the caller's own record or bean class.
 *
 * <p>A record component, or the property of a bean's setter, takes the column of the same name, or
 * else the one of that name in snake case: {@code userId} takes {@code userId}, then {@code
 * user_id}. Columns that nothing asks for are left out; a component or property without a column is
 * refused. So is a pair that could lose something, such as an {@code int} for a BIGINT column or a
 * {@code List<Long>} for an ARRAY of INT, and a primitive for a column that may be {@code null}:
 * one declared nullable, or, with {@link Semantics#UPSERT}, any that is no key, because a delete
 * shows its key only. All this is checked when the mapper is made, so that the first row is as good
 * as the millionth. Rows whose columns have changed since are mapped as long as those that the
 * class takes are there and fit.
 *
 * <p>Immutable, for any thread.
 *
 * @param <T> the class of the objects
 */
public final class RowMapper<T> {

  private final MappedClass<T> target;
  private final MappedColumns declared;

  /** The columns of the last row that were not the declared ones. */
  private volatile MappedColumns latest;

  private RowMapper(Class<T> type, TableSchema schema) {
    this.target = MappedClass.of(type);
    List<MappedClass.Property> properties = target.properties();
    Map<String, String> problems = MappedColumns.problems(properties, schema);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "rows do not fit into " + type.getName() + ": " + MappedColumns.text(problems));
    }
    this.declared = new MappedColumns(properties, schema.fields());
    this.latest = declared;
  }

  /**
   * A mapper to a record (through its canonical constructor) or a bean (through a constructor
   * without arguments, and its public setters).
   *
   * @throws IllegalArgumentException if the class does not fit the schema; the message lists every
   *     reason
   */
  public static <T> RowMapper<T> of(Class<T> recordOrBean, TableSchema schema) {
    return new RowMapper<>(recordOrBean, schema);
  }

  /**
   * An object of a row, whose columns may be others than the schema's.
   *
   * @throws io.dorischangelog.client.error.SchemaChangedException if one that is needed is not
   *     there any more, or has become one of another type
   */
  T map(Row row) {
    return target.make(columnsOf(row).values(row));
  }

  private MappedColumns columnsOf(Row row) {
    MappedColumns known = latest;
    if (!known.isOf(row)) {
      known = declared.isOf(row) ? declared : declared.in(row);
      latest = known;
    }
    return known;
  }
}
