package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.Values;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A relation as a table of H2. Columns of types that H2 has not, or orders differently, are left
 * out: a query that names them is refused.
 */
final class H2Types {
  private final Source source;
  private final List<Integer> copied;

  H2Types(Source source) {
    this.source = source;
    this.copied =
        IntStream.range(0, source.columns().size())
            .filter(i -> name(source.columns().get(i).type()).isPresent())
            .boxed()
            .toList();
  }

  private static Optional<String> name(DorisType type) {
    return switch (type.kind()) {
      case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, DATE -> Optional.of(type.kind().name());
      case LARGEINT -> Optional.of("NUMERIC(39, 0)");
      case FLOAT -> Optional.of("REAL");
      case DOUBLE -> Optional.of("DOUBLE PRECISION");
      case DECIMAL -> Optional.of("NUMERIC(" + type.length() + ", " + type.scale() + ")");
      case DATETIME -> Optional.of("TIMESTAMP(" + Math.max(0, type.length()) + ")");
      case CHAR, VARCHAR, STRING -> Optional.of("VARCHAR");
      default -> Optional.empty();
    };
  }

  /** The column definitions; a star does not show hidden columns there either. */
  String columns() {
    return copied.stream()
        .map(
            i -> {
              ResultColumn column = source.columns().get(i);
              String hidden = i < source.visible() ? "" : " INVISIBLE";
              return quoted(column.label()) + " " + name(column.type()).orElseThrow() + hidden;
            })
        .collect(Collectors.joining(", "));
  }

  String insert(String table) {
    String names =
        copied.stream()
            .map(i -> quoted(source.columns().get(i).label()))
            .collect(Collectors.joining(", "));
    String marks = copied.stream().map(i -> "?").collect(Collectors.joining(", "));
    return "INSERT INTO " + quoted(table) + " (" + names + ") VALUES (" + marks + ")";
  }

  int[] projection() {
    return copied.stream().mapToInt(Integer::intValue).toArray();
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  /** A value of a result in the class of its type. */
  static @Nullable Object value(ResultSet results, int column, DorisType type) throws SQLException {
    Object value =
        switch (type.kind()) {
          case DATE -> results.getObject(column, LocalDate.class);
          case DATETIME -> results.getObject(column, LocalDateTime.class);
          case CHAR, VARCHAR, STRING -> results.getString(column);
          default -> results.getObject(column);
        };
    return Values.cast(value, type);
  }
}
