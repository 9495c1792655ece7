package io.dorischangelog.client;

import io.dorischangelog.client.error.ErrorContext;
import io.dorischangelog.client.error.SchemaChangedException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where the properties of a class are found in rows of given columns. Immutable. */
final class MappedColumns {

  private final List<MappedClass.Property> properties;
  private final Fields fields;
  private final int[] indexes;
  private final Conversions.Conversion[] conversions;

  /**
   * @param properties each of which has a column that fits
   */
  MappedColumns(List<MappedClass.Property> properties, Fields fields) {
    this.properties = properties;
    this.fields = fields;
    this.indexes = new int[properties.size()];
    this.conversions = new Conversions.Conversion[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      MappedClass.Property property = properties.get(i);
      indexes[i] = fields.indexOf(columnName(property, fields));
      conversions[i] =
          TypeFit.conversion(TypeFit.rawClass(property.type()), fields.column(indexes[i]).type());
    }
  }

  private static String columnName(MappedClass.Property property, Fields fields) {
    String name = property.name();
    return fields.contains(name) ? name : SnakeCase.of(name);
  }

  /** Why properties do not fit into the rows of a read, by the properties' names. */
  static Map<String, String> problems(List<MappedClass.Property> properties, TableSchema schema) {
    Map<String, String> problems = new LinkedHashMap<>();
    for (MappedClass.Property property : properties) {
      missing(property, schema.fields())
          .or(() -> nullProblem(property, schema))
          .or(() -> misfit(property, schema.fields()))
          .ifPresent(problem -> problems.put(property.name(), problem));
    }
    return problems;
  }

  private static Optional<String> missing(MappedClass.Property property, Fields fields) {
    String name = columnName(property, fields);
    return fields.contains(name)
        ? Optional.empty()
        : Optional.of(
            "has no column: neither of that name nor `" + name + "`, " + fields.nearNames(name));
  }

  private static Optional<String> misfit(MappedClass.Property property, Fields fields) {
    Column column = fields.column(fields.indexOf(columnName(property, fields)));
    if (TypeFit.isLossless(property.type(), column.type())) {
      return Optional.empty();
    }
    return Optional.of(
        "is "
            + property.type().getTypeName()
            + ", which does not hold every value of column `"
            + column.name()
            + "` of type "
            + column.type()
            + ": use "
            + column.javaType().getSimpleName());
  }

  private static Optional<String> nullProblem(MappedClass.Property property, TableSchema schema) {
    Column column = schema.column(columnName(property, schema.fields()));
    Class<?> type = TypeFit.rawClass(property.type());
    boolean mayBeNull =
        column.nullable() || (schema.semantics() == Semantics.UPSERT && !column.key());
    if (!type.isPrimitive() || !mayBeNull) {
      return Optional.empty();
    }
    return Optional.of(
        "is "
            + type
            + ", but column `"
            + column.name()
            + "` may be NULL: use "
            + Conversions.boxed(type).getSimpleName());
  }

  /** Problems in one line. */
  static String text(Map<String, String> problems) {
    return problems.entrySet().stream()
        .map(problem -> "`" + problem.getKey() + "` " + problem.getValue())
        .collect(Collectors.joining("; "));
  }

  /** Whether a row has these columns. */
  boolean isOf(Row row) {
    return row.fields() == fields;
  }

  /**
   * Where the same properties are found in a row of other columns.
   *
   * @throws SchemaChangedException if one of them is not there, or does not fit
   */
  MappedColumns in(Row row) {
    Fields now = row.fields();
    Map<String, String> problems = new LinkedHashMap<>();
    for (MappedClass.Property property : properties) {
      missing(property, now)
          .or(() -> misfit(property, now))
          .ifPresent(problem -> problems.put(columnName(property, now), problem));
    }
    if (!problems.isEmpty()) {
      throw new SchemaChangedException(
          ErrorContext.NONE,
          List.copyOf(problems.keySet()),
          "have changed and do not fit into the class of the rows any more: " + text(problems));
    }
    return new MappedColumns(properties, row.fields());
  }

  /** The value of each property, converted to its type. */
  @Nullable Object[] values(Row row) {
    @Nullable Object[] values = new Object[indexes.length];
    for (int i = 0; i < values.length; i++) {
      Column column = fields.column(indexes[i]);
      Object value = row.getObject(indexes[i]);
      if (value == null) {
        requireNullable(properties.get(i), column);
      } else {
        values[i] = conversions[i].convert(column, value);
      }
    }
    return values;
  }

  private static void requireNullable(MappedClass.Property property, Column column) {
    Class<?> type = TypeFit.rawClass(property.type());
    if (type.isPrimitive()) {
      Conversions.notNull(column, type.getName(), null);
    }
  }
}
