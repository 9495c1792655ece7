package io.dorischangelog.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
 * as the millionth.
 *
 * <p>Immutable, for any thread.
 *
 * @param <T> the class of the objects
 */
public final class RowMapper<T> {

  private final TableSchema schema;
  private final MappedClass<T> target;
  private final int[] indexes;
  private final Conversions.Conversion[] conversions;

  private RowMapper(Class<T> type, TableSchema schema) {
    this.schema = schema;
    this.target = MappedClass.of(type);
    List<MappedClass.Property> properties = target.properties();
    this.indexes = new int[properties.size()];
    this.conversions = new Conversions.Conversion[properties.size()];
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < indexes.length; i++) {
      String problem = match(i, properties.get(i));
      if (problem != null) {
        problems.add("`" + properties.get(i).name() + "` " + problem);
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "rows do not fit into " + type.getName() + ": " + String.join("; ", problems));
    }
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

  private @Nullable String match(int i, MappedClass.Property property) {
    String name = property.name();
    if (!schema.contains(name)) {
      name = SnakeCase.of(name);
    }
    if (!schema.contains(name)) {
      return "has no column: neither of that name nor `"
          + name
          + "`, "
          + schema.fields().nearNames(name);
    }
    indexes[i] = schema.indexOf(name);
    Column column = schema.column(name);
    Class<?> type = TypeFit.rawClass(property.type());
    if (type.isPrimitive() && mayBeNull(column)) {
      return "is "
          + type
          + ", but column `"
          + name
          + "` may be NULL: use "
          + Conversions.boxed(type).getSimpleName();
    }
    if (!TypeFit.isLossless(property.type(), column.type())) {
      return "is "
          + property.type().getTypeName()
          + ", which does not hold every value of column `"
          + column.name()
          + "` of type "
          + column.type()
          + ": use "
          + column.javaType().getSimpleName();
    }
    conversions[i] = TypeFit.conversion(type, column.type());
    return null;
  }

  private boolean mayBeNull(Column column) {
    return column.nullable() || (schema.semantics() == Semantics.UPSERT && !column.key());
  }

  /** An object of a row, whose columns may stand in another order than the schema's. */
  T map(Row row) {
    boolean sameColumns = row.fields() == schema.fields();
    @Nullable Object[] values = new Object[indexes.length];
    for (int i = 0; i < values.length; i++) {
      Column column = schema.column(indexes[i]);
      int index = sameColumns ? indexes[i] : row.fields().indexOf(column.name());
      Object value = row.getObject(index);
      if (value == null) {
        requireNullable(target.properties().get(i), column);
      } else {
        values[i] = conversions[i].convert(column, value);
      }
    }
    return target.make(values);
  }

  private static void requireNullable(MappedClass.Property property, Column column) {
    Class<?> type = TypeFit.rawClass(property.type());
    if (type.isPrimitive()) {
      Conversions.notNull(column, type.getName(), null);
    }
  }
}
