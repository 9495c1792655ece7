package io.dorischangelog.client;

/**
 * Turns rows into objects of the caller's own record or bean class.
 *
 * <p>A component or property matches the column of the same name, or else the one whose name is the
 * same in snake case: {@code userId} finds {@code userId}, then {@code user_id}. Columns that
 * nothing asks for are left out; a component or property without a column is refused. So are pairs
 * that could lose something (an {@code int} for a BIGINT column), and a primitive for a column that
 * may be {@code null}: one declared nullable, or, with {@link Semantics#UPSERT}, any that is no
 * key, because a delete shows the key only. All this is checked when the mapper is made, so that
 * the first row is as good as the millionth.
 *
 * <p>Immutable, for any thread.
 *
 * @param <T> the class of the objects
 */
public final class RowMapper<T> {

  private RowMapper() {}

  /**
   * A mapper to a record (through its canonical constructor) or a bean (a constructor without
   * arguments, and setters).
   *
   * @throws IllegalArgumentException if the class does not fit the schema; the message lists every
   *     reason
   */
  public static <T> RowMapper<T> of(Class<T> recordOrBean, TableSchema schema) {
    return new RowMapper<>();
  }

  T map(Row row) {
    return pending(row);
  }

  private T pending(Row row) {
    if (row.size() < 0) {
      return map(row);
    }
    throw new UnsupportedOperationException();
  }
}
