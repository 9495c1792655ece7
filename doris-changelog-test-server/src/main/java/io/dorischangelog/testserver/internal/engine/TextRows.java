package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects a result of texts, as SHOW and its kin answer. */
final class TextRows {
  private static final DorisType TEXT = DorisType.of(Kind.VARCHAR);

  private final List<ResultColumn> columns;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  TextRows(String... labels) {
    columns = Arrays.stream(labels).map(label -> new ResultColumn(label, TEXT, true)).toList();
  }

  List<ResultColumn> columns() {
    return columns;
  }

  List<@Nullable Object[]> rows() {
    return rows;
  }

  /** Adds a row; every value becomes text. */
  void add(@Nullable Object... values) {
    @Nullable Object[] row = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      row[i] = value == null ? null : value.toString();
    }
    rows.add(row);
  }

  Result result() {
    return new Result.Rows(columns, new ListRows(rows), Result.ServedBy.FRONT_END);
  }
}
