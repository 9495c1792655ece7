package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The columns of an answer of H2, in Doris' types: those of a relation keep their own. */
final class H2ResultColumns {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");

  /** Digits of H2's SUM over BIGINT, which is BIGINT in Doris. */
  private static final int SUM_OF_BIGINT = 29;

  private final ResultSetMetaData metaData;
  private final List<Source> sources;

  H2ResultColumns(ResultSetMetaData metaData, List<Source> sources) {
    this.metaData = metaData;
    this.sources = sources;
  }

  List<ResultColumn> columns() throws SQLException {
    List<ResultColumn> columns = new ArrayList<>();
    for (int i = 1; i <= metaData.getColumnCount(); i++) {
      String label = metaData.getColumnLabel(i);
      DorisType type = original(i).orElse(type(i));
      boolean named = NAME.matcher(label).matches();
      String backEndLabel = named ? label : type.kind().name() + "_" + (i - 1);
      columns.add(new ResultColumn(label, type, true, backEndLabel));
    }
    return columns;
  }

  /** The type of the relation's column that a result's column is. */
  private Optional<DorisType> original(int column) throws SQLException {
    String table = metaData.getTableName(column);
    String name = metaData.getColumnName(column);
    if (!table.matches("R\\d+")) {
      return Optional.empty();
    }
    return sources.get(Integer.parseInt(table.substring(1))).columns().stream()
        .filter(candidate -> candidate.label().equalsIgnoreCase(name))
        .map(ResultColumn::type)
        .findFirst();
  }

  private DorisType type(int column) throws SQLException {
    int precision = metaData.getPrecision(column);
    int scale = metaData.getScale(column);
    return switch (metaData.getColumnType(column)) {
      case Types.BOOLEAN -> DorisType.of(Kind.BOOLEAN);
      case Types.TINYINT -> DorisType.of(Kind.TINYINT);
      case Types.SMALLINT -> DorisType.of(Kind.SMALLINT);
      case Types.INTEGER -> DorisType.of(Kind.INT);
      case Types.BIGINT -> DorisType.of(Kind.BIGINT);
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> DorisType.of(Kind.DOUBLE);
      case Types.DECIMAL, Types.NUMERIC -> decimal(precision, scale);
      case Types.DATE -> DorisType.of(Kind.DATE);
      case Types.TIMESTAMP -> DorisType.of(Kind.DATETIME, Math.min(6, scale));
      case Types.CHAR, Types.VARCHAR -> DorisType.of(Kind.STRING);
      case Types.NULL -> DorisType.of(Kind.NULL);
      default ->
          throw DorisException.of(
              "This stand-in could not answer the query: it yields "
                  + metaData.getColumnTypeName(column));
    };
  }

  private static DorisType decimal(int precision, int scale) {
    if (scale == 0 && precision == SUM_OF_BIGINT) {
      return DorisType.of(Kind.BIGINT);
    } else if (scale == 0 && precision >= 39) {
      return DorisType.of(Kind.LARGEINT);
    }
    return DorisType.decimal(Math.min(precision, 76), scale);
  }
}
