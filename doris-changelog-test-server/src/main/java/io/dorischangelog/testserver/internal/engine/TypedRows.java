package io.dorischangelog.testserver.internal.engine;

import io.dorischangelog.testserver.internal.type.DorisType;
import io.dorischangelog.testserver.internal.type.DorisType.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the rows of a page of {@code information_schema}. */
final class TypedRows {
  private final List<ResultColumn> columns = new ArrayList<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  TypedRows texts(String... names) {
    return columns(DorisType.of(Kind.VARCHAR), names);
  }

  TypedRows numbers(String... names) {
    return columns(DorisType.of(Kind.BIGINT), names);
  }

  TypedRows times(String... names) {
    return columns(DorisType.of(Kind.DATETIME, 0), names);
  }

  private TypedRows columns(DorisType type, String... names) {
    for (String name : names) {
      columns.add(new ResultColumn(name, type, true));
    }
    return this;
  }

  /** Adds a row; values have the classes of their columns. */
  void add(@Nullable Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(values.length + " values for " + columns);
    }
    rows.add(values);
  }

  ListScan scan() {
    return new ListScan(columns, rows);
  }
}
